#include "ui/lesson/slide.h"

#include "lesson/judge.h"
#include "ui/panel/subject.h"

#include <algorithm>

namespace ui {

using lesson::QuestionKind;
using lesson::StoryText;
using narration::Tone;

namespace {

/// Goes on in the last paragraph.
void append(StoryText& text, const StoryText& more) {
    const int first_tie = static_cast<int>(text.ties.size());
    text.ties.insert(text.ties.end(), more.ties.begin(), more.ties.end());
    for (const lesson::Block& block : more.blocks)
        for (narration::Span span : block.spans) {
            if (span.tie >= 0) span.tie += first_tie;
            text.blocks.back().spans.push_back(std::move(span));
        }
}

void append(StoryText& text, const std::string& words, Tone tone = Tone::plain) {
    text.blocks.back().spans.push_back({words, tone});
}

/// "B  more money"
void append_choice(StoryText& text, std::size_t i, const lesson::Choice& choice, lesson::Telling& telling) {
    append(text, std::string(1, static_cast<char>('A' + i)) + " ", Tone::query);
    append(text, telling.told(choice.text));
}

StoryText asked(const lesson::Question& question, lesson::Telling& telling) {
    StoryText text = telling.told(question.ask);
    constexpr std::size_t short_choice = 4; // "Yes", "2": side by side
    const bool one_line = std::ranges::all_of(question.choices, [&](const lesson::Choice& choice) {
        return plain_text(telling.told(choice.text)).size() <= short_choice;
    });
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        if (i == 0 || !one_line) text.blocks.push_back({lesson::BlockKind::line, {}});
        if (i > 0 && one_line) append(text, "      ");
        append_choice(text, i, question.choices[i], telling);
    }
    if (question.kind == QuestionKind::order) text.blocks.push_back({});
    for (std::size_t i = 0; i < question.order.size(); ++i)
        append(text, (i > 0 ? " · " : "") + std::string(attention::stage_named(question.order[i])->title));
    return text;
}

StoryText answered(const lesson::Question& question, lesson::Telling& telling) {
    const StoryText& because = telling.told(question.because);
    if (question.kind != QuestionKind::choose) return because;
    StoryText text;
    text.blocks.push_back({});
    const std::size_t right = lesson::right_choice(question, telling.scope());
    append_choice(text, right, question.choices[right], telling);
    append(text, ". ");
    if (!because.blocks.empty()) append(text, because);
    return text;
}

} // namespace

Slide slide_of(const Ui& ui, const Scene& scene) {
    const auto narration = ui.texts.narrate(subject_of(scene, scene.selection));
    Slide slide{.title = narration.question, .caption = {}};
    if (!narration.paragraphs.empty())
        slide.caption.blocks.push_back({lesson::BlockKind::paragraph, narration.paragraphs.front()});
    slide.caption = lesson::first_sentence(slide.caption);
    slide.formula = ui.texts.formula(scene.trace());
    slide.lit_part = scene.stage().key;
    const auto stages = attention::stages_of(scene.trace());
    slide.count = stages.size();
    const auto here =
        std::ranges::find(stages, scene.selection.stage, [](const auto* stage) { return stage->id; });
    slide.number = static_cast<std::size_t>(here - stages.begin()) + 1;
    return slide;
}

Slide slide_of(const lesson::Step& step, lesson::Telling& telling) {
    Slide slide{.title = step.title,
                .caption = step.caption.empty() ? lesson::first_sentence(telling.told(step.text))
                                                : telling.told(step.caption)};
    if (step.question) {
        slide.question = asked(*step.question, telling);
        slide.answer = answered(*step.question, telling);
    }
    for (const std::string& name : step.point)
        slide.pointed.push_back(lesson::pointed_at(name, telling.scope()));
    if (step.sides.size() == 2) slide.sides = {step.sides[0], step.sides[1]};
    slide.of_lesson = true;
    return slide;
}

Slide closing_slide(const Ui& ui, const lesson::Lesson& lesson, const std::string& next) {
    const auto paragraph = [](narration::Paragraph text) {
        return lesson::Block{lesson::BlockKind::paragraph, std::move(text)};
    };
    Slide slide{.title = lesson.title, .caption = {}};
    if (!lesson.afterwards.empty())
        slide.caption.blocks.push_back(
            paragraph(ui.said("lecture.now_you_can", {{"what", {{lesson.afterwards}}}})));
    if (!next.empty())
        slide.caption.blocks.push_back(
            paragraph(ui.said("lecture.next_lesson", {{"title", {{next, Tone::strong}}}})));
    slide.number = slide.count = lesson.steps.size();
    slide.of_lesson = slide.closing = true;
    return slide;
}

} // namespace ui
