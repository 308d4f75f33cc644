#pragma once
// Words joined by arcs: how one word's attention is spread over the others, or how they score.

#include "drawing/arc_layout.h"

#include <memory>

namespace drawing {

/// Paints the words of a layout and, from the marked query to every key, an arc as thick and as strong as its
/// weight; where the numbers are no shares (scores), as thick as they are large beside the largest of the
/// row, none below 0. `weights` (n, m) is one head's; null before there are any: words only. Weights of keys
/// that are not shown are summed up at the side they are on, so that the numbers in sight still add up to 1,
/// and are seen in the strip.
Figure arc_figure(const ArcLayout& layout, Words keys, Words queries,
                  const std::shared_ptr<const attention::Matrix>& weights, const ArcOptions& options,
                  const Palette& palette, const TextMeasure& measure);

} // namespace drawing
