#pragma once
// Sizes shared by layout and painting of the words: pixels at scale 1.

namespace drawing::arc_sizes {

inline constexpr float box = 31;         ///< height of a word's box
inline constexpr float weight_line = 22; ///< the line of weights beside the boxes
inline constexpr float strip = 14;       ///< the strip of all keys, with its two pointers
inline constexpr float strip_gap = 4;
inline constexpr float edge = 92; ///< width of the note about the words not shown

} // namespace drawing::arc_sizes
