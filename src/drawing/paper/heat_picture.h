#pragma once
// A matrix as coloured pixels, for paper; on screen shaders/heat_map.frag does the same.

#include "drawing/shapes/figure.h"

namespace drawing {

/// Hatching of masked cells: lines rising to the right; spacing in pixels of the figure, strength as opacity.
struct HeatHatching {
    float spacing = 6, strength = 0.59F;
};
inline constexpr HeatHatching heat_hatching;

/// Pixels, row by row from the top, and the area they fill: all of heat.rect, or slightly more where `rect`
/// cuts through cells.
struct HeatPicture {
    Rect place = {};
    base::Index width = 0, height = 0;
    std::vector<Rgba> pixels = {};
    std::vector<Rect> hatched =
        {}; ///< masked cells still to be hatched; none when the pixels show the hatching
};

/// Large cells are one pixel each. Small cells get `sharpness` pixels per figure pixel, each coloured by the
/// mean of the numbers under it, weighted by overlap; −∞ is left out of the mean and hatched in `masked` in
/// proportion to its share. A matrix without rows or columns, or a view without size, gives nothing.
HeatPicture heat_picture(const Heat& heat, bool dark, float sharpness);

} // namespace drawing
