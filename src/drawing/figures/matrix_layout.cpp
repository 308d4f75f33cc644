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
constexpr float share_of_high_cell = 0.36F;

} // namespace

Digits digits_for(Range range, float width, float height, DigitLimits limits, const TextMeasure& measure) {
    const float wide = digit_width(measure);
    const int least = decimals_for_two_digits(reach_of(range));
    Digits digits{0, std::max(2, least)};
    if (height < 1.3F * limits.smallest) return digits;
    const float comfortable = std::max(share_of_high_cell * height,
                                       std::min(limits.share_of_low_cell * height, limits.comfortable));
    const float by_height = std::max(limits.smallest, std::min(comfortable, limits.largest));
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
    const float share = digits.size <= limits.comfortable ? limits.share_of_low_cell : share_of_high_cell;
    const auto characters = static_cast<float>(widest(range, digits.decimals));
    return {digit_width(measure) * digits.size * characters / share_of_width, digits.size / share};
}

namespace {

// The matrices of a product. Sizes in design pixels.

constexpr float digits_width = 28, digits_height = 15; // smaller cells have no digits
constexpr float readable_width = 44, readable_height = 22;
constexpr float side_gap = 30;        // between the left factor and the result
constexpr float below_top = 10;       // between the factor above and the names of the left one's columns
constexpr float factor_share = 0.42F; // maximum share of the board for a factor whose result has no digits
constexpr float half_pixel = 0.5F;    // rounding tolerance

struct Sides {
    float result = 0, factor = 0; ///< cell size of each along one direction
};

/// Divides `room` between `count` cells of the result and `factor_count` cells of a factor beside it: cells
/// of one size, unless they are too small for `digits`. Then the result gets most of the room, and the cells
/// of the factor are at least `readable` if that leaves it.
Sides divide(float room, base::Index count, base::Index factor_count, float most, float digits,
             float readable) {
    const auto cells = static_cast<float>(count), factor_cells = static_cast<float>(factor_count);
    const float uniform = std::min(most, room / (cells + factor_cells));
    if (factor_count == 0) return {uniform, 0};
    if (uniform >= digits) return {uniform, uniform};
    float result = uniform, factor = uniform;
    if (factor * factor_cells > factor_share * room) {
        factor = factor_share * room / factor_cells;
        result = std::min(most, (room - factor * factor_cells) / cells);
    }
    // Keeps the few columns of a factor readable beside a result with thousands.
    const float least = std::min({readable, most, 0.25F * room / factor_cells});
    if (factor < least) {
        factor = least;
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

/// `room_words`: the height for the rows of the result below a row of words over its left factor.
Cells cells_for(const ProductShape& shape, float room_x, float room_y, float room_words, float scale) {
    const bool elementwise = shape.left && !shape.top;
    Sides across = divide(room_x, shape.result.columns, shape.left ? shape.left->columns : 0,
                          shape.most.width * scale, digits_width * scale, readable_width * scale);
    if (elementwise) // two matrices that are compared cell by cell
        across.factor = across.result =
            std::min(across.result, room_x / static_cast<float>(shape.result.columns + shape.left->columns));
    Sides down = divide(room_y, shape.result.rows, shape.top ? shape.top->rows : 0, shape.most.height * scale,
                        digits_height * scale, readable_height * scale);
    const float lowest = room_words / static_cast<float>(shape.result.rows);
    if (down.result > lowest) {
        if (down.factor == down.result) down.factor = lowest;
        down.result = lowest;
    }
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
        const bool fits = factor + content <= room + half_pixel;
        return !fits && factor > most + half_pixel ? most : factor;
    }
    float room_for_result() const { return room - factor_window(); }
    /// How much of the content fits, at most 1. Without any room nothing has to.
    float share_with_room() const {
        const float fits = room_for_result();
        return fits > 0 && content > fits + half_pixel ? fits / content : 1;
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
    const float names_above = column_names_height * scale;
    // Above the uppermost matrix, and between the factor above and the result.
    const float above = shape.words > 0 && !shape.words_left ? shape.words : names_above;
    const float beside_words = shape.words_left ? shape.word_boxes : 0;
    const float between = shape.top ? std::max(names_above + below_top * scale, beside_words) : 0;
    const float above_rows = shape.words_left ? std::max(shape.words, names_above) : 0; // of the result
    const float room_x = area.width - names - gap - shape.row_sums;
    const float room_y = area.height - above - between;
    Direction x, y;
    if (elementwise) x.factor_most = 0.5F;
    ProductLayout layout;
    // Where not everything fits there are scroll bars, at the right for rows, below for columns. They take
    // room from the other direction, which may then no longer fit either.
    for (bool rows_scroll = false, columns_scroll = false;;) {
        x.room = room_x - (rows_scroll ? scroll_bar_room * scale : 0);
        y.room = room_y - (columns_scroll ? scroll_bar_room * scale : 0);
        const auto [across, down] =
            cells_for(shape, x.room, y.room, y.room + above + between - above_rows, scale);
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
    const float over = std::max(above + top_height + between, above_rows); // all that is above the result
    const float lowered = 0.3F * std::max(0.0F, y.room + above + between - over - height);
    const float y0 = area.y + lowered + over, top_y = y0 - between - top_height;

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
