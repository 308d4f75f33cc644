#pragma once
// What the colours of a matrix say: a bar from the smallest to the largest number.

#include "drawing/figure.h"

namespace drawing {

/// The width that a legend needs with text of `size` pixels.
float legend_width(ColourMap map, Range range, float size, const TextMeasure& measure);

/// The bar in the middle of `area`, its ends named by their numbers; zero has a tick where it lies between.
Figure legend_figure(ColourMap map, Range range, const Rect& area, float size, const Palette& palette,
                     const TextMeasure& measure);

} // namespace drawing
