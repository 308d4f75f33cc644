#pragma once
// Pointing, marking, typing, dragging, zooming and panning on the board.

#include "ui/panels/board.h"

namespace ui {

void handle_board_input(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& board,
                        const std::vector<OnBoard>& matrices, Actions& actions);

/// The field over the cell whose number is being typed.
void draw_cell_editor(Ui& ui, BoardState& state, const std::vector<OnBoard>& matrices, Actions& actions);

/// A finite number as people type it: a real minus sign and a decimal comma are welcome. Nothing for anything
/// else.
std::optional<float> parsed_number(std::string text);

/// Starts typing a number into `cell`, or says why it cannot be set.
void start_editing(Ui& ui, BoardState& state, const Scene& scene, const attention::Cell& cell,
                   Actions& actions);

/// Zooms by `factor` about `fixed`, a point of the result.
void zoom_board(BoardState& state, const drawing::MatrixLayout& result, drawing::Point fixed, float factor,
                float largest_cell);

} // namespace ui
