#pragma once
// A panel at the side of a view that can be folded away to a strip, by the person or for want of room.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

struct Fold {
    bool folded = false; ///< the person folded it away
    bool opened = false; ///< there is no room for it, and the person opened it all the same
    bool fits = true;    ///< there is room for it

    /// Whether only the strip is shown in this frame.
    bool is_folded(bool has_room) {
        fits = has_room;
        if (fits) opened = false; // it needs no exception any more
        return fits ? folded : !opened;
    }
};

/// The tab at the panel's inner edge that folds it away and brings it back: "fold/<panel>". A panel at the
/// left has it at its right edge. `hint` says what a click does.
void fold_handle(Ui& ui, const std::string& panel, Fold& fold, bool is_folded, const drawing::Rect& tab,
                 bool panel_at_left, const std::string& hint, Actions& actions);

/// Width of a tab, design pixels: it stands in the gap beside the panel.
inline constexpr float fold_tab_width = 14;

} // namespace ui
