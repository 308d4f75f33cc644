#include "ui/panels/explanation.h"

#include "drawing/formula.h"
#include "ui/panels/arithmetic.h"
#include "ui/panels/scrubber.h"
#include "ui/panels/what_next.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/scroll_area.h"

#include <imgui.h>

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

/// The column being filled, from the top.
struct Column {
    Ui& ui;
    float x, y, width;

    void skip(float design) { y += ui.px(design); }
};

lesson::Subject subject_of(const Scene& scene, const workbench::Selection& selection) {
    return {scene.trace(), scene.pass().names, selection.stage,
            workbench::marked_cell(selection, scene.trace()),
            std::holds_alternative<workbench::HandSetWeights>(scene.pass().document.weights)};
}

/// The preset's note stands where its claim is seen first, not at every stage again, and while it is true.
bool says_note(const Scene& scene) {
    const auto stage = scene.selection.stage;
    return workbench::note_holds(scene.pass().document, scene.bench.library()) &&
           (stage == attention::StageId::input || stage == attention::StageId::scores);
}

void draw_words(Column& column, const Scene& scene, const lesson::Narration& narration) {
    Ui& ui = column.ui;
    const auto stages = attention::stages_of(scene.trace());
    const auto here = std::find_if(stages.begin(), stages.end(),
                                   [&](const auto* s) { return s->id == scene.selection.stage; });
    caption(ui, {column.x, column.y + ui.px(6)},
            ui.text("explanation.stage") + " " + std::to_string(here - stages.begin() + 1) + " " +
                ui.text("explanation.of") + " " + std::to_string(stages.size()));
    column.skip(20);
    const lesson::Paragraph title{{narration.question, lesson::Tone::strong}};
    column.y += paragraph(ui, {column.x, column.y}, column.width, title, 18, false, Role::text, 1.25F);
    column.skip(10);
    for (const auto& words : narration.paragraphs) {
        column.y += paragraph(ui, {column.x, column.y}, column.width, words, 15);
        column.skip(7);
    }
    if (says_note(scene)) {
        column.y += paragraph(ui, {column.x, column.y}, column.width, scene.pass().document.note, Font::sans,
                              13, ui[Role::quiet]);
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

void draw_code(Column& column, ExplanationState& state, const Scene& scene) {
    Ui& ui = column.ui;
    const auto& listings = state.texts.listings;
    state.language = std::clamp(state.language, 0, static_cast<int>(listings.size()) - 1);
    float x = column.x;
    for (std::size_t i = 0; i < listings.size(); ++i) {
        const float width = button_width(ui, listings[i].language);
        if (button(ui, "code/" + listings[i].language, {x, column.y, width, ui.px(26)}, listings[i].language,
                   {.look = ButtonLook::plain, .on = static_cast<int>(i) == state.language}))
            state.language = static_cast<int>(i);
        x += width + ui.px(4);
    }
    const float copy_width = button_width(ui, ui.text("explanation.copy"), 12);
    const auto& listing = listings[static_cast<std::size_t>(state.language)];
    if (button(ui, "code/copy", {column.x + column.width - copy_width, column.y, copy_width, ui.px(26)},
               ui.text("explanation.copy"),
               {.look = ButtonLook::plain, .text_size = 12, .hint = ui.text("explanation.copy_hint")}))
        ImGui::SetClipboardText(listing.program.c_str());
    column.skip(32);
    std::size_t longest = 1;
    for (const auto& line : listing.lines)
        longest = std::max(longest, line.text.size());
    // The whole line in the card, if need be in smaller letters.
    const float letter = ui.canvas.width(Font::mono, ui.px(100), "0") / ui.px(100);
    const float size =
        std::min(ui.px(12.5F), (column.width - ui.px(20)) / (letter * static_cast<float>(longest)));
    const float pitch = std::max(size * 1.5F, ui.px(17));
    const Rect box{column.x, column.y, column.width,
                   pitch * static_cast<float>(listing.lines.size()) + ui.px(18)};
    ui.canvas.fill(box, mix(ui[Role::card], ui[Role::background], 0.6F), ui.px(8));
    float y = box.y + ui.px(9);
    for (const auto& line : listing.lines) {
        const bool lit =
            std::find(line.stages.begin(), line.stages.end(), scene.selection.stage) != line.stages.end();
        if (lit) ui.canvas.fill({box.x, y, box.width, pitch}, ui[Role::accent_soft]);
        ui.canvas.text({box.x + ui.px(10), y + pitch / 2}, line.text, lit ? Font::mono_bold : Font::mono,
                       size, ui[lit ? Role::text : Role::quiet]);
        y += pitch;
    }
    column.y = box.bottom();
    column.skip(16);
}

void draw_prediction(Column& column, ExplanationState& state, const lesson::Prediction& prediction) {
    Ui& ui = column.ui;
    std::string asked;
    for (const auto& span : prediction.question)
        asked += span.text;
    if (asked != state.guessed_for) {
        state.guessed_for = asked;
        state.guess.reset();
    }
    ui.canvas.line({column.x, column.y}, {column.x + column.width, column.y}, ui[Role::hairline], ui.px(1));
    column.skip(12);
    lesson::Paragraph question{{ui.text("explanation.predict") + " ", lesson::Tone::strong}};
    question.insert(question.end(), prediction.question.begin(), prediction.question.end());
    column.y += paragraph(ui, {column.x, column.y}, column.width, question, 14);
    column.skip(8);
    float x = column.x;
    for (std::size_t i = 0; i < prediction.choices.size(); ++i) {
        const float width = std::min(button_width(ui, prediction.choices[i]), column.width);
        if (x > column.x && x + width > column.x + column.width) {
            x = column.x;
            column.skip(34);
        }
        const Rect rect{x, column.y, width, ui.px(28)};
        if (button(ui, "predict/" + std::to_string(i), rect, prediction.choices[i], {.on = state.guess == i}))
            state.guess = i;
        if (state.guess && i == prediction.answer)
            ui.canvas.stroke(rect, ui[Role::good], ui.px(2.5F), ui.px(6));
        x += width + ui.px(6);
    }
    column.skip(36);
    if (state.guess) {
        const bool right = *state.guess == prediction.answer;
        lesson::Paragraph verdict{
            {ui.text(right ? "explanation.right" : "explanation.wrong") + " ", lesson::Tone::strong}};
        verdict.insert(verdict.end(), prediction.because.begin(), prediction.because.end());
        column.y += paragraph(ui, {column.x, column.y}, column.width, verdict, 14);
        column.skip(8);
    }
}

} // namespace

void draw_explanation(Ui& ui, ExplanationState& state, const Scene& scene, const Rect& area,
                      Actions& actions) {
    card(ui, area);
    const Rect inner{area.x, area.y + ui.px(4), area.width, area.height - ui.px(8)};
    ScrollArea scrolled(ui, "explanation", inner);
    Column column{ui, area.x + ui.px(20), scrolled.top() + ui.px(16), area.width - ui.px(40)};

    const lesson::Subject subject = subject_of(scene, workbench::pointed(scene.selection));
    draw_words(column, scene, ui.texts.narrate(subject));
    if (is_last_stage(scene)) {
        column.y += what_next(ui, scene, {column.x, column.y}, column.width, actions);
        column.skip(16);
    }
    if (state.texts.pass.lock() != scene.shown)
        state.texts = {scene.shown, ui.texts.listings(scene.trace()), ui.texts.formula(scene.trace())};
    draw_formula(column, scene, state.texts.formula);
    const attention::Cell cell =
        scene.selection.hovered.value_or(scene.selection.pinned.value_or(subject.cell));
    column.y +=
        draw_arithmetic(ui, scene, cell, {column.x, column.y}, column.width, state.all_terms, actions);
    column.skip(16);
    draw_code(column, state, scene);
    // The question stays with the locked cell: a guess must outlive the mouse's way to the next choice.
    if (const auto prediction = lesson::predict(ui.texts, subject_of(scene, scene.selection)))
        draw_prediction(column, state, *prediction);
    scrolled.ends_at(column.y + ui.px(8));
}

} // namespace ui
