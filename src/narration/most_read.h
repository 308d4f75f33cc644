#pragma once
// One line about a row of weights: which key it reads most from, or that several are tied.

#include "narration/narration.h"

namespace narration {

/// "“it” reads most from “cat”: 0.63", "“it” reads evenly from 8 keys: 0.13 each". weights: the row (m) of
/// query `row`; texts labs.read.
std::string most_read(const Texts& texts, const language::Names& names, const base::RowVector& weights,
                      base::Index row);

} // namespace narration
