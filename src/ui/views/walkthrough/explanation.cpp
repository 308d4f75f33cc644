// The card on the right: the stage in two sentences and its arithmetic; folded below, more about it, a
// question about the next one, the whole formula and the code.
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
#include <functional>
#include <imgui.h>
#include <limits>

namespace ui {

using namespace drawing;
using narration::AnswerState;

// A question about the next stage: choices, the verdict on the guess, and ways to skip it.

namespace {

constexpr float small_height = 26; // design pixels

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

/// The button to reveal the answer or to ask again.
void draw_way_out(Ui& ui, narration::Answers& answers, const narration::Prediction& question,
                  const narration::Answer& answer, Point at) {
    const bool open = answer.state == AnswerState::open;
    const std::string& label = ui.text(open ? "explanation.reveal" : "explanation.ask_again");
    if (!button(ui, "predict/reveal", {at.x, at.y, button_width(ui, label, label_size), ui.px(small_height)},
                label, {.look = ButtonLook::plain, .text_size = label_size}))
        return;
    if (open)
        answers.reveal(question);
    else
        answers.ask_again(question);
}

/// Draws the question from `at` (top left); returns the height.
float draw_question(Ui& ui, narration::Answers& answers, const narration::Prediction& question, Point at,
                    float width) {
    const narration::Answer answer = answers.to(question);
    const narration::Paragraph said = verdict(ui, question, answer, answers.score());
    float y = at.y;
    y += paragraph(ui, {at.x, y}, width, question.question, body_size) + ui.px(10);
    y += draw_choices(ui, answers, question, answer, {at.x, y}, width) + ui.px(10);
    if (!said.empty()) y += paragraph(ui, {at.x, y}, width, said, body_size) + ui.px(8);
    draw_way_out(ui, answers, question, answer, {at.x - ui.px(8), y});
    y += ui.px(small_height);
    ui.anchors.add("question", {at.x, at.y, width, y - at.y});
    return y - at.y;
}

// The stage in words, its formula and its code.

// Design pixels.
constexpr float title_size = 27, sentence_size = 18, place_size = 16, place_height = 44;

/// "Scores · 3 of 7".
std::string place_of(const Ui& ui, const Scene& scene) {
    const auto stages = attention::stages_of(scene.trace());
    const auto here = std::ranges::find(stages, scene.selection.stage, &attention::Stage::id);
    return std::string(scene.stage().title) + " · " + std::to_string(here - stages.begin() + 1) + " " +
           ui.text("explanation.of") + " " + std::to_string(stages.size());
}

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
    const bool here = state.chosen.open == FoldedPart::predict ? stage == attention::StageId::softmax
                                                               : stage == attention::StageId::input;
    const workbench::Document& document = scene.pass().document;
    const workbench::Library& library = scene.bench.library();
    const auto query = workbench::pointed(scene.selection).query;
    return here && !state.hidden.later && workbench::note_holds(document, library) &&
           note_is_about(document, query, library);
}

void draw_sentences(Column& column, const narration::Paragraph& words) {
    column.y += paragraph(column.ui, {column.x, column.y}, column.width, words, sentence_size, false,
                          Role::text, 1.55F);
}

/// The question and its answer.
void draw_words(Column& column, const narration::Narration& narration) {
    const narration::Paragraph title{{narration.question, narration::Tone::strong}};
    column.y +=
        paragraph(column.ui, {column.x, column.y}, column.width, title, title_size, false, Role::text, 1.26F);
    column.skip(10);
    draw_sentences(column, narration.brief);
    column.skip(13);
}

/// What else there is to say of the stage, and what is said of this sentence.
void draw_more(Column& column, const narration::Narration& narration, const std::string& note) {
    for (const narration::Paragraph& words : narration.more) {
        draw_sentences(column, words);
        column.skip(5);
    }
    if (!note.empty())
        column.y += paragraph(column.ui, {column.x, column.y}, column.width, note, Font::sans, place_size,
                              column.ui[Role::quiet]);
}

/// At `size`, in pixels, or smaller where the room is narrower.
SetFormula whole_formula(const Ui& ui, const Scene& scene, const std::string& markup, float size,
                         float room) {
    FormulaStyle style;
    style.size = size;
    style.lit_part = scene.stage().key;
    SetFormula set = set_formula(markup, style, ui.theme.palette(), ui.canvas);
    if (set.width <= room) return set;
    style.size *= room / set.width;
    return set_formula(markup, style, ui.theme.palette(), ui.canvas);
}

void draw_formula(Column& column, const Scene& scene, const std::string& markup) {
    Ui& ui = column.ui;
    SetFormula set = whole_formula(ui, scene, markup, ui.px(26), column.width);
    const Point at{column.x + (column.width - set.width) / 2, column.y};
    for (const auto& [key, rect] : set.parts)
        ui.anchors.add("formula/" + key, {rect.x + at.x, rect.y + at.y, rect.width, rect.height});
    const float high = set.height;
    ui.canvas.paint(moved(std::move(set.figure), at.x, at.y));
    column.y += high;
}

/// The line of the formula that the stage is part of, otherwise its last.
std::string formula_line(const std::string& markup, const attention::Stage& stage) {
    const std::string_view line_break = "\\\\";
    const std::string part = "\\part{" + std::string(stage.key) + "}";
    std::size_t begin = 0;
    for (std::size_t end; (end = markup.find(line_break, begin)) != std::string::npos;
         begin = end + line_break.size())
        if (std::string line = markup.substr(begin, end - begin); line.find(part) != std::string::npos)
            return line;
    return markup.substr(begin);
}

/// The formula on the line of its folded part, right-aligned, if it can be read at that size.
void sketch_formula(Ui& ui, const Scene& scene, const std::string& formula, const Rect& room) {
    constexpr float least_share = 0.75F; // of the size of the sentences
    const std::string markup = formula_line(formula, scene.stage());
    const float size = ui.px(sentence_size), unlimited = std::numeric_limits<float>::max();
    SetFormula set = whole_formula(ui, scene, markup, size, unlimited);
    const float share = std::min({1.0F, room.width / set.width, 0.8F * room.height / set.height});
    if (share < least_share) return;
    if (share < 1) set = whole_formula(ui, scene, markup, share * size, unlimited);
    ui.canvas.paint(moved(std::move(set.figure), room.right() - set.width, room.centre().y - set.height / 2));
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
}

// The parts below the arithmetic: one of them is open at a time.

constexpr float part_height = 46; // design pixels: of a folded part

struct Part {
    FoldedPart which;
    const char* key;  ///< of its anchor "part/<key>" and its text "explanation.<key>"
    std::string hint; ///< what is inside, in a few words …
    std::function<void(Column&)> draw;
    std::function<void(const Rect&)> sketch = {}; ///< … or drawn, on the line beside its title
};

/// The line that opens and closes the part, and what it holds as far as it has opened.
void draw_part(ExplanationState& state, Column& column, const Part& part) {
    Ui& ui = column.ui;
    const std::string name = std::string("part/") + part.key;
    FoldedPart& open = state.chosen.open;
    const Rect line{column.x, column.y, column.width, ui.px(part_height)};
    ui.canvas.line({line.x, line.y}, {line.right(), line.y}, ui[Role::hairline], ui.px(1));
    const Touch t = touch(ui, name, line);
    const bool is_open = open == part.which;
    const float side = ui.px(12);
    draw_icon(ui, is_open ? Icon::chevron_down : Icon::chevron_right,
              {line.x, line.centre().y - side / 2, side, side}, ui[t.hovered ? Role::text : Role::quiet]);
    const std::string& title = ui.texts.text(std::string("explanation.") + part.key);
    const float x = line.x + ui.px(24);
    ui.canvas.text({x, line.centre().y}, title, Font::sans_bold, ui.px(sentence_size), ui[Role::text]);
    const float said = x + ui.canvas.width(Font::sans_bold, ui.px(sentence_size), title) + ui.px(20);
    if (!is_open && part.sketch) part.sketch({said, line.y, line.right() - said, line.height});
    if (!is_open && ui.canvas.width(Font::sans, ui.px(place_size), part.hint) <= line.right() - said)
        ui.canvas.text({line.right(), line.centre().y}, part.hint, Font::sans, ui.px(place_size),
                       ui[Role::quiet], Align::right);
    if (t.focused) focus_ring(ui, line.inset(ui.px(4)), ui.px(4));
    if (t.clicked) {
        open = is_open ? FoldedPart::none : part.which;
        ui.motion.draw_again();
    }
    column.y = line.bottom();
    float& height = state.heights[static_cast<std::size_t>(part.which)];
    const float shown = ui.motion.glide(name, is_open ? 1.0F : 0.0F);
    if (!is_open) {
        column.y += shown * height;
        return;
    }
    const float top = column.y;
    if (shown < 1) ui.canvas.clip({line.x - ui.px(4), top, line.width + ui.px(8), shown * height});
    part.draw(column);
    if (shown < 1) ui.canvas.unclip();
    height = column.y - top + ui.px(14);
    column.y = top + shown * height;
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
    state.covered.reset();
    if (state.chosen.open != FoldedPart::predict) return state.hidden;
    state.hidden = narration::hidden_now(state.question, state.answers, scene.selection.stage);
    if (state.question && state.answers.to(*state.question).state == AnswerState::open)
        state.covered = state.question->covers;
    return state.hidden;
}

void draw_explanation(WalkthroughFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    ExplanationState& state = frame.state.explanation;
    const Scene scene = frame.seen();
    card(ui, area);
    const float edge = ui.px(26), head = ui.px(place_height);
    ui.canvas.text({area.x + edge, area.y + ui.px(26)}, place_of(ui, scene), Font::sans_medium,
                   ui.px(place_size), ui[Role::quiet]);
    const Rect inner{area.x, area.y + head, area.width, area.height - head - ui.px(4)};
    ScrollArea scrolled(ui, "explanation", inner);
    Column column{ui, area.x + edge, scrolled.top() + ui.px(4), area.width - 2 * edge};
    // Another stage is read from its top, from the first frame on.
    if (std::exchange(state.read, scene.selection.stage) != scene.selection.stage) {
        scrolled.to_top();
        column.y = inner.y + ui.px(4);
    }

    narration::Subject subject = subject_of(scene, workbench::pointed(scene.selection));
    subject.foretells = !state.hidden.later;
    const narration::Narration narration = ui.texts.narrate(subject);
    draw_words(column, narration);
    column.y += draw_bridge(frame, {column.x, column.y}, column.width);
    state.explained = explained_cell(scene, subject.cell);
    if (state.explained != state.covered) {
        ui.canvas.line({column.x, column.y}, {column.x + column.width, column.y}, ui[Role::hairline],
                       ui.px(1));
        column.skip(10);
        column.y += draw_arithmetic(ui, scene, state.explained, {column.x, column.y}, column.width,
                                    state.chosen.all_terms, frame.actions);
        column.skip(14);
    }
    if (is_last_stage(scene)) {
        column.y += what_next(frame, scene, {column.x, column.y}, column.width);
        column.skip(16);
    }
    if (state.texts.pass.lock() != scene.shown)
        state.texts = {scene.shown, ui.texts.listings(scene.trace()), ui.texts.formula(scene.trace())};
    const std::string note = says_note(scene, state) ? scene.pass().document.note : "";
    if (!narration.more.empty() || !note.empty())
        draw_part(state, column,
                  {FoldedPart::more, "more", "", [&](Column& at) { draw_more(at, narration, note); }});
    if (state.question)
        draw_part(state, column,
                  {FoldedPart::predict, "predict", ui.text("explanation.predict_hint"), [&](Column& at) {
                       at.y += draw_question(ui, state.answers, *state.question, {at.x, at.y}, at.width);
                   }});
    if (!state.hidden.formula)
        draw_part(state, column,
                  {FoldedPart::formula, "formula", "",
                   [&](Column& at) { draw_formula(at, scene, state.texts.formula); },
                   [&](const Rect& room) { sketch_formula(ui, scene, state.texts.formula, room); }});
    const auto language = static_cast<std::size_t>(
        std::clamp(state.chosen.language, 0, static_cast<int>(state.texts.listings.size()) - 1));
    draw_part(state, column,
              {FoldedPart::code, "code", state.texts.listings[language].language,
               [&](Column& at) { draw_code(frame, at); }});
    ui.canvas.line({column.x, column.y}, {column.x + column.width, column.y}, ui[Role::hairline], ui.px(1));
    column.skip(14);
    column.y += paragraph(ui, {column.x, column.y}, column.width, ui.text("explanation.how"), Font::sans,
                          place_size, ui[Role::quiet]);
    scrolled.ends_at(column.y + ui.px(16));
}

} // namespace ui
