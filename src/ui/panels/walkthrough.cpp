#include "ui/panels/walkthrough.h"

#include "ui/panels/board_input.h"
#include "ui/panels/stage_rail.h"

#include <GLFW/glfw3.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ui {

using drawing::Rect;

void draw_walkthrough(Ui& ui, WalkthroughState& state, const Scene& scene, const Rect& area, double seconds,
                      Actions& actions) {
    const float margin = ui.px(16);
    const bool narrow = area.width < ui.px(1400);
    const float rail_width = ui.px(narrow ? 176 : 206), explanation_width = ui.px(narrow ? 350 : 387);
    const float foot = ui.px(62);
    const Rect body{area.x + margin, area.y + margin, area.width - 2 * margin,
                    area.height - 3 * margin - foot};

    const lesson::Clues hidden = clues_hidden(ui, state.explanation, scene);
    draw_stage_rail(ui, scene, {body.x, body.y, rail_width, body.height}, hidden, actions);
    draw_explanation(ui, state.explanation, scene,
                     {body.right() - explanation_width, body.y, explanation_width, body.height}, hidden,
                     actions);
    const Rect middle{body.x + rail_width + margin, body.y,
                      body.width - rail_width - explanation_width - 2 * margin, body.height};
    const float words_height =
        draw_words(ui, scene, {middle.x, area.y, middle.width, middle.height}, actions);
    const float top = area.y + words_height + ui.px(10);
    draw_board(ui, state.board, scene, {middle.x, top, middle.width, body.bottom() - top}, actions);
    draw_scrubber(ui, state.scrubber, scene, {body.x, body.bottom() + margin, body.width, foot}, seconds,
                  actions);
}

nlohmann::json walkthrough_report(const WalkthroughState& state) {
    const ExplanationState& e = state.explanation;
    nlohmann::json report{{"asking", e.answers.asking}, {"hidden", nlohmann::json::array()}};
    const std::pair<bool, const char*> clues[] = {{e.hidden.shapes, "shapes"},
                                                  {e.hidden.code, "code"},
                                                  {e.hidden.formula, "formula"},
                                                  {e.hidden.later, "later"}};
    for (const auto& [hidden, name] : clues)
        if (hidden) report["hidden"].push_back(name);
    report["question"] = "";
    if (!e.question) return report;
    constexpr const char* states[] = {"open", "right", "revealed"};
    report["question"] = e.question->id;
    report["answer"] = e.question->answer;
    report["state"] = states[static_cast<std::size_t>(e.answers.to(*e.question).state)];
    return report;
}

namespace {

/// The cell that the arrows move: one further in the result of the stage.
void move_cell(const Scene& scene, attention::Index down, attention::Index right, Actions& actions) {
    const auto& t = scene.trace();
    attention::Cell cell = workbench::marked_cell(scene.selection, t);
    const auto& matrix = t.matrix(cell.quantity, cell.head);
    cell.row = std::clamp<attention::Index>(cell.row + down, 0, matrix.rows() - 1);
    cell.column = std::clamp<attention::Index>(cell.column + right, 0, matrix.cols() - 1);
    actions.select = with_cell(scene.selection, cell, cell.quantity);
}

void next_product(const Scene& scene, Actions& actions) {
    actions.select = scene.selection;
    actions.select->product = (scene.selection.product + 1) % scene.stage().products(scene.trace()).size();
    actions.select->pinned.reset();
}

} // namespace

void walkthrough_keys(Ui& ui, ScrubberState& scrubber, const Scene& scene, Actions& actions) {
    const bool on_board = ui.focus.visible() && ui.focus.name() == "board";
    if (on_board) {
        if (ui.pressed(GLFW_KEY_LEFT)) move_cell(scene, 0, -1, actions);
        if (ui.pressed(GLFW_KEY_RIGHT)) move_cell(scene, 0, 1, actions);
    } else {
        if (ui.pressed(GLFW_KEY_LEFT)) actions.select = stepped(scene, -1);
        if (ui.pressed(GLFW_KEY_RIGHT)) actions.select = stepped(scene, 1);
    }
    if (ui.pressed(GLFW_KEY_UP)) move_cell(scene, -1, 0, actions);
    if (ui.pressed(GLFW_KEY_DOWN)) move_cell(scene, 1, 0, actions);
    if (ui.pressed(GLFW_KEY_LEFT, GLFW_MOD_SHIFT)) move_cell(scene, 0, -1, actions);
    if (ui.pressed(GLFW_KEY_RIGHT, GLFW_MOD_SHIFT)) move_cell(scene, 0, 1, actions);
    if (ui.pressed(GLFW_KEY_SPACE)) toggle_play(scrubber, scene, actions);
    if (ui.pressed(GLFW_KEY_P)) next_product(scene, actions);
    if (ui.pressed(GLFW_KEY_H)) {
        actions.select = scene.selection;
        actions.select->head =
            (scene.selection.head + 1) % static_cast<attention::Index>(scene.trace().heads.size());
    }
    if (ui.pressed(GLFW_KEY_M)) {
        workbench::MaskChoice mask = scene.bench.document().mask;
        mask.causal = !mask.causal;
        actions.edit(workbench::SetMask{mask});
    }
}

} // namespace ui
