#pragma once
// A pass, or two, on a slide: the words, and what the stage makes of them – a matrix, or where its digits
// could not be read, one row of it, large.

#include "ui/board/board.h"
#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

#include <array>
#include <string>

namespace ui {

// One row.

/// The ends of the axis on which bars stand: the same for each slide of a sentence, so that what is half as
/// large is half as high.
struct BarAxis {
    float low = 0, high = 1;
};

/// 0 to 1 for weights. For scores from 0 (or the lowest, if negative) to a round number above all of them,
/// before and after the division, in all heads; where there are two passes, above both rows on show.
BarAxis bar_axis(const Scene& scene, const std::optional<Scene>& second);

/// True if the slide's row is one of queries and keys, which stands below its words as bars.
bool has_bars(const Scene& scene);

/// True if the row can be shown in an area of this width, beside the words drawn in this frame.
bool suits_row(const Ui& ui, const Scene& scene, float width);

/// The smallest size in which a line on a slide can be read, subscripts included: a fortieth of the height,
/// design pixels.
float least_size(const std::string& text);

/// The height that bars need to be told apart, with their numbers and the name of the row, design pixels.
float least_bars_height(const BarAxis& axis);

/// Of queries and keys: a bar with its number below the word of each key. Of other matrices: a box for each
/// number, with its name. Cells get their usual anchors.
void draw_lecture_row(Ui& ui, Ranges& ranges, const Scene& scene, const BarAxis& axis,
                      const drawing::Rect& area);

/// Names a matrix where that is asked for, and says which head of several it belongs to, at `at` (its
/// vertical centre, left); nothing where there is one head.
void name_head(Ui& ui, const Scene& scene, std::optional<attention::Quantity> matrix, drawing::Point at);

// The words with what the stage makes of them.

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
