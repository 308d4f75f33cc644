#pragma once
// Sizes of a plot in pixels at scale 1, shared by its layout and its painter.

namespace drawing::plot_sizes {

constexpr float tick_text = 12, title_text = 12.5F, name_text = 13;
constexpr float row = 20;        ///< row of text above or below the frame
constexpr float edge = 7;        ///< between the frame and its first and last point
constexpr float marker = 4;      ///< half the size of a marker
constexpr float name_gap = 10;   ///< between the end of a line and its name
constexpr float sample = 30;     ///< length of the line sample in the legend
constexpr float name_pitch = 17; ///< between names beside the ends
constexpr float mark_gap = 14;   ///< between the labels of marks, at least
constexpr float reach = 28;      ///< how near the mouse must be to a point

} // namespace drawing::plot_sizes
