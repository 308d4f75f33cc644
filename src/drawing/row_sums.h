#pragma once
// The sums of a matrix's rows, beside them.

#include "drawing/matrix_figure.h"

namespace drawing {

/// Adds "Σ" and the sum of every visible row to the right of the matrix, where rows are tall enough for a
/// number.
void add_row_sums(Figure& figure, const base::Matrix& matrix, const MatrixLayout& layout,
                  const MatrixOptions& options, const Palette& palette);

} // namespace drawing
