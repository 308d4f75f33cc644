#pragma once
// One row of a pass on a slide: of queries and keys as bars below the words, of other matrices as boxes.

#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

#include <optional>
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

/// True if the row of another matrix has room in this width as boxes.
bool has_boxes(const Ui& ui, const Scene& scene, float width);
/// True if the row can be shown in an area of this width, beside the words drawn in this frame.
bool suits_row(const Ui& ui, const Scene& scene, float width);

/// How bars are drawn; pixels.
struct BarLook {
    float strong, number; ///< letters of the numbers that stand out, and of the others
    float line;           ///< the height of a number
    float name;           ///< letters of the axis and of the row's name
    bool named = true;    ///< the row's name stands above
    float grown = 1;      ///< how far they have risen, 0 to 1; at 0 without numbers
};
/// Where two rows share the slide.
BarLook bars_of_two(const Ui& ui);

/// Bars of one width, each below its word of this frame, stand on a line, or hang from it where numbers are
/// negative; the ends of the axis are named at the left. Cells get their usual anchors.
void draw_bars(Ui& ui, const Scene& scene, const BarAxis& axis, const drawing::Rect& area,
               const BarLook& look);

/// How boxes are drawn; pixels.
struct BoxLook {
    float widest, high;    ///< a box
    float digits;          ///< letters of the numbers
    float name, name_line; ///< letters of the names, and the height of their line
};
/// A box for each number, with its name. Cells get their usual anchors.
void draw_boxes(Ui& ui, Ranges& ranges, const Scene& scene, const drawing::Rect& area, const BoxLook& look);

/// The height that bars of two need to be told apart, with their numbers and the name of the row, design
/// pixels.
float least_bars_height(const BarAxis& axis);

/// Of queries and keys: bars. Of other matrices: boxes.
void draw_lecture_row(Ui& ui, Ranges& ranges, const Scene& scene, const BarAxis& axis,
                      const drawing::Rect& area);

/// "layer 2"; empty where there is one.
std::string layer_name(const Ui& ui, const Scene& scene);
/// Which of several layers and heads this matrix is of: "layer 2 · head 1 of 2"; empty where there is one.
std::string origin_name(const Ui& ui, const Scene& scene, attention::Quantity quantity);

} // namespace ui
