#include "ui/panels/walkthrough.h"

#include "ui/panels/board_input.h"
#include "ui/panels/next_step.h"
#include "ui/panels/scrubber.h"
#include "ui/panels/stage_rail.h"

#include <GLFW/glfw3.h>

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

    state.play.player.follow(scene.selection.stage);
    const workbench::Playback playback(scene.trace(), scene.selection);
    const auto scrubber = [&] {
        draw_scrubber(ui, state.play.player, &playback, scene,
                      {body.x, body.bottom() + margin, body.width, foot}, seconds, actions);
    };
    if (state.play.player.open()) {
        draw_play(ui, state.play, state.board, playback, scene, body, actions);
        return scrubber();
    }
    const Scene seen = on_show(state.board, scene);
    draw_stage_rail(ui, scene, {body.x, body.y, rail_width, body.height}, actions);
    const Rect column{body.right() - explanation_width, body.y, explanation_width, body.height};
    const float next = ui.px(next_step_height), gap = ui.px(10);
    draw_explanation(ui, state.explanation, seen,
                     {column.x, column.y, column.width, column.height - next - gap}, actions);
    draw_next_step(ui, scene, {column.x, column.bottom() - next, column.width, next}, actions);
    const Rect middle{body.x + rail_width + margin, body.y,
                      body.width - rail_width - explanation_width - 2 * margin, body.height};
    const float words_height = draw_words(ui, seen, {middle.x, area.y, middle.width, middle.height}, actions);
    const float under = area.y + words_height + ui.px(10);
    const float chips = chips_height(ui, state.chips, scene, middle.width);
    draw_chips(ui, state.chips, scene, {middle.x, under, middle.width, chips}, actions);
    const float top = under + chips;
    draw_board(ui, state.board, scene, {middle.x, top, middle.width, body.bottom() - top}, actions);
    scrubber();
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

void walkthrough_keys(Ui& ui, const Scene& scene, Actions& actions) {
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
