#include "drawing/matrix_layout.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

/// The edge before cell `index`, along one axis.
float edge(float start, float offset, float cell, Index index) {
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
    const float left = edge(l.area.x, l.offset_x, l.cell_width, place.column);
    const float top = edge(l.area.y, l.offset_y, l.cell_height, place.row);
    return {left, top, edge(l.area.x, l.offset_x, l.cell_width, place.column + 1) - left,
            edge(l.area.y, l.offset_y, l.cell_height, place.row + 1) - top};
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

} // namespace drawing
