#pragma once
// All terms on one page: a field to search in, and every term with what it means.

#include "ui/ui.h"

namespace ui {

/// Draws the page into `area`; `search` is what stands in the field.
void draw_glossary_page(Ui& ui, std::string& search, const drawing::Rect& area);

} // namespace ui
