#include "drawing/row_sums.h"

#include "drawing/fitted_text.h"

#include <cassert>

namespace drawing {

void add_row_sums(Figure& figure, const base::Matrix& matrix, const MatrixLayout& layout,
                  const MatrixOptions& options, const Palette& palette) {
    assert(!options.transposed);
    const float scale = options.scale, size = 12.5F * scale;
    if (layout.cell_height < 1.3F * size) return;
    const Rect area = layout.area;
    const float x = area.right() + 0.5F * row_sums_width * scale + 2 * scale;
    figure.push_back(
        Label{{x, area.y - 12 * scale}, Align::centre, Font::sans_bold, size, palette[Role::quiet], "Σ"});
    const CellBlock block = visible_cells(layout);
    for (Index row = block.row; row < block.row + block.rows; ++row) {
        const float y = cell_rect(layout, {row, 0}).centre().y;
        if (y < area.y || y > area.bottom()) continue;
        const bool marked = row == options.marked_row;
        // In double: a sum shown as 1.00 must be the sum of the weights, not of rounding errors.
        const double sum = matrix.row(row).cast<double>().sum();
        figure.push_back(Label{{x, y},
                               Align::centre,
                               marked ? Font::mono_bold : Font::mono,
                               size,
                               palette[marked ? Role::text : Role::quiet],
                               number_text(static_cast<float>(sum), 2)});
    }
}

} // namespace drawing
