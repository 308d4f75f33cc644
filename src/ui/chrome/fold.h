#pragma once
// A side panel that can be folded to a strip, by the user or for lack of room.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

namespace ui {

struct Fold {
    bool folded = false; ///< the user folded it
    bool opened = false; ///< there is no room for it, but the user opened it anyway
    bool fits = true;    ///< there is room for it

    /// Whether only the strip is shown in this frame.
    bool is_folded(bool has_room) {
        fits = has_room;
        if (fits) opened = false; // no exception needed any more
        return fits ? folded : !opened;
    }
};

/// The tab at the panel's inner edge that folds and unfolds it: "fold/<panel>". A panel on the left has it at
/// its right edge. `hint` says what a click does.
void fold_handle(Ui& ui, const std::string& panel, Fold& fold, bool is_folded, const drawing::Rect& tab,
                 bool panel_at_left, const std::string& hint, Actions& actions);

/// Tab width in design pixels; the tab sits in the gap beside the panel.
inline constexpr float fold_tab_width = 14;

} // namespace ui
