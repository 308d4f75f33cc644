#include "drawing/product_layout.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

// Design pixels.
constexpr float cell_width_most = 128, cell_height_most = 72; // larger cells say nothing more
constexpr float digits_width = 28;                            // below it a cell has no digits
constexpr float side_gap = 18;                                // from the left factor to the result
constexpr float factor_share = 0.42F;                         // of the board, at most, for a factor
constexpr float factor_cell = 0.80F;                          // a factor's cell against the result's

struct Sides {
    float result = 0, factor = 0; ///< size of one cell of each along one direction
};

/// Divides `room` between `count` cells of the result and `factor_count` of a factor beside it, which are at
/// least `least` if that leaves the result most of the room.
Sides divide(float room, attention::Index count, attention::Index factor_count, float most, float share,
             float least) {
    const auto cells = static_cast<float>(count), factor_cells = static_cast<float>(factor_count);
    if (factor_count == 0) return {std::min(most, room / cells), 0};
    float result = std::min(most, room / (cells + share * factor_cells));
    float factor = share * result;
    if (factor * factor_cells > factor_share * room) {
        factor = std::min(share * most, factor_share * room / factor_cells);
        result = std::min(most, (room - factor * factor_cells) / cells);
    }
    // The few columns of a factor stay readable beside a result of thousands.
    const float readable = std::min(least, 0.25F * room / factor_cells);
    if (factor < readable) {
        factor = readable;
        result = std::min(result, (room - factor * factor_cells) / cells);
    }
    return {result, factor};
}

/// The content of a zoomed direction: where it starts so that the view's centre is in the middle and no edge
/// comes in.
float start_of(float window_start, float window, float content, float centre) {
    const float wanted = window_start + window / 2 - centre * content;
    return std::clamp(wanted, window_start + window - content, window_start);
}

MatrixLayout placed(const Rect& window, const Rect& content, Size size) {
    return {window,
            size.rows,
            size.columns,
            content.width / static_cast<float>(size.columns),
            content.height / static_cast<float>(size.rows),
            window.x - content.x,
            window.y - content.y};
}

} // namespace

ProductLayout lay_out(const ProductShape& shape, const Rect& area, float scale, const ProductView& view) {
    const float names = std::max(shape.row_names, shape.left ? 0 : shape.top_names);
    const float gap = shape.left ? side_gap * scale : 0;
    const float symbol = symbol_height * scale, column_names = column_names_height * scale;
    const float room_x = area.width - names - gap - shape.row_sums;
    const float room_y = area.height - symbol - column_names - (shape.top ? symbol * 0.2F : 0);

    // An elementwise stage has two matrices of the same size; a product's left factor is drawn a little
    // narrower.
    const bool elementwise = shape.left && !shape.top;
    Sides across = divide(room_x, shape.result.columns, shape.left ? shape.left->columns : 0,
                          cell_width_most * scale, elementwise ? 1 : factor_cell, 44 * scale);
    if (elementwise)
        across.factor = across.result =
            std::min(across.result, room_x / static_cast<float>(shape.result.columns + shape.left->columns));
    Sides down = divide(room_y, shape.result.rows, shape.top ? shape.top->rows : 0, cell_height_most * scale,
                        shape.top ? 0.92F : 1, 22 * scale);
    if (across.result < digits_width * scale && shape.result.columns > 24 && shape.result.rows > 24) {
        const float side = std::min(across.result, down.result);
        across.result = down.result = side;
        if (elementwise) across.factor = side;
    }

    const float left_width = shape.left ? across.factor * static_cast<float>(shape.left->columns) : 0;
    const float top_height = shape.top ? down.factor * static_cast<float>(shape.top->rows) : 0;
    const float fit_width = across.result * static_cast<float>(shape.result.columns);
    const float fit_height = down.result * static_cast<float>(shape.result.rows);
    // Zoomed in, the window takes what room there is.
    const float width = std::min(fit_width * view.zoom, room_x - left_width);
    const float height = std::min(fit_height * view.zoom, room_y - top_height);

    const float x0 =
        area.x + std::max(0.0F, (area.width - names - left_width - gap - width - shape.row_sums) / 2) + names;
    // A small product stands a little above the middle of the board, not in its corner.
    const float lowered = 0.3F * std::max(0.0F, room_y - top_height - height);
    const float top_y = area.y + symbol + lowered;
    const float y0 = top_y + column_names + top_height + (shape.top ? symbol * 0.2F : 0);

    const Rect window{x0 + left_width + gap, y0, width, height};
    const Rect content{start_of(window.x, width, fit_width * view.zoom, view.centre_column),
                       start_of(y0, height, fit_height * view.zoom, view.centre_row), fit_width * view.zoom,
                       fit_height * view.zoom};
    ProductLayout layout;
    layout.result = placed(window, content, shape.result);
    if (shape.left) {
        // The rows of the left factor are those of the result; of an elementwise stage the columns are, too.
        const float stretch = elementwise ? content.width / width : 1;
        const float shift = elementwise ? (window.x - content.x) * left_width / width : 0;
        layout.left = placed({x0, y0, left_width, height},
                             {x0 - shift, content.y, left_width * stretch, content.height}, *shape.left);
    }
    if (shape.top)
        layout.top = placed({window.x, top_y, width, top_height},
                            {content.x, top_y, content.width, top_height}, *shape.top);
    return layout;
}

} // namespace drawing
