#pragma once
// The menu of presets, by group.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// Opened by open_popup(ui, "presets"). True when a preset was selected.
bool draw_preset_menu(Ui& ui, const Scene& scene, const drawing::Rect& button, Actions& actions);

} // namespace ui
