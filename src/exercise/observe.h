#pragma once
// What is plain to see in a stage that differs, whatever the reason: a factor, rows in another order, sums.

#include "exercise/compare.h"

#include <map>
#include <string>
#include <vector>

namespace exercise {

/// An observation as the name of its text, `exercise.observed.TEXT`, and what stands in the text's braces.
struct Observation {
    std::string text;
    std::map<std::string, std::string> values;
};

/// At most three: how theirs follow from ours, where they differ, and what weights add up to. None where
/// theirs has NaN or +∞. Rows and columns are counted from 0. `tolerance` as compare()
/// takes it; the blocks have the same shapes.
std::vector<Observation> observe(const std::string& stage, const Blocks& theirs, const Blocks& ours,
                                 double tolerance);

} // namespace exercise
