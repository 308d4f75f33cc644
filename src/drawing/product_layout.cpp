#include "drawing/product_layout.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

// Design pixels.
constexpr float cell_width_most = 128, cell_height_most = 72; // larger cells show nothing more
constexpr float digits_width = 28;                            // narrower cells have no digits
constexpr float side_gap = 18;                                // between the left factor and the result
constexpr float factor_share = 0.42F;                         // maximum share of the board for a factor
constexpr float factor_cell = 0.80F;                          // a factor's cell relative to the result's
constexpr float half_pixel = 0.5F;                            // rounding tolerance

struct Sides {
    float result = 0, factor = 0; ///< cell size of each along one direction
};

/// Divides `room` between `count` cells of the result and `factor_count` cells of a factor beside it; the
/// latter are at least `least` if that leaves most of the room for the result.
Sides divide(float room, base::Index count, base::Index factor_count, float most, float share, float least) {
    const auto cells = static_cast<float>(count), factor_cells = static_cast<float>(factor_count);
    if (factor_count == 0) return {std::min(most, room / cells), 0};
    float result = std::min(most, room / (cells + share * factor_cells));
    float factor = share * result;
    if (factor * factor_cells > factor_share * room) {
        factor = std::min(share * most, factor_share * room / factor_cells);
        result = std::min(most, (room - factor * factor_cells) / cells);
    }
    // Keeps the few columns of a factor readable beside a result with thousands.
    const float readable = std::min(least, 0.25F * room / factor_cells);
    if (factor < readable) {
        factor = readable;
        result = std::min(result, (room - factor * factor_cells) / cells);
    }
    return {result, factor};
}

/// Where the zoomed content starts in one direction, so that the view's centre is in the middle and no edge
/// moves into the window.
float start_of(float window_start, float window, float content, float centre) {
    const float wanted = window_start + window / 2 - centre * content;
    return std::clamp(wanted, window_start + window - content, window_start);
}

/// The cells at zoom 1.
struct Cells {
    Sides across, down;
};

Cells cells_for(const ProductShape& shape, float room_x, float room_y, float scale) {
    // An elementwise stage has two matrices of the same size; a product's left factor is drawn slightly
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
    for (float* width : {&across.result, &across.factor})
        *width = std::max(*width, shape.least.width);
    for (float* height : {&down.result, &down.factor})
        *height = std::max(*height, shape.least.height);
    return {across, down};
}

/// One direction of the board: the pixels needed by result and factor, and the room for both.
struct Direction {
    float room = 0, content = 0, factor = 0;
    float factor_most = factor_share; ///< maximum share of the room for the factor

    float factor_window() const {
        const float most = factor_most * room;
        return factor > most + half_pixel ? most : factor;
    }
    float room_for_result() const { return room - factor_window(); }
    /// How much of the content fits, at most 1. Without any room nothing has to.
    float share_with_room() const {
        const float fits = room_for_result();
        return fits > 0 && content > fits ? fits / content : 1;
    }
    float window() const { return std::clamp(room_for_result(), 0.0F, content); }
    bool scrolls() const { return content > room_for_result() + half_pixel || factor > factor_window(); }
};

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
    const bool elementwise = shape.left && !shape.top;
    const float names = std::max(shape.row_names, shape.left ? 0 : shape.top_names);
    const float gap = shape.left ? side_gap * scale : 0;
    const float symbol = symbol_height * scale, column_names = column_names_height * scale;
    const float below_top = shape.top ? symbol * 0.2F : 0;
    const float room_x = area.width - names - gap - shape.row_sums;
    const float room_y = area.height - symbol - column_names - below_top;
    Direction x, y;
    if (elementwise) x.factor_most = 0.5F;
    ProductLayout layout;
    // Where not everything fits there are scroll bars, at the right for rows, below for columns. They take
    // room from the other direction, which may then no longer fit either.
    for (bool rows_scroll = false, columns_scroll = false;;) {
        x.room = room_x - (rows_scroll ? scroll_bar_room * scale : 0);
        y.room = room_y - (columns_scroll ? scroll_bar_room * scale : 0);
        const auto [across, down] = cells_for(shape, x.room, y.room, scale);
        x.content = across.result * static_cast<float>(shape.result.columns);
        y.content = down.result * static_cast<float>(shape.result.rows);
        if (shape.left) x.factor = across.factor * static_cast<float>(shape.left->columns);
        if (shape.top) y.factor = down.factor * static_cast<float>(shape.top->rows);
        layout.whole = std::min(x.share_with_room(), y.share_with_room());
        x.content *= view.zoom;
        y.content *= view.zoom;
        if (elementwise) // cells as wide as the result's; concatenated heads have more columns than one head
            x.factor = x.content * static_cast<float>(shape.left->columns) /
                       static_cast<float>(shape.result.columns);
        const bool settled = (rows_scroll || !y.scrolls()) && (columns_scroll || !x.scrolls());
        if (settled) break;
        rows_scroll = rows_scroll || y.scrolls();
        columns_scroll = columns_scroll || x.scrolls();
    }

    const float width = x.window(), height = y.window();
    const float left_width = x.factor_window(), top_height = y.factor_window();
    const float x0 = area.x + std::max(0.0F, (x.room - left_width - width) / 2) + names;
    // A small product is placed slightly above the middle of the board, not in its corner.
    const float lowered = 0.3F * std::max(0.0F, y.room - top_height - height);
    const float top_y = area.y + symbol + lowered;
    const float y0 = top_y + column_names + top_height + below_top;

    const Rect window{x0 + left_width + gap, y0, width, height};
    const Rect content{start_of(window.x, width, x.content, view.centre_column),
                       start_of(y0, height, y.content, view.centre_row), x.content, y.content};
    layout.result = placed(window, content, shape.result);
    if (shape.left) {
        // The left factor shares the rows of the result; in an elementwise stage also the columns.
        const float centre = elementwise ? view.centre_column : view.centre_inner;
        layout.left = placed(
            {x0, y0, left_width, height},
            {start_of(x0, left_width, x.factor, centre), content.y, x.factor, content.height}, *shape.left);
    }
    if (shape.top)
        layout.top = placed(
            {window.x, top_y, width, top_height},
            {content.x, start_of(top_y, top_height, y.factor, view.centre_inner), content.width, y.factor},
            *shape.top);
    return layout;
}

} // namespace drawing
