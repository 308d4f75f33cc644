#pragma once
// A pass, or two, on a slide: the words, and what the stage makes of them.

#include "ui/board/board.h"
#include "ui/lesson/lecture_row.h"

#include <array>

namespace ui {

/// What a slide shows of a pass: the stage's result, which may do without the words where the step points at
/// more than a row of it; that and what it is made from, where the step points at those; or one row.
enum class PassLook { any, matrix, factors, one_of_two };

/// The words, and below them the stage's result: one matrix, or where its digits would be too small, one row.
/// `factor`, where the step points at one matrix alone that the result is made from, takes the place of the
/// result if there is no room for all.
void draw_pass(Ui& ui, BoardState& board, const Scene& scene, const BarAxis& axis, const drawing::Rect& area,
               PassLook look, std::optional<attention::Quantity> factor = {});

/// Two passes, one above the other, on one scale. At the left “Left” and “Right”, and what the lesson calls
/// them.
void draw_both_passes(Ui& ui, BoardState& left_board, const Scene& left, BoardState& right_board,
                      const Scene& right, const std::array<std::string, 2>& names, const drawing::Rect& area);

} // namespace ui
