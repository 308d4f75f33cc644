#include "ui/board/keys.h"

#include "ui/board/input.h"
#include "ui/chrome/scrubber.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace ui {

using base::Index;

namespace {

/// Moves the marked cell within the stage's result.
void move_cell(const Scene& scene, Index down, Index right, Actions& actions) {
    const auto& t = scene.trace();
    attention::Cell cell = workbench::marked_cell(scene.selection, t);
    const auto& matrix = t.matrix(cell.quantity, cell.head);
    cell.row = std::clamp<Index>(cell.row + down, 0, matrix.rows() - 1);
    cell.column = std::clamp<Index>(cell.column + right, 0, matrix.cols() - 1);
    actions.select = with_cell(scene.selection, cell, cell.quantity);
}

void next_product(const Scene& scene, Actions& actions) {
    actions.select = scene.selection;
    actions.select->product = (scene.selection.product + 1) % scene.stage().products(scene.trace()).size();
    actions.select->pinned.reset();
}

} // namespace

void mark_words(const Scene& scene, Index down, Index right, Actions& actions) {
    const auto& t = scene.trace();
    actions.select = scene.selection;
    actions.select->query = std::clamp<Index>(scene.selection.query + down, 0, t.n() - 1);
    actions.select->key = std::clamp<Index>(scene.selection.key + right, 0, t.m() - 1);
    actions.select->hovered.reset();
}

void word_keys(const Ui& ui, const Scene& scene, Actions& actions) {
    for (const int mods : {0, GLFW_MOD_SHIFT}) {
        if (ui.pressed(GLFW_KEY_LEFT, mods)) mark_words(scene, 0, -1, actions);
        if (ui.pressed(GLFW_KEY_RIGHT, mods)) mark_words(scene, 0, 1, actions);
    }
    if (ui.pressed(GLFW_KEY_UP)) mark_words(scene, -1, 0, actions);
    if (ui.pressed(GLFW_KEY_DOWN)) mark_words(scene, 1, 0, actions);
}

void head_key(const Ui& ui, const Scene& scene, Actions& actions) {
    if (!ui.pressed(GLFW_KEY_H)) return;
    actions.select = scene.selection;
    actions.select->head = (scene.selection.head + 1) % static_cast<Index>(scene.trace().heads.size());
}

void mask_key(const Ui& ui, const Scene& scene, Actions& actions) {
    if (!ui.pressed(GLFW_KEY_M)) return;
    workbench::MaskChoice mask = scene.bench.document().mask;
    mask.causal = !mask.causal;
    actions.edit(workbench::SetMask{mask});
}

void stage_keys(const Ui& ui, const Scene& scene, Actions& actions) {
    const bool on_board = ui.focus.visible() && ui.focus.name() == "board";
    for (const auto& [key, by] : {std::pair{GLFW_KEY_LEFT, -1}, {GLFW_KEY_RIGHT, 1}}) {
        if (ui.pressed(key) && on_board) move_cell(scene, 0, by, actions);
        if (ui.pressed(key) && !on_board) actions.select = stepped(scene, by);
        if (ui.pressed(key, GLFW_MOD_SHIFT)) move_cell(scene, 0, by, actions);
    }
    if (ui.pressed(GLFW_KEY_UP)) move_cell(scene, -1, 0, actions);
    if (ui.pressed(GLFW_KEY_DOWN)) move_cell(scene, 1, 0, actions);
    if (ui.pressed(GLFW_KEY_P)) next_product(scene, actions);
    head_key(ui, scene, actions);
    mask_key(ui, scene, actions);
}

} // namespace ui
