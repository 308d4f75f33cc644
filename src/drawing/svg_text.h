#pragma once
// The words of a figure as text. Cairo writes letters into SVG files as outlines, which look alike everywhere
// but can be neither searched nor copied.

#include "drawing/cairo_fonts.h"

#include <string>

namespace drawing {

/// A group of SVG text elements, transparent, each lying over the outlines of its label, in reading order and
/// with the font that it was set in.
std::string svg_text(const Figure& figure, CairoFonts& fonts);

} // namespace drawing
