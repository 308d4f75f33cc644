#pragma once
// The menu of presets, by group.

#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"

namespace ui {

/// Opened by open_popup(ui, "presets"). True when a preset was selected.
bool draw_preset_menu(Ui& ui, const Scene& scene, const drawing::Rect& button, Actions& actions);

} // namespace ui
