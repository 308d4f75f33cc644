#pragma once
// assets/comparisons.toml: what the Compare view offers; and the difference of two matrices.

#include "workbench/library.h"

namespace workbench {

/// Reads the comparisons. Throws InputError naming file, line and entry.
std::vector<Comparison> read_comparisons(const std::filesystem::path& file, const Library& library);

/// a − b, and what a view says of it: worked out once, not in every frame.
struct Difference {
    attention::Matrix numbers;            ///< (n, m) a − b; 0 where both are −∞ (forbidden in both)
    float reach = 0;                      ///< the largest finite |a − b|
    attention::Index row = 0, column = 0; ///< where |a − b| is largest, infinity included
};

/// a, b (n, m); other shapes assert.
Difference difference(const attention::Matrix& a, const attention::Matrix& b);

} // namespace workbench
