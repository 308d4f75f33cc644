#pragma once
// Input on the board: which part of its matrices is visible and how large, and what the mouse and typing do
// to their cells.

#include "ui/board/board.h"

namespace ui {

// What is visible.

/// The cell and digit sizes that the user's zoom calls for.
struct AskedSize {
    drawing::CellSize cell = {}; ///< minimum size: what does not fit then is reached by scrolling
    float most_digits = drawing::DigitLimits{}.largest; ///< in design pixels
};

/// The size of digits at the usual zoom, times the zoom. Zoomed in, cells always have room for such digits;
/// zoomed out, digits do not grow into the room that smaller controls leave. `abreast`: boards side by side
/// in the window.
AskedSize asked_size(const Ui& ui, const drawing::ProductShape& shape, const drawing::Rect& board,
                     int abreast, drawing::Range numbers);

/// Scrolls as little as needed to make `place` visible in the result.
drawing::ProductView revealing(drawing::ProductView view, const drawing::MatrixLayout& result,
                               drawing::CellPlace place);

/// Scroll bars for matrices that are not fully visible, outside the `row_sums` pixels taken by the result's
/// row sums.
void draw_scroll_bars(Ui& ui, BoardState& state, const drawing::ProductLayout& layout, float row_sums);

// Mouse and keyboard.

/// Hovering, marking, dragging, zooming and panning.
void handle_board_input(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& board,
                        const std::vector<OnBoard>& matrices, Actions& actions);

/// Zooms by `factor` about `fixed`, a point of the result.
void zoom_board(BoardState& state, const drawing::MatrixLayout& result, drawing::Point fixed, float factor,
                float largest_cell);

/// Starts editing `cell`, or says why it cannot be set.
void start_editing(Ui& ui, BoardState& state, const Scene& scene, const attention::Cell& cell,
                   Actions& actions);

/// The field over the cell being edited.
void draw_cell_editor(Ui& ui, BoardState& state, const std::vector<OnBoard>& matrices, Actions& actions);

/// Parses a finite number as people type it: U+2212 minus and a decimal comma are accepted. Empty for
/// anything else.
std::optional<float> parsed_number(std::string text);

} // namespace ui
