#pragma once
// Paragraphs with coloured words and line breaks; and words with subscripts.

#include "ui/canvas/ui.h"

#include <functional>

namespace ui {

/// Called for each piece of a text that names something (Span::tie), before it is drawn at its place.
using TieUse = std::function<void(int tie, const drawing::Rect& place)>;

/// Draws (or with `measure_only` just measures) a paragraph from `at` (top left) within `width`; returns its
/// height.
float paragraph(Ui& ui, drawing::Point at, float width, const narration::Paragraph& spans,
                float size = body_size, bool measure_only = false, drawing::Role plain = drawing::Role::text,
                float line_spacing = 1.45F, const TieUse& tied = {});

/// The same for plain text.
float paragraph(Ui& ui, drawing::Point at, float width, const std::string& text, drawing::Font font,
                float size, drawing::Rgba colour);

/// A line in which letters after "_" are a subscript ("W_Q", "÷ √d_model"); `at.y` is its vertical centre.
/// Returns the width.
float subscripted(Ui& ui, drawing::Point at, const std::string& text, drawing::Font font, float size,
                  drawing::Rgba colour, drawing::Align align = drawing::Align::left);

} // namespace ui
