#pragma once
// The bar at the top: views, document, undo, theme, keys.

#include "ui/chrome/document_bar.h"
#include "ui/chrome/view.h"

#include <span>

namespace ui {

inline constexpr float top_bar_height = 52; ///< design pixels

/// The views, and the open one.
struct Tabs {
    std::span<const ViewKind> views;
    const ViewKind& open;
};

/// `document` is null in a view that has document bars of its own. Returns the part left free for the view:
/// nothing when the document is shown.
drawing::Rect draw_top_bar(Ui& ui, DocumentBarState* document, const Tabs& tabs, const Scene& scene,
                           const drawing::Rect& area, Actions& actions);

} // namespace ui
