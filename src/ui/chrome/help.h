#pragma once
// Help on one card (?): all keys, the keys of a lecture, all terms.

#include "ui/canvas/ui.h"

namespace ui {

enum class HelpPage { keys, lecture, glossary };

struct HelpPages {
    HelpPage page = HelpPage::keys;
    std::string search; ///< search text among the terms
};

/// Draws the card above everything; sets `open` to false when closed.
void draw_keys_card(Ui& ui, const drawing::Rect& window, HelpPages& pages, bool& open);

} // namespace ui
