#pragma once
// Hovering, marking, typing, dragging, zooming and panning on the board.

#include "ui/board/board.h"

namespace ui {

void handle_board_input(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& board,
                        const std::vector<OnBoard>& matrices, Actions& actions);

/// The field over the cell being edited.
void draw_cell_editor(Ui& ui, BoardState& state, const std::vector<OnBoard>& matrices, Actions& actions);

/// Parses a finite number as people type it: U+2212 minus and a decimal comma are accepted. Empty for
/// anything else.
std::optional<float> parsed_number(std::string text);

/// Starts editing `cell`, or says why it cannot be set.
void start_editing(Ui& ui, BoardState& state, const Scene& scene, const attention::Cell& cell,
                   Actions& actions);

/// Zooms by `factor` about `fixed`, a point of the result.
void zoom_board(BoardState& state, const drawing::MatrixLayout& result, drawing::Point fixed, float factor,
                float largest_cell);

} // namespace ui
