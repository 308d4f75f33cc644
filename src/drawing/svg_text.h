#pragma once
// The text of a figure as SVG text. Cairo writes letters into SVG files as outlines, which look the same
// everywhere but can be neither searched nor copied.

#include "drawing/cairo_fonts.h"

#include <string>

namespace drawing {

/// A group of transparent SVG text elements, each lying over the outlines of its label, in reading order and
/// in the label's font.
std::string svg_text(const Figure& figure, CairoFonts& fonts);

} // namespace drawing
