#pragma once
// Help on one card (?): all keys on one page, all terms on the other.

#include "ui/ui.h"

namespace ui {

struct HelpPages {
    bool glossary = false; ///< the page of terms, else that of keys
    std::string search;    ///< what is searched for among the terms
};

/// Draws the card over everything; sets `open` to false when it is closed.
void draw_keys_card(Ui& ui, const drawing::Rect& window, HelpPages& pages, bool& open);

} // namespace ui
