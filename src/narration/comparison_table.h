#pragma once
// A table comparing two passes: where queries, keys and values come from, the shapes, the work.

#include "narration/narration.h"

namespace narration {

struct ComparisonRow {
    std::string name;      ///< "Shape of Q"
    std::string key;       ///< "shape_q": anchors and tests
    std::string values[2]; ///< for a and for b
};

/// One row per fact, with all values taken from the passes themselves. Shapes are those of a head.

std::vector<ComparisonRow> comparison_table(const Texts& texts, const attention::Trace& a,
                                            const attention::Trace& b);

/// Multiply-adds of the scores and the weighted sum, all heads: h·n·m·(d_k + d_v).
double attention_multiply_adds(const attention::Trace& t);

} // namespace narration
