#pragma once
// One row of the stage's result, large, for a lecture in which all of its rows would be too small to read.

#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/panel/scene.h"

#include <string>

namespace ui {

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

} // namespace ui
