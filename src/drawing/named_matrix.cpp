#include "drawing/named_matrix.h"

#include "drawing/matrix_names.h"
#include "drawing/product_layout.h"

#include <algorithm>

namespace drawing {

float names_width(Index count, const NameOf& name, float scale, const TextMeasure& measure) {
    constexpr Index most_measured = 200;
    float width = 0;
    for (Index i = 0; i < std::min(count, most_measured); ++i)
        width = std::max(width, measure.width(Font::sans, 13 * scale, name(i)));
    return std::min(width, widest_row_name * scale) + 14 * scale;
}

MatrixLayout fit_with_names(Rect area, Index rows, Index columns, const MatrixOptions& options,
                            float largest_width, float largest_height, const TextMeasure& measure) {
    const float left = options.row_name ? names_width(rows, options.row_name, options.scale, measure) : 0;
    const bool axes = !options.row_axis.empty() || !options.column_axis.empty();
    const float above =
        ((options.column_name ? column_names_height : 0) + (axes ? axis_height : 0)) * options.scale;
    const float right = options.row_sums ? row_sums_width * options.scale : 0;
    return fit({area.x + left, area.y + above, area.width - left - right, area.height - above}, rows, columns,
               largest_width, largest_height);
}

} // namespace drawing
