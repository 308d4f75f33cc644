// The card on the right: the stage in words and numbers, a question about the next one, the formula, the
// arithmetic, the code.
#include "drawing/figures/formula.h"
#include "narration/prediction.h"
#include "narration/wording.h"
#include "ui/board/arithmetic.h"
#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/navigation.h"
#include "ui/chrome/scene.h"
#include "ui/views/walkthrough/walkthrough.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <imgui.h>

namespace ui {

using namespace drawing;
using narration::AnswerState;

// A question about the next stage: choices, the verdict on the guess, and ways to skip it.

namespace {

constexpr float padding = 12, small_height = 24, text_size = card_size; // design pixels

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

/// The verdict on the guess; empty before the first.
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

/// Draws the question from `at` (top left), or the offer to ask if not `asking`; returns the height.
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

// The stage in words, its formula and its code.

/// The column, filled from the top.
struct Column {
    Ui& ui;
    float x, y, width;

    void skip(float design) { y += ui.px(design); }
};

/// The preset's note is shown at one stage only, where its claim can first be seen, and while it is true: at
/// the beginning, or, if questions ask about it, once the weights are there.
bool says_note(const Scene& scene, const ExplanationState& state) {
    const auto stage = scene.selection.stage;
    const bool here =
        state.chosen.asking ? stage == attention::StageId::softmax : stage == attention::StageId::input;
    const workbench::Document& document = scene.pass().document;
    const workbench::Library& library = scene.bench.library();
    const auto query = workbench::pointed(scene.selection).query;
    return here && !state.hidden.later && workbench::note_holds(document, library) &&
           note_is_about(document, query, library);
}

void draw_words(WalkthroughFrame& frame, Column& column, const narration::Narration& narration) {
    Ui& ui = frame.ui;
    const Scene scene = frame.seen();
    const auto stages = attention::stages_of(scene.trace());
    const auto here = std::find_if(stages.begin(), stages.end(),
                                   [&](const auto* s) { return s->id == scene.selection.stage; });
    caption(ui, {column.x, column.y + ui.px(6)},
            ui.text("explanation.stage") + " " + std::to_string(here - stages.begin() + 1) + " " +
                ui.text("explanation.of") + " " + std::to_string(stages.size()));
    column.skip(20);
    const narration::Paragraph title{{narration.question, narration::Tone::strong}};
    column.y += paragraph(ui, {column.x, column.y}, column.width, title, 18, false, Role::text, 1.25F);
    column.skip(10);
    for (const auto& words : narration.paragraphs) {
        column.y += paragraph(ui, {column.x, column.y}, column.width, words, body_size);
        column.skip(7);
    }
    if (says_note(scene, frame.state.explanation)) {
        column.y += paragraph(ui, {column.x, column.y}, column.width, scene.pass().document.note, Font::sans,
                              label_size, ui[Role::quiet]);
        column.skip(6);
    }
    column.skip(5);
}

void draw_formula(Column& column, const Scene& scene, const std::string& markup) {
    Ui& ui = column.ui;
    FormulaStyle style;
    style.size = ui.px(26);
    style.lit_part = scene.stage().key;
    SetFormula set = set_formula(markup, style, ui.theme.palette(), ui.canvas);
    const float room = column.width - ui.px(20);
    if (set.width > room) {
        style.size *= room / set.width;
        set = set_formula(markup, style, ui.theme.palette(), ui.canvas);
    }
    const Rect box{column.x, column.y, column.width, std::max(ui.px(58), set.height + ui.px(24))};
    ui.canvas.fill(box, mix(ui[Role::card], ui[Role::background], 0.6F), ui.px(8));
    const float dx = box.x + (box.width - set.width) / 2, dy = box.y + (box.height - set.height) / 2;
    for (const auto& [key, rect] : set.parts)
        ui.anchors.add("formula/" + key, {rect.x + dx, rect.y + dy, rect.width, rect.height});
    ui.canvas.paint(moved(std::move(set.figure), dx, dy));
    column.y = box.bottom();
    column.skip(18);
}

/// True for a line that is highlighted only in later stages.
bool is_ahead(const narration::CodeLine& line, attention::StageId stage) {
    return !line.stages.empty() &&
           std::ranges::all_of(line.stages, [&](auto other) { return other > stage; });
}

/// Copies the listing and says so for a moment, or as long as the mouse stays: nothing else would show it.
void copy_button(Column& column, ExplanationState& state, const std::string& program) {
    constexpr double said_for = 2; // seconds
    Ui& ui = column.ui;
    const float width = std::max(button_width(ui, ui.text("explanation.copy"), tiny_size),
                                 button_width(ui, ui.text("explanation.copied"), tiny_size));
    const Rect rect{column.x + column.width - width, column.y, width, ui.px(26)};
    const bool lately = ImGui::GetTime() < state.copied_until;
    if (lately) ui.motion.keep_going();
    state.copied = state.copied && (lately || rect.contains(ui.mouse));
    if (!button(
            ui, "code/copy", rect, ui.text(state.copied ? "explanation.copied" : "explanation.copy"),
            {.look = ButtonLook::plain, .text_size = tiny_size, .hint = ui.text("explanation.copy_hint")}))
        return;
    ImGui::SetClipboardText(program.c_str());
    state.copied = true;
    state.copied_until = ImGui::GetTime() + said_for;
    ui.motion.draw_again();
}

/// The text size, in pixels, at which the longest line of the listing is at most `room` wide. It is measured:
/// text near a rasterised size is drawn at that size, which may be slightly larger.
float size_that_fits(const Ui& ui, const narration::Listing& listing, float room) {
    std::string_view longest;
    for (const auto& line : listing.lines)
        if (line.text.size() > longest.size()) longest = line.text;
    float size = ui.px(12.5F);
    while (size > ui.px(5) && ui.canvas.width(Font::mono, size, longest) > room)
        size -= ui.px(0.25F);
    return size;
}

void draw_code(WalkthroughFrame& frame, Column& column) {
    Ui& ui = frame.ui;
    ExplanationState& state = frame.state.explanation;
    const attention::StageId stage = frame.scene.selection.stage;
    const auto& listings = state.texts.listings;
    state.chosen.language = std::clamp(state.chosen.language, 0, static_cast<int>(listings.size()) - 1);
    float x = column.x;
    for (std::size_t i = 0; i < listings.size(); ++i) {
        const float width = button_width(ui, listings[i].language);
        if (button(ui, "code/" + listings[i].language, {x, column.y, width, ui.px(26)}, listings[i].language,
                   {.look = ButtonLook::plain, .on = static_cast<int>(i) == state.chosen.language}))
            state.chosen.language = static_cast<int>(i);
        x += width + ui.px(4);
    }
    const auto& listing = listings[static_cast<std::size_t>(state.chosen.language)];
    copy_button(column, state, listing.program);
    column.skip(32);
    const float size = size_that_fits(ui, listing, column.width - ui.px(14)); // margins: 10 left, 4 right
    const float pitch = std::max(size * 1.5F, ui.px(17));
    const Rect box{column.x, column.y, column.width,
                   pitch * static_cast<float>(listing.lines.size()) + ui.px(18)};
    ui.canvas.fill(box, mix(ui[Role::card], ui[Role::background], 0.6F), ui.px(8));
    float y = box.y + ui.px(9);
    for (const auto& line : listing.lines) {
        const bool lit = std::find(line.stages.begin(), line.stages.end(), stage) != line.stages.end();
        if (lit) ui.canvas.fill({box.x, y, box.width, pitch}, ui[Role::accent_soft]);
        const bool hidden = state.hidden.code && is_ahead(line, stage);
        ui.canvas.text({box.x + ui.px(10), y + pitch / 2}, hidden ? "…" : line.text,
                       lit ? Font::mono_bold : Font::mono, size, ui[lit ? Role::text : Role::quiet]);
        y += pitch;
    }
    column.y = box.bottom();
    column.skip(16);
}

/// The operand under the mouse, or else the one that was clicked, or else the marked cell of the result. A
/// score that no mask changed is explained by the division before the mask.
attention::Cell explained_cell(const Scene& scene, const attention::Cell& marked) {
    attention::Cell cell = scene.selection.hovered.value_or(scene.selection.pinned.value_or(marked));
    const auto is_set = [&](const attention::Override& set) { return set.cell == cell; };
    if (cell.quantity != marked.quantity && std::ranges::none_of(scene.trace().overrides, is_set))
        cell.quantity = name_of(scene.pass(), cell.quantity);
    return cell;
}

} // namespace

narration::Clues clues_hidden(WalkthroughFrame& frame) {
    ExplanationState& state = frame.state.explanation;
    const Scene scene = frame.seen();
    state.question =
        narration::predict(frame.ui.texts, subject_of(scene, scene.selection), scene.selection.query);
    state.hidden = {};
    if (state.chosen.asking)
        state.hidden = narration::hidden_now(state.question, state.answers, scene.selection.stage);
    return state.hidden;
}

void draw_explanation(WalkthroughFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    ExplanationState& state = frame.state.explanation;
    const Scene scene = frame.seen();
    card(ui, area);
    const Rect inner{area.x, area.y + ui.px(4), area.width, area.height - ui.px(8)};
    ScrollArea scrolled(ui, "explanation", inner);
    if (std::exchange(state.read, scene.selection.stage) != scene.selection.stage) scrolled.to_top();
    Column column{ui, area.x + ui.px(20), scrolled.top() + ui.px(16), area.width - ui.px(40)};

    narration::Subject subject = subject_of(scene, workbench::pointed(scene.selection));
    subject.foretells = !state.hidden.later;
    draw_words(frame, column, ui.texts.narrate(subject));
    column.y += draw_bridge(frame, {column.x, column.y}, column.width);
    if (is_last_stage(scene)) {
        column.y += what_next(frame, scene, {column.x, column.y}, column.width);
        column.skip(16);
    }
    if (state.question)
        column.y += draw_question(ui, state.chosen.asking, state.answers, *state.question,
                                  {column.x, column.y}, column.width);
    if (state.texts.pass.lock() != scene.shown)
        state.texts = {scene.shown, ui.texts.listings(scene.trace()), ui.texts.formula(scene.trace())};
    if (!state.hidden.formula) draw_formula(column, scene, state.texts.formula);
    state.explained = explained_cell(scene, subject.cell);
    column.y += draw_arithmetic(ui, scene, state.explained, {column.x, column.y}, column.width,
                                state.chosen.all_terms, frame.actions);
    column.skip(16);
    draw_code(frame, column);
    scrolled.ends_at(column.y + ui.px(8));
}

} // namespace ui
