#pragma once
// The Start view: one live sentence, and three ways in.

#include "ui/panels/chips.h"

namespace ui {

struct StartState {
    ChipsState chips;
    std::vector<std::string> recent;                                 ///< files, the newest first
    std::shared_ptr<const std::vector<workbench::LeftOff>> left_off; ///< null: not looked up yet
};

void draw_start(Ui& ui, StartState& state, const Scene& scene, const drawing::Rect& area, Actions& actions);
/// ↑ ↓ the word that asks.
void start_keys(Ui& ui, const Scene& scene, Actions& actions);

} // namespace ui
