#pragma once
// The colour legend of a matrix: a bar from the smallest to the largest number.

#include "drawing/figure.h"

namespace drawing {

/// The width of a legend with text of `size` pixels.
float legend_width(ColourMap map, Range range, float size, const TextMeasure& measure);

/// The bar, vertically centred in `area`, with its end values; zero has a tick when it lies between them.
Figure legend_figure(ColourMap map, Range range, const Rect& area, float size, const Palette& palette,
                     const TextMeasure& measure);

} // namespace drawing
