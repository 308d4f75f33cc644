#include "drawing/figures/matrix_layout.h"

#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cmath>

namespace drawing {

namespace {

// The cells of one matrix.

/// The edge before cell `index`, along one axis.
float cell_edge(float start, float offset, float cell, Index index) {
    const float at = start - offset + cell * static_cast<float>(index);
    return cell >= 4 ? std::round(at) : at;
}

Rect intersection(Rect a, Rect b) {
    const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    return {x, y, std::max(0.0F, std::min(a.right(), b.right()) - x),
            std::max(0.0F, std::min(a.bottom(), b.bottom()) - y)};
}

/// The first visible cell and how many of `count` are visible, along one axis.
std::pair<Index, Index> visible(float offset, float length, float cell, Index count) {
    if (cell <= 0 || count == 0) return {0, 0};
    // Less than a thousandth of a cell is rounding error, not a visible cell.
    const auto first = static_cast<Index>(std::floor(offset / cell + 1e-3F));
    const auto last = static_cast<Index>(std::ceil((offset + length) / cell - 1e-3F));
    const Index from = std::clamp<Index>(first, 0, count - 1);
    return {from, std::clamp<Index>(last, from + 1, count) - from};
}

float clamped_offset(float offset, float cell, Index count, float length) {
    return std::clamp(offset, 0.0F, std::max(0.0F, cell * static_cast<float>(count) - length));
}

float mixed(float from, float to, float share) {
    return from + share * (to - from);
}

} // namespace

bool reaches_beyond(const MatrixLayout& l) {
    // Allows half a pixel of rounding error.
    return l.cell_width * static_cast<float>(l.columns) > l.area.width + 0.5F ||
           l.cell_height * static_cast<float>(l.rows) > l.area.height + 0.5F;
}

MatrixLayout fit(Rect available, Index rows, Index columns, float largest_width, float largest_height) {
    const auto n = static_cast<float>(std::max<Index>(rows, 1)),
               m = static_cast<float>(std::max<Index>(columns, 1));
    MatrixLayout layout{.rows = rows, .columns = columns};
    layout.cell_width = std::min(largest_width, available.width / m);
    layout.cell_height = std::min(largest_height, available.height / n);
    layout.area = {available.x, available.y, layout.cell_width * static_cast<float>(columns),
                   layout.cell_height * static_cast<float>(rows)};
    return layout;
}

Rect cell_rect(const MatrixLayout& l, CellPlace place) {
    const float left = cell_edge(l.area.x, l.offset_x, l.cell_width, place.column);
    const float top = cell_edge(l.area.y, l.offset_y, l.cell_height, place.row);
    return {left, top, cell_edge(l.area.x, l.offset_x, l.cell_width, place.column + 1) - left,
            cell_edge(l.area.y, l.offset_y, l.cell_height, place.row + 1) - top};
}

Rect row_rect(const MatrixLayout& l, Index row) {
    const Rect first = cell_rect(l, {row, 0}), last = cell_rect(l, {row, l.columns - 1});
    return intersection({first.x, first.y, last.right() - first.x, first.height}, l.area);
}

Rect column_rect(const MatrixLayout& l, Index column) {
    const Rect first = cell_rect(l, {0, column}), last = cell_rect(l, {l.rows - 1, column});
    return intersection({first.x, first.y, first.width, last.bottom() - first.y}, l.area);
}

std::optional<CellPlace> cell_at(const MatrixLayout& l, Point point) {
    if (!l.area.contains(point) || l.rows == 0 || l.columns == 0) return {};
    const auto row = static_cast<Index>((point.y - l.area.y + l.offset_y) / l.cell_height);
    const auto column = static_cast<Index>((point.x - l.area.x + l.offset_x) / l.cell_width);
    if (row >= l.rows || column >= l.columns) return {};
    return CellPlace{row, column};
}

CellBlock visible_cells(const MatrixLayout& l) {
    const auto [row, rows] = visible(l.offset_y, l.area.height, l.cell_height, l.rows);
    const auto [column, columns] = visible(l.offset_x, l.area.width, l.cell_width, l.columns);
    return {row, column, rows, columns};
}

Rect visible_part(const MatrixLayout& l) {
    if (l.cell_width <= 0 || l.cell_height <= 0) return {};
    return {l.offset_x / l.cell_width, l.offset_y / l.cell_height, l.area.width / l.cell_width,
            l.area.height / l.cell_height};
}

MatrixLayout panned(MatrixLayout l, float dx, float dy) {
    l.offset_x = clamped_offset(l.offset_x - dx, l.cell_width, l.columns, l.area.width);
    l.offset_y = clamped_offset(l.offset_y - dy, l.cell_height, l.rows, l.area.height);
    return l;
}

MatrixLayout revealing(const MatrixLayout& l, CellPlace place) {
    const Rect cell = cell_rect(l, place);
    const auto shift = [](float low, float high, float from, float to) {
        if (low < from) return from - low;
        return high > to ? std::max(from - low, to - high) : 0.0F;
    };
    return panned(l, shift(cell.x, cell.right(), l.area.x, l.area.right()),
                  shift(cell.y, cell.bottom(), l.area.y, l.area.bottom()));
}

MatrixLayout between(const MatrixLayout& from, const MatrixLayout& to, float share) {
    MatrixLayout l = to;
    l.area = {mixed(from.area.x, to.area.x, share), mixed(from.area.y, to.area.y, share),
              mixed(from.area.width, to.area.width, share), mixed(from.area.height, to.area.height, share)};
    l.cell_width = mixed(from.cell_width, to.cell_width, share);
    l.cell_height = mixed(from.cell_height, to.cell_height, share);
    l.offset_x = mixed(from.offset_x, to.offset_x, share);
    l.offset_y = mixed(from.offset_y, to.offset_y, share);
    return l;
}

namespace {

// The digits.

float reach_of(Range range) {
    return std::max(std::abs(range.low), std::abs(range.high));
}

/// The number of decimals that shows the first two digits of the largest number: 0 for 12.3, 1 for 1.23, 3
/// for 0.0123; at most 4.
int decimals_for_two_digits(float reach) {
    if (!(reach > 0)) return 2;
    return std::clamp(1 - static_cast<int>(std::floor(std::log10(reach))), 0, 4);
}

int widest(Range range, int decimals) {
    return std::max(character_count(number_text(range.low, decimals)),
                    character_count(number_text(range.high, decimals)));
}

/// One measurement is enough: Font::mono digits are all equally wide, and widths scale with the size.
float digit_width(const TextMeasure& measure) {
    return measure.width(Font::mono, 100, "0") / 100;
}

constexpr float share_of_width = 0.88F; // of a cell's width, at most, for its digits
constexpr float share_of_low_cell = 0.56F, share_of_high_cell = 0.36F;

} // namespace

Digits digits_for(Range range, float width, float height, DigitLimits limits, const TextMeasure& measure) {
    const float wide = digit_width(measure);
    const int least = decimals_for_two_digits(reach_of(range));
    Digits digits{0, std::max(2, least)};
    if (height < 1.3F * limits.smallest) return digits;
    const float by_height = std::clamp(
        std::max(share_of_high_cell * height, std::min(share_of_low_cell * height, limits.comfortable)),
        limits.smallest, limits.largest);
    for (; digits.decimals >= std::min(least, 2); --digits.decimals) {
        const float by_width =
            share_of_width * width / (wide * static_cast<float>(widest(range, digits.decimals)));
        if (by_width < limits.smallest) continue;
        digits.size = std::max(limits.smallest, std::floor(2 * std::min(by_height, by_width)) / 2);
        return digits;
    }
    return {};
}

CellSize cell_for(Digits digits, Range range, DigitLimits limits, const TextMeasure& measure) {
    const float share = digits.size <= limits.comfortable ? share_of_low_cell : share_of_high_cell;
    const auto characters = static_cast<float>(widest(range, digits.decimals));
    return {digit_width(measure) * digits.size * characters / share_of_width, digits.size / share};
}

namespace {

// The matrices of a product. Sizes in design pixels.

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
    // An elementwise stage has two matrices of the same size; a product's left factor is slightly narrower.
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
