#pragma once
// Words that a model may say, each with a bar as long as its probability.

#include "ui/widgets/controls.h"

#include <optional>
#include <string>

namespace ui {

/// Of their rows, design pixels; the low ones stand where height is short.
inline constexpr float word_row_height = 50, low_word_row_height = 34;
/// Between the rows, design pixels.
inline constexpr float between_word_rows = 4;

struct WordBar {
    std::string word;
    float share = 0;                 ///< how long the bar is
    std::optional<float> given = {}; ///< a tick: the probability as the model gives it
    drawing::Font font = drawing::Font::sans_medium;
    drawing::Role ink = drawing::Role::text;
    bool first = false;    ///< in full colour
    bool selected = false; ///< on a ground of its own
    bool takes = false;    ///< can be clicked
};

/// Where the word of a row stands.
drawing::Rect word_name_in(const Ui& ui, const drawing::Rect& row);

/// `fullest`: the share whose bar is as long as there is room.
Touch draw_word_bar(Ui& ui, const std::string& name, const drawing::Rect& row, const WordBar& bar,
                    float fullest);
/// All other words together. Without a bar: they may have more than the likeliest word, whose bar is the
/// longest.
void draw_rest_row(Ui& ui, const drawing::Rect& row, float share);

} // namespace ui
