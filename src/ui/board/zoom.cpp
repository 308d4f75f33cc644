#include "ui/board/zoom.h"

#include "drawing/matrix_figure.h"
#include "ui/widgets/scroll_bar.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

constexpr float least_named = 30; // design pixels: narrower columns show a number instead of their name

} // namespace

namespace {

/// The board's rectangle at the usual zoom, when the controls around it would be smaller by the same factor.
Rect usual_board(const Ui& ui, const Rect& board, int abreast) {
    const float grown = ui.theme.zoom / ui.theme.reading;
    const auto usual = [&](float window, float boards) { return window - (window - boards) / grown; };
    const auto count = static_cast<float>(abreast);
    return {board.x, board.y, usual(ui.window.width, count * board.width) / count,
            usual(ui.window.height, board.height)};
}

ProductShape usual_shape(ProductShape shape, float zoom) {
    shape.row_names /= zoom;
    shape.top_names /= zoom;
    shape.row_sums /= zoom;
    return shape;
}

} // namespace

AskedSize asked_size(const Ui& ui, const ProductShape& shape, const Rect& board, int abreast, Range numbers) {
    const float zoom = ui.theme.zoom;
    if (zoom == 1) return {};
    const float usual = ui.theme.reading_scale() / zoom, gap = cell_gap * usual;
    const MatrixLayout result =
        lay_out(usual_shape(shape, zoom), usual_board(ui, board, abreast), usual).result;
    const DigitLimits limits = DigitLimits{} * usual;
    const Digits digits =
        digits_for(numbers, result.cell_width - gap, result.cell_height - gap, limits, ui.canvas);
    if (zoom < 1) return {.most_digits = digits.size > 0 ? digits.size / usual : DigitLimits{}.largest};
    // Too many to be readable at the usual size: the coloured cells grow like everything else.
    if (digits.size == 0) return {.cell = {result.cell_width * zoom, result.cell_height * zoom}};
    // Digit sizes are in half-pixel steps: adds back the half that rounding may have lost.
    const CellSize cell = cell_for({digits.size + 0.5F, digits.decimals}, numbers, limits, ui.canvas);
    // Column names keep the room they have at the usual size.
    const float width = std::max(cell.width + gap, std::min(result.cell_width, least_named * usual));
    return {.cell = {width * zoom, (cell.height + gap) * zoom}};
}

namespace {

float whole_width(const MatrixLayout& m) {
    return m.cell_width * static_cast<float>(m.columns);
}
float whole_height(const MatrixLayout& m) {
    return m.cell_height * static_cast<float>(m.rows);
}

/// The centre of the visible part, as a share of the matrix.
float centre_column(const MatrixLayout& m) {
    return (m.offset_x + m.area.width / 2) / whole_width(m);
}
float centre_row(const MatrixLayout& m) {
    return (m.offset_y + m.area.height / 2) / whole_height(m);
}

} // namespace

ProductView revealing(ProductView view, const MatrixLayout& result, CellPlace place) {
    const MatrixLayout moved = drawing::revealing(result, place);
    if (moved.offset_x != result.offset_x) view.centre_column = centre_column(moved);
    if (moved.offset_y != result.offset_y) view.centre_row = centre_row(moved);
    return view;
}

void draw_scroll_bars(Ui& ui, BoardState& state, const ProductLayout& layout, float row_sums) {
    const float room = scroll_bar_room * ui.theme.reading_scale(), thick = room * 0.55F;
    const auto across = [&](const char* name, const MatrixLayout& m, float& centre) {
        if (whole_width(m) <= m.area.width + 0.5F) return;
        const Rect track{m.area.x, m.area.bottom() + (room - thick) / 2, m.area.width, thick};
        if (const auto moved = scroll_bar(ui, name, track, centre_column(m), m.area.width / whole_width(m)))
            centre = *moved;
    };
    const auto down = [&](const char* name, const MatrixLayout& m, float& centre) {
        if (whole_height(m) <= m.area.height + 0.5F) return;
        const Rect track{m.area.right() + row_sums + (room - thick) / 2, m.area.y, thick, m.area.height};
        if (const auto moved = scroll_bar(ui, name, track, centre_row(m), m.area.height / whole_height(m)))
            centre = *moved;
    };
    across("scroll/columns", layout.result, state.chosen.view.centre_column);
    down("scroll/rows", layout.result, state.chosen.view.centre_row);
    const bool elementwise = layout.left && !layout.top; // then both matrices show the same part
    if (layout.left && !elementwise) across("scroll/left", *layout.left, state.chosen.view.centre_inner);
    if (layout.top) down("scroll/top", *layout.top, state.chosen.view.centre_inner);
}

} // namespace ui
