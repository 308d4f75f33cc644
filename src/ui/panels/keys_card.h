#pragma once
// All keys on one card (?).

#include "ui/ui.h"

namespace ui {

/// Draws the card over everything; sets `open` to false when it is closed.
void draw_keys_card(Ui& ui, const drawing::Rect& window, bool& open);

} // namespace ui
