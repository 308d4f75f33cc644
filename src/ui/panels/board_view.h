#pragma once
// Which part of the board's matrices is in sight, and how large their cells are.

#include "ui/panels/board.h"

namespace ui {

/// The cells that the person's zoom asks for: what is read at the usual size grows with it, wherever the rest
/// then has to be scrolled to. Nothing at the usual size or below: everything fits.
drawing::CellSize least_cell(const Ui& ui, const drawing::ProductShape& shape, const drawing::Rect& board,
                             drawing::Range numbers);

/// Scrolls as little as needed for `place` to be in sight in the result.
drawing::ProductView revealing(drawing::ProductView view, const drawing::MatrixLayout& result,
                               drawing::CellPlace place);

/// The bars beside what is not wholly in sight, beyond the `row_sums` pixels of the sums of the result's
/// rows.
void draw_scroll_bars(Ui& ui, BoardState& state, const drawing::ProductLayout& layout, float row_sums);

} // namespace ui
