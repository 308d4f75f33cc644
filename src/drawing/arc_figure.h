#pragma once
// Words joined by arcs: how one word's attention is spread over the others, or how they score.

#include "drawing/arc_layout.h"

#include <memory>

namespace drawing {

/// Paints the words of a layout and an arc from the marked query to every key, as thick and as strong as its
/// weight. Where the numbers are scores rather than shares of 1, thickness is relative to the largest score
/// of the row, and negative scores get no arc. `weights` (n, m) belongs to one head; null before there are
/// any: words only. Keys not shown are counted and their weights summed up on the side they are on, so that
/// the visible numbers still add up to 1, with a dashed line to them; the strip shows them too.
Figure arc_figure(const ArcLayout& layout, Words keys, Words queries,
                  const std::shared_ptr<const base::Matrix>& weights, const ArcOptions& options,
                  const Palette& palette, const TextMeasure& measure);

} // namespace drawing
