#pragma once
// The bar at the top: the views, what is computed, undo, theme, keys.

#include "ui/panels/document_bar.h"

namespace ui {

inline constexpr float top_bar_height = 52; ///< design pixels

/// `document` is null in a view that has document bars of its own.
/// Returns what is left free for the view: nothing where the document stands.
drawing::Rect draw_top_bar(Ui& ui, DocumentBarState* document, std::string_view view, const Scene& scene,
                           const drawing::Rect& area, Actions& actions);

} // namespace ui
