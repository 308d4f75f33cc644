#pragma once
// A menu entry.

#include "ui/canvas/ui.h"

namespace ui {

/// `detail` is shown small at the right; `on` marks the selected entry. True when clicked.
bool menu_row(Ui& ui, const std::string& name, const drawing::Rect& rect, const std::string& label,
              const std::string& detail, bool on);

} // namespace ui
