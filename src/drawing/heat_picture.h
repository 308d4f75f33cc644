#pragma once
// A matrix in colours as pixels, for paper; on the screen shaders/heat_map.frag does the same.

#include "drawing/figure.h"

namespace drawing {

/// Of masked cells: lines rising to the right, pixels of the figure apart, so opaque.
struct HeatHatching {
    float spacing = 6, strength = 0.59F;
};
inline constexpr HeatHatching heat_hatching;

/// Pixels, row by row from the top, and the place that they fill: all of heat.rect, or a little more where
/// `rect` cuts through cells.
struct HeatPicture {
    Rect place = {};
    attention::Index width = 0, height = 0;
    std::vector<Rgba> pixels = {};
    std::vector<Rect> hatched = {}; ///< masked cells, to be hatched; none where the pixels have it already
};

/// Large cells are a pixel each. Where cells are small, `sharpness` pixels for one of the figure, and each is
/// the colour of the mean of the numbers under it, weighted by how much of each it covers; −∞ stays out of
/// the mean and is hatched in `masked` by its share. Of a matrix without rows or columns, or a view without
/// size, nothing.
HeatPicture heat_picture(const Heat& heat, bool dark, float sharpness);

} // namespace drawing
