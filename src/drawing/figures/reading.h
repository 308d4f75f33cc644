#pragma once
// What one word reads: an arc from every word that it reads, and below each word its weight.

#include "drawing/figures/word_row.h"

namespace drawing {

struct ReadingOptions {
    Index query = 0; ///< the word that reads
    WordSizes sizes = {};
    float height = 200;        ///< of the highest arc, pixels
    float whole = 16;          ///< thickness of a weight of 1, pixels at scale 1
    float grown = 1;           ///< share of thickness and weights that is shown so far
    float risen = 1;           ///< the same of the height; may go beyond 1 on its way
    std::string together = {}; ///< beside a bracket below all weights: "together 1"; empty: no bracket
    float scale = 1;
};

/// A weight that is written as 0.00 has neither arc nor number.
inline constexpr float least_weight_shown = 0.005F;

/// `weights`: one for each word of the sequence. The words themselves are the caller's to draw:
/// word_figure().
Figure reading_figure(const WordRow& row, std::span<const float> weights, const ReadingOptions& options,
                      const Palette& palette, const TextMeasure& measure);

/// Where the weight of a word stands, below its box.
Rect weight_place(const Rect& box, const ReadingOptions& options);

} // namespace drawing
