#pragma once
// What the rows of a matrix add up to, beside them.

#include "drawing/matrix_figure.h"

namespace drawing {

/// Adds "Σ" and the sum of every visible row at the right of the matrix, where rows are high enough for a
/// number.
void add_row_sums(Figure& figure, const attention::Matrix& matrix, const MatrixLayout& layout,
                  const MatrixOptions& options, const Palette& palette);

} // namespace drawing
