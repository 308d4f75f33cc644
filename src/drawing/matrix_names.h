#pragma once
// The names beside the rows and above the columns of a matrix.

#include "drawing/matrix_figure.h"

namespace drawing {

inline constexpr float axis_height = 18; ///< height of the line with the axis names, pixels at scale 1

/// Names every visible row and column where there is room; where rows or columns are too thin, shows their
/// numbers (counted from 1) at round steps. The marked row and column are always named.
void add_matrix_names(Figure& figure, const MatrixLayout& layout, const MatrixOptions& options,
                      const Palette& palette, const TextMeasure& measure);

} // namespace drawing
