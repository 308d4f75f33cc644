#include "ui/views/walkthrough/question.h"

#include "narration/wording.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using narration::AnswerState;

namespace {

constexpr float padding = 12, small_height = 24, text_size = panel_size; // design pixels

/// The choices in rows; a wrong one already tried is disabled. Returns the height.
float draw_choices(Ui& ui, narration::Answers& answers, const narration::Prediction& question,
                   const narration::Answer& answer, Point at, float width) {
    const bool open = answer.state == AnswerState::open;
    float x = at.x, y = at.y;
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        const float wide = std::min(button_width(ui, question.choices[i]), width);
        if (x > at.x && x + wide > at.x + width) {
            x = at.x;
            y += ui.px(control_height + 6);
        }
        const Rect rect{x, y, wide, ui.px(control_height)};
        if (button(ui, "predict/" + std::to_string(i), rect, question.choices[i],
                   {.enabled = open && !answer.wrong.contains(i)}))
            answers.guess(question, i);
        if (!open && i == question.answer) ui.canvas.stroke(rect, ui[Role::good], ui.px(2.5F), ui.px(6));
        x += wide + ui.px(6);
    }
    return y + ui.px(control_height) - at.y;
}

/// The verdict on the guess; empty before there was one.
narration::Paragraph verdict(const Ui& ui, const narration::Prediction& question,
                             const narration::Answer& answer, const narration::Answers::Score& score) {
    if (answer.state == AnswerState::open) {
        if (answer.wrong.empty()) return {};
        return {{ui.text("explanation.wrong"), narration::Tone::strong}};
    }
    const bool right = answer.state == AnswerState::right;
    narration::Paragraph words{
        {ui.text(right ? "explanation.right" : "explanation.revealed") + " ", narration::Tone::strong}};
    words.insert(words.end(), question.because.begin(), question.because.end());
    const narration::Paragraph so_far =
        ui.said("explanation.score", {{"right", narration::toned(std::to_string(score.right_at_once))},
                                      {"done", narration::toned(std::to_string(score.done))}});
    words.push_back({" "});
    words.insert(words.end(), so_far.begin(), so_far.end());
    return words;
}

/// The buttons to reveal the answer or ask again, and to turn questions off; true when that one is pressed.
bool draw_ways_out(Ui& ui, narration::Answers& answers, const narration::Prediction& question,
                   const narration::Answer& answer, Point at, float width) {
    const bool open = answer.state == AnswerState::open;
    const std::string& first = ui.text(open ? "explanation.reveal" : "explanation.ask_again");
    if (button(ui, "predict/reveal", {at.x, at.y, button_width(ui, first, tiny_size), ui.px(small_height)},
               first, {.text_size = tiny_size})) {
        if (open)
            answers.reveal(question);
        else
            answers.ask_again(question);
    }
    const std::string& none = ui.text("explanation.no_questions");
    const float wide = button_width(ui, none, tiny_size);
    return button(ui, "predict/off", {at.x + width - wide, at.y, wide, ui.px(small_height)}, none,
                  {.look = ButtonLook::plain,
                   .text_size = tiny_size,
                   .hint = ui.text("explanation.no_questions_hint")});
}

} // namespace

float draw_question(Ui& ui, bool& asking, narration::Answers& answers, const narration::Prediction& question,
                    Point at, float width) {
    if (!asking) {
        const std::string& offer = ui.text("explanation.questions");
        if (button(ui, "predict/on", {at.x, at.y, button_width(ui, offer, tiny_size), ui.px(small_height)},
                   offer, {.text_size = tiny_size}))
            asking = true;
        return ui.px(small_height + 14);
    }
    const narration::Answer answer = answers.to(question);
    const float x = at.x + ui.px(padding), room = width - 2 * ui.px(padding);
    narration::Paragraph asked{{ui.text("explanation.predict") + " ", narration::Tone::strong}};
    asked.insert(asked.end(), question.question.begin(), question.question.end());
    const narration::Paragraph said = verdict(ui, question, answer, answers.score());
    // The background box is as high as its content.
    float choices = ui.px(control_height), across = 0;
    for (const std::string& label : question.choices) {
        const float wide = std::min(button_width(ui, label), room);
        if (across > 0 && across + wide > room) {
            choices += ui.px(control_height + 6);
            across = 0;
        }
        across += wide + ui.px(6);
    }
    const float words = paragraph(ui, {}, room, asked, text_size, true);
    const float outcome = said.empty() ? 0 : paragraph(ui, {}, room, said, text_size, true) + ui.px(8);
    const Rect box{at.x, at.y, width,
                   words + choices + outcome + ui.px(2 * padding + 8 + 8 + small_height - 4)};
    ui.canvas.fill(box, ui[Role::accent_soft], ui.px(8));
    ui.anchors.add("question", box);

    float y = at.y + ui.px(padding - 2);
    y += paragraph(ui, {x, y}, room, asked, text_size) + ui.px(8);
    y += draw_choices(ui, answers, question, answer, {x, y}, room) + ui.px(8);
    if (!said.empty()) y += paragraph(ui, {x, y}, room, said, text_size) + ui.px(8);
    if (draw_ways_out(ui, answers, question, answer, {x, y}, room)) asking = false;
    return box.height + ui.px(14);
}

} // namespace ui
