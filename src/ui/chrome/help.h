#pragma once
// Help on one card (?): what one may want to do, and the way there; all keys, the keys of a lecture, all
// terms.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

namespace ui {

enum class HelpPage { wishes, keys, lecture, glossary };

struct HelpPages {
    HelpPage page = HelpPage::wishes;
    std::string search; ///< search text among the terms
};

/// What a wish may need to know.
struct HelpWays {
    Actions& actions;
    std::string first_lesson; ///< id of the one that needs nothing before it; empty: there is none
};

/// Draws the card above everything; sets `open` to false when closed, and when a way is taken. `ways` is null
/// in a lecture, which shows no wishes.
void draw_keys_card(Ui& ui, const drawing::Rect& window, HelpPages& pages, bool& open, HelpWays* ways);

} // namespace ui
