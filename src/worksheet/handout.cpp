#include "worksheet/handout.h"

#include "base/input_error.h"
#include "drawing/figures/formula.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace worksheet {

using lesson::QuestionKind;

namespace {

constexpr TextStyle title_style{.font = Font::sans_bold, .size = title_size},
    step_style{.font = Font::sans_bold, .size = heading_size}, text_style{},
    ask_style{.font = Font::sans_bold}, code_style{.font = Font::mono, .size = small_size};

std::string numbered_title(std::size_t i, const ToldStep& step) {
    return std::to_string(i + 1) + ". " + step.title;
}

std::string afterwards_of(const lesson::Lesson& lesson, const narration::Texts& texts) {
    return narration::plain_text(texts, "handout.afterwards",
                                 narration::values_of({{"what", lesson.afterwards}}));
}

/// A box to tick or to write a number into, and a text beside it.
Block with_box(const std::string& text, float width, float size, const TextMeasure& measure) {
    const float box = 0.85F * size, indent = 1.6F * size;
    Block block = paragraph(text, width - indent, {.size = size}, measure);
    block.figure = drawing::moved(std::move(block.figure), indent, 0);
    block.figure.emplace_back(drawing::Stroke{{0, 0.62F * size - box / 2, box, box}, ink, 1.2F, 2});
    block.gap = 0.3F * size;
    return block;
}

/// Of what is done on screen at most an example can be given.
std::string answer_said(const ToldQuestion& question, const narration::Texts& texts) {
    if (question.answer.empty()) return texts.text("handout.seen_on_screen");
    if (question.kind != QuestionKind::drag) return question.answer;
    return narration::plain_text(texts, "handout.example",
                                 narration::values_of({{"answer", question.answer}}));
}

std::string ask_of(const ToldQuestion& question, const narration::Texts& texts) {
    return question.kind == QuestionKind::click ? asked_on_paper(question.ask, texts) : question.ask;
}

/// What is asked, and where to answer.
std::vector<Block> question_blocks(const ToldQuestion& question, float width, const narration::Texts& texts,
                                   const TextMeasure& measure) {
    std::vector<Block> blocks;
    blocks.push_back(paragraph(ask_of(question, texts), width, ask_style, measure));
    blocks.back().keeps_next = true;
    for (const std::string& choice : question.choices) {
        blocks.push_back(with_box(choice, width, text_size, measure));
        blocks.back().keeps_next = true;
    }
    switch (question.kind) {
    case QuestionKind::choose:
    case QuestionKind::order:
        blocks.push_back(room_to_calculate(width, 0));
        break;
    case QuestionKind::drag:
    case QuestionKind::goal:
        blocks.push_back(paragraph(texts.text("handout.on_screen"), width,
                                   {.size = small_size, .colour = soft_ink}, measure));
        break;
    default: {
        blocks.push_back(room_to_calculate(width, 66));
        blocks.back().keeps_next = true;
        Block answer{.height = 30, .gap = 4};
        const std::string& label = texts.text("handout.answer");
        answer.figure.emplace_back(line_at(0, 16, label, text_style));
        const float from = measure.width(text_style.font, text_style.size, label) + 10;
        answer.figure.emplace_back(drawing::Line{{from, 26}, {from + 220, 26}, ink, 0.8F});
        blocks.push_back(std::move(answer));
    }
    }
    return blocks;
}

/// The head of the page behind a question: its answer, and why.
std::vector<Block> answer_blocks(std::size_t i, const ToldQuestion& question, float width,
                                 const narration::Texts& texts, const TextMeasure& measure) {
    std::vector<Block> blocks;
    blocks.push_back(
        paragraph(narration::plain_text(texts, "handout.answer_to",
                                        narration::values_of({{"step", std::to_string(i + 1)},
                                                              {"answer", answer_said(question, texts)}})),
                  width, ask_style, measure));
    blocks.back().starts_page = true, blocks.back().keeps_next = true;
    if (!question.because.empty()) {
        blocks.push_back(paragraph(question.because, width, text_style, measure));
        blocks.back().gap = 2, blocks.back().keeps_next = true;
    }
    Block line{.height = 1};
    line.figure.emplace_back(drawing::Line{{0, 0}, {width, 0}, line_ink, 0.8F});
    blocks.push_back(std::move(line));
    return blocks;
}

void add_all(std::vector<Block>& blocks, std::vector<Block> more) {
    for (Block& block : more)
        blocks.push_back(std::move(block));
}

} // namespace

std::vector<Figure> handout_pages(const lesson::Lesson& lesson, const std::vector<ToldStep>& steps,
                                  const Paper& paper, const narration::Texts& texts,
                                  const TextMeasure& measure) {
    const float width = paper.inner_width();
    std::vector<Block> blocks;
    blocks.push_back(paragraph(lesson.title, width, title_style, measure));
    blocks.back().keeps_next = true;
    blocks.push_back(paragraph(afterwards_of(lesson, texts), width, text_style, measure));
    blocks.back().gap = 2, blocks.back().keeps_next = true;
    const bool asks =
        std::ranges::any_of(steps, [](const ToldStep& step) { return step.question.has_value(); });
    if (asks) blocks.push_back(paragraph(texts.text("handout.turn"), width, text_style, measure));
    std::optional<std::size_t> open; // the step whose question waits for its answer
    const auto answer_open = [&] {
        if (open) add_all(blocks, answer_blocks(*open, *steps[*open].question, width, texts, measure));
        open.reset();
    };
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const ToldStep& step = steps[i];
        answer_open(); // what follows builds upon it, in words, numbers and pictures
        blocks.push_back(paragraph(numbered_title(i, step), width, step_style, measure));
        blocks.back().gap = 20, blocks.back().keeps_next = true;
        for (const ToldParagraph& told : step.text)
            blocks.push_back(paragraph(told.text, width, told.is_code ? code_style : text_style, measure));
        blocks.back().keeps_next = true;
        blocks.push_back(picture_of(step, {.width = width, .height = 330}, texts, measure));
        if (!step.question) continue;
        blocks.back().keeps_next = true;
        add_all(blocks, question_blocks(*step.question, width, texts, measure));
        open = i;
    }
    answer_open();
    std::vector<Figure> pages = set_pages(blocks, paper);
    add_feet(pages, paper, lesson.title);
    return pages;
}

// Slides.

const Paper& slide_paper() {
    static constexpr Paper slide{"slide", 1280, 720, 64};
    return slide;
}

namespace {

/// Text in the largest of these sizes in which it takes no more than `height`.
Block fitted(const std::string& text, float width, float height, TextStyle style, float least,
             const TextMeasure& measure) {
    for (;; style.size -= 2) {
        Block block = paragraph(text, width, style, measure);
        if (block.height <= height || style.size <= least) return block;
    }
}

/// A slide: its title at the top, and below it blocks one under another.
class Slide {
public:
    Slide(const std::string& title, const TextMeasure& measure) : measure_(measure) {
        if (title.empty()) return;
        add(fitted(title, width(), 60, {.font = Font::sans_bold, .size = 44, .leading = 1.15F}, 28, measure),
            0);
        y_ += 10;
    }
    float width() const { return slide_paper().inner_width(); }
    float left() const { return slide_paper().height - slide_paper().margin - y_; }

    void add(Block block, float gap = 16) {
        y_ += gap;
        append(figure_, drawing::moved(std::move(block.figure), slide_paper().margin, y_));
        y_ += block.height;
    }
    /// In the largest size with which it takes this share of what is left.
    void say(const std::string& text, float share, float largest = 34, Font font = Font::sans) {
        add(fitted(text, width(), share * left() - 16, {.font = font, .size = largest}, 20, measure_));
    }
    /// In the middle of what is left.
    void show(Block block) {
        const float room = left() - 16;
        add(std::move(block), 16 + std::max(0.0F, (room - block.height) / 3));
    }
    Figure figure() { return std::move(figure_); }

private:
    const TextMeasure& measure_;
    Figure figure_;
    float y_ = slide_paper().margin - 16;
};

/// The picture of a step in what is left of a slide, if that is enough to see something.
void show_picture(Slide& slide, const ToldStep& step, const narration::Texts& texts,
                  const TextMeasure& measure) {
    const float left = slide.left() - 40;
    if (left < 150) return;
    Block picture = picture_of(step, {.width = slide.width(), .height = left, .scale = 2.4F, .least = 1.45F},
                               texts, measure);
    if (picture.height <= left + 30) slide.show(std::move(picture));
}

Figure asking_slide(const std::string& title, const ToldStep& step, const narration::Texts& texts,
                    const TextMeasure& measure) {
    const ToldQuestion& question = *step.question;
    Slide slide(title, measure);
    slide.say(ask_of(question, texts), question.choices.empty() ? 0.6F : 0.4F, 38, Font::sans_medium);
    const float size = question.choices.size() > 5 ? 25.0F : 30.0F;
    for (const std::string& choice : question.choices)
        slide.add(with_box(choice, slide.width(), size, measure), 12);
    show_picture(slide, step, texts, measure);
    return slide.figure();
}

} // namespace

std::vector<Figure> slide_pages(const lesson::Lesson& lesson, const std::vector<ToldStep>& steps,
                                const narration::Texts& texts, const TextMeasure& measure) {
    std::vector<Figure> pages;
    Slide first({}, measure);
    first.add({.height = 170}, 0);
    first.say(lesson.title, 0.5F, 72, Font::sans_bold);
    first.say(afterwards_of(lesson, texts), 0.8F, 32);
    pages.push_back(first.figure());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const ToldStep& step = steps[i];
        const std::string heading = numbered_title(i, step);
        Slide slide(heading, measure);
        slide.say(step.caption, 0.4F, 38);
        show_picture(slide, step, texts, measure);
        pages.push_back(slide.figure());
        if (!step.question) continue;
        pages.push_back(asking_slide(heading, step, texts, measure));
        Slide answer(heading, measure);
        answer.add({.height = 60}, 0);
        answer.say(texts.text("handout.answer"), 0.2F, 26);
        answer.say(answer_said(*step.question, texts), 0.4F, 54, Font::sans_bold);
        if (!step.question->because.empty()) answer.say(step.question->because, 1, 36);
        pages.push_back(answer.figure());
    }
    add_feet(pages, slide_paper(), lesson.title);
    return pages;
}

const lesson::Lesson& lesson_named(const std::string& name, const lesson::Course& course) {
    const auto without_number = [](const std::string& id) {
        const std::size_t at = id.find_first_not_of("0123456789");
        return at == std::string::npos || at == 0 || id[at] != '-' ? id : id.substr(at + 1);
    };
    std::string all;
    for (const lesson::Lesson& lesson : course.lessons) {
        if (lesson.id == name || without_number(lesson.id) == name) return lesson;
        all += (all.empty() ? "" : ", ") + lesson.id;
    }
    throw base::InputError("lesson", "there is no lesson “" + name + "”", "the lessons are " + all);
}

} // namespace worksheet
