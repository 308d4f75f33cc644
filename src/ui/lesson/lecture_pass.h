#pragma once
// A pass, or two, on a slide: the words, and what the stage makes of them.

#include "ui/board/board.h"

namespace ui {

/// What a slide shows of a pass: the stage's result, which may do without the words where the step points at
/// all of it; or one row.
enum class PassLook { any, matrix, one_of_two };

/// The words, and below them the stage's result: one matrix, or where its digits would be too small, one row.
void draw_pass(Ui& ui, BoardState& board, const Scene& scene, const drawing::Rect& area, PassLook look);

/// Two passes, one above the other, with their names at the left.
void draw_both_passes(Ui& ui, BoardState& left_board, const Scene& left, BoardState& right_board,
                      const Scene& right, const drawing::Rect& area);

} // namespace ui
