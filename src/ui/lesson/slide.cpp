#include "ui/lesson/slide.h"

#include "lesson/judge.h"
#include "ui/chrome/scene.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace ui {

using namespace drawing;

namespace {

constexpr float subject_margin = 8, seen_margin = 2;         // around the subject, design pixels
constexpr Point least_page{480, 280}, most_page{2600, 1600}; // design pixels
// Letters of a view's subject are of 12 design pixels or more, those of a lecture of 11: with these shares
// of their scale, all are of lecture size.
constexpr float letters = 11.0F / 12;
constexpr int most_fittings = 12;
constexpr float most_enlarged = 1.5F; // beyond the lecture's scale, for a subject that stays small

/// Where a stretch of the page begins in the window: its subject in the middle, and nothing beyond the page.
float begin(float area, float room, float page, float subject_centre) {
    if (page <= room) return area + (room - page) / 2;
    return area - std::clamp(subject_centre - room / 2, 0.0F, page - room);
}

/// The part of the area in which the subject is seen.
Rect window_on(const Rect& subject, const Rect& page, float scale, const Rect& area) {
    const float left = std::max(page.x + subject.x * scale, area.x),
                top = std::max(page.y + subject.y * scale, area.y),
                right = std::min(page.x + subject.right() * scale, area.right()),
                bottom = std::min(page.y + subject.bottom() * scale, area.bottom());
    return {left, top, std::max(right - left, 1.0F), std::max(bottom - top, 1.0F)};
}

bool differs(float a, float b) {
    return std::abs(a - b) > 1; // a page is laid out to whole pixels
}

/// The side on which the subject fills its room, if it goes on growing as it did; at first, as a share of it.
PageSide fitted(const PageSide& side, float subject, float room, float least, float most) {
    float growth = subject / side.length;
    if (side.before > 0 && differs(side.before, side.length))
        growth = (subject - side.subject_before) / (side.length - side.before);
    growth = std::clamp(growth, 0.15F, 1.0F);
    return {std::clamp(side.length + (room - subject) / growth, least, most), side.length, subject};
}

} // namespace

void draw_close_up(const Ui& large, CloseUp& state, const Rect& area, bool reacts,
                   const std::function<void(Ui& ui, const Rect& page)>& draw) {
    if (state.area != area) state.fittings = 0;
    state.area = area;
    const float wide = state.width.length, high = state.height.length;
    const Rect subject = state.subject.value_or(Rect{0, 0, wide, high}).inset(-subject_margin);
    const float whole = std::min(area.width / wide, area.height / high);
    const float fitting = std::min(area.width / subject.width, area.height / subject.height);
    const float least = large.theme.scale * letters;
    state.room = {area.width / least - 2 * subject_margin, area.height / least - 2 * subject_margin};
    Theme theme = large.theme;
    theme.scale = state.scale = std::min(std::max(whole, fitting), most_enlarged * large.theme.scale);
    Ui ui = large.in(theme);
    if (!reacts) ui.mouse = {-1, -1};
    const Rect page{
        begin(area.x, area.width, ui.px(wide), ui.px(subject.centre().x)),
        begin(area.y, area.height, ui.px(high), ui.px(subject.centre().y)),
        ui.px(wide),
        ui.px(high),
    };
    state.corner = {page.x, page.y};

    const Rect seen = window_on(subject.inset(subject_margin - seen_margin), page, state.scale, area);
    ImDrawList* outer = ui.canvas.list();
    ImGui::SetCursorScreenPos({seen.x, seen.y});
    ImGui::BeginChild("close_up", {seen.width, seen.height}, false,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar |
                          ImGuiWindowFlags_NoScrollWithMouse);
    ui.canvas.draw_on(ImGui::GetWindowDrawList());
    draw(ui, page);
    ImGui::EndChild();
    ui.canvas.draw_on(outer);
}

void look_at(const Ui& ui, CloseUp& state, const std::vector<Rect>& places) {
    std::optional<Rect> subject;
    for (const Rect& place : places) {
        const Rect here{(place.x - state.corner.x) / state.scale, (place.y - state.corner.y) / state.scale,
                        place.width / state.scale, place.height / state.scale};
        subject = subject ? around(*subject, here) : here;
    }
    state.fits = true;
    const bool lost = !subject && state.fittings > 0; // a page too small for it
    if (!subject && !lost) return;
    PageSide width = state.width, height = state.height;
    if (!lost && state.fittings < most_fittings) {
        width = fitted(width, subject->width, state.room.x, least_page.x, most_page.x);
        height = fitted(height, subject->height, state.room.y, least_page.y, most_page.y);
    }
    const auto moved = [](const Rect& a, const Rect& b) {
        return differs(a.x, b.x) || differs(a.y, b.y) || differs(a.right(), b.right()) ||
               differs(a.bottom(), b.bottom());
    };
    if (lost) {
        state = {.fittings = most_fittings, .area = state.area};
    } else if (differs(width.length, state.width.length) || differs(height.length, state.height.length)) {
        state.width = width;
        state.height = height;
        ++state.fittings;
    } else if (state.subject && (!moved(*subject, *state.subject) || state.fittings > 2 * most_fittings)) {
        return; // or it goes on moving by itself
    } else {
        ++state.fittings;
    }
    if (subject) state.subject = subject;
    state.fits = false;
    ui.motion.draw_again();
}

using lesson::LessonText;
using lesson::QuestionKind;
using narration::Tone;

namespace {

/// Goes on in the last paragraph.
void append(LessonText& text, const LessonText& more) {
    const int first_tie = static_cast<int>(text.ties.size());
    text.ties.insert(text.ties.end(), more.ties.begin(), more.ties.end());
    for (const lesson::Block& block : more.blocks)
        for (narration::Span span : block.spans) {
            if (span.tie >= 0) span.tie += first_tie;
            text.blocks.back().spans.push_back(std::move(span));
        }
}

void append(LessonText& text, const std::string& words, Tone tone = Tone::plain) {
    text.blocks.back().spans.push_back({words, tone});
}

/// "B  more money", and "(12)" where so many have voted for it.
void append_choice(LessonText& text, std::size_t i, const lesson::Choice& choice, lesson::Telling& telling,
                   const std::string& votes = {}) {
    append(text, std::string(1, static_cast<char>('A' + i)) + " ", Tone::query);
    append(text, telling.told(choice.text));
    if (!votes.empty()) append(text, "   (" + votes + ")", Tone::query);
}

/// A choice beside others: no line breaks within it.
void keep_together(LessonText& text, std::size_t from) {
    constexpr std::string_view no_break_space = "\u00A0";
    std::vector<narration::Span>& spans = text.blocks.back().spans;
    for (std::size_t i = from; i < spans.size(); ++i)
        for (std::size_t at = 0; (at = spans[i].text.find(' ', at)) != std::string::npos;)
            spans[i].text.replace(at, 1, no_break_space);
}

LessonText asked(const lesson::Question& question, lesson::Telling& telling, const Hall& hall) {
    LessonText text = telling.told(question.ask);
    // Characters of all side by side, and of what is between. Two passes leave the height for two lines.
    constexpr std::size_t beside = 6;
    const std::size_t line = telling.right() ? 150 : 80;
    std::size_t long_all = 0;
    for (const lesson::Choice& choice : question.choices)
        long_all += plain_text(telling.told(choice.text)).size() + beside;
    const bool one_line = long_all <= line;
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        if (i == 0 || !one_line) text.blocks.push_back({lesson::BlockKind::line, {}});
        if (i > 0 && one_line) append(text, "      ");
        const std::size_t first = text.blocks.back().spans.size();
        append_choice(text, i, question.choices[i], telling, hall.beside(i));
        if (one_line) keep_together(text, first);
    }
    if (question.kind == QuestionKind::order) text.blocks.push_back({});
    for (std::size_t i = 0; i < question.order.size(); ++i)
        append(text, (i > 0 ? " · " : "") + std::string(attention::stage_named(question.order[i])->title));
    return text;
}

LessonText answered(const lesson::Question& question, lesson::Telling& telling, std::size_t right) {
    const LessonText& because = telling.told(question.because);
    if (question.kind != QuestionKind::choose) return because;
    LessonText text;
    text.blocks.push_back({});
    append_choice(text, right, question.choices[right], telling);
    append(text, ". ");
    if (!because.blocks.empty()) append(text, because);
    return text;
}

} // namespace

bool points_at(const Slide& slide, std::string_view anchor) {
    return std::ranges::any_of(slide.pointed, [&](const auto& tie) { return tie.anchor == anchor; });
}

Slide slide_of(const Ui& ui, const Scene& scene) {
    const auto narration = ui.texts.narrate(subject_of(scene, scene.selection));
    Slide slide{.title = narration.question, .caption = {}};
    slide.caption.blocks.push_back({lesson::BlockKind::paragraph, narration.brief});
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

Slide slide_of(const lesson::Step& step, lesson::Telling& telling, const Hall& hall) {
    Slide slide{.title = step.title,
                .caption = step.caption.empty() ? lesson::first_sentence(telling.told(step.text))
                                                : telling.told(step.caption)};
    if (step.question) {
        slide.question = asked(*step.question, telling, hall);
        slide.choices = step.question->choices.size();
        if (slide.choices > 0) slide.right = lesson::right_choice(*step.question, telling.scope());
        slide.answer = answered(*step.question, telling, slide.right);
        slide.clicks = step.question->kind == QuestionKind::click;
        slide.asks_number = step.question->kind == QuestionKind::number;
        constexpr std::size_t of_program = 95; // letters: its longest reply to a wrong number
        slide.longest_reply = slide.asks_number ? of_program : step.question->otherwise.size();
        for (const lesson::Slip& slip : step.question->slips)
            slide.longest_reply = std::max(slide.longest_reply, slip.because.size());
        slide.works = lesson::is_goal(step.question->kind);
    }
    for (const std::string& name : step.point)
        slide.pointed.push_back(lesson::pointed_at(name, telling.scope()));
    if (step.sides.size() == 2) slide.sides = {step.sides[0], step.sides[1]};
    slide.of_lesson = true;
    slide.recalls = step.role == lesson::StepRole::recall;
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
