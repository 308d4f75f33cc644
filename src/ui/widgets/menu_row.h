#pragma once
// A line of a menu.

#include "ui/ui.h"

namespace ui {

/// `detail` stands small at the right end; `on` marks the entry that is chosen. True when it was clicked.
bool menu_row(Ui& ui, const std::string& name, const drawing::Rect& rect, const std::string& label,
              const std::string& detail, bool on);

} // namespace ui
