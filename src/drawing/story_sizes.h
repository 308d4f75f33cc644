#pragma once
// Sizes of the story, pixels at scale 1.

namespace drawing::story_sizes {

inline constexpr float chip_height = 34, chip_gap = 14;
inline constexpr float gutter = 62;    ///< left of a block's words: the names of the layers
inline constexpr float block_gap = 34; ///< the source and the words that answer
inline constexpr float least_band = 128, highest_band = 420;
inline constexpr float end_height = 22; ///< above the last band: the ends of the lines
inline constexpr float answer_height = 34, answer_gap = 6;
inline constexpr float joint = 8, mlp_size = 11; ///< signs on the marked line
inline constexpr float number_size = 12;         ///< of a weight on its arc
inline constexpr float handle_height = 20;
inline constexpr float note_title = 14, note_text = 12.5F, note_line = 18, note_padding = 12;
inline constexpr float widest_note = 330;

} // namespace drawing::story_sizes
