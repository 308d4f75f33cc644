#pragma once
// All terms on one page: a search field, and every term with its definition.

#include "ui/canvas/ui.h"

namespace ui {

/// Draws the page into `area`; `search` is the search field's text.
void draw_glossary_page(Ui& ui, std::string& search, const drawing::Rect& area);

} // namespace ui
