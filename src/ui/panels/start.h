#pragma once
// The Start view: one live sentence, and three ways in.

#include "ui/actions.h"
#include "ui/panels/chips.h"
#include "ui/ui.h"

namespace ui {

struct StartState {
    ChipsState chips;
    std::vector<std::string> recent;                                 ///< files, newest first
    std::shared_ptr<const std::vector<workbench::LeftOff>> left_off; ///< null: not looked up yet
};

void draw_start(Ui& ui, StartState& state, const Scene& scene, const drawing::Rect& area, Actions& actions);
/// ↑ ↓ query word.
void start_keys(Ui& ui, const Scene& scene, Actions& actions);

} // namespace ui
