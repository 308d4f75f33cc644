#pragma once
// The bar at the top: views, document, undo, theme, keys.

#include "ui/panels/document_bar.h"

namespace ui {

inline constexpr float top_bar_height = 52; ///< design pixels

/// `document` is null in a view that has document bars of its own. Returns the part left free for the view:
/// nothing when the document is shown.
drawing::Rect draw_top_bar(Ui& ui, DocumentBarState* document, std::string_view view, const Scene& scene,
                           const drawing::Rect& area, Actions& actions);

} // namespace ui
