#pragma once
// Two passes in a table: where queries, keys and values come from, the shapes, the work.

#include "lesson/narration.h"

namespace lesson {

struct ComparisonRow {
    std::string name;      ///< "Shape of Q"
    std::string key;       ///< "shape_q": anchors and tests
    std::string values[2]; ///< of a and of b
};

/// One row a fact, all values counted from the passes themselves. The marked head's shapes are shown.
std::vector<ComparisonRow> comparison_table(const Texts& texts, const attention::Trace& a,
                                            const attention::Trace& b);

/// Multiply-adds of the scores and the weighted sum, all heads: h·n·m·(d_k + d_v).
double attention_multiply_adds(const attention::Trace& t);

} // namespace lesson
