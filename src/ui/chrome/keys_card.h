#pragma once
// Help on one card (?): all keys on one page, all terms on the other.

#include "ui/canvas/ui.h"

namespace ui {

struct HelpPages {
    bool glossary = false; ///< the page of terms, otherwise that of keys
    std::string search;    ///< search text among the terms
};

/// Draws the card above everything; sets `open` to false when closed.
void draw_keys_card(Ui& ui, const drawing::Rect& window, HelpPages& pages, bool& open);

} // namespace ui
