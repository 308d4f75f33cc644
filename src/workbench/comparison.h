#pragma once
// The comparisons offered by the Compare view (assets/comparisons.toml), and the difference of two matrices.

#include "workbench/library.h"

namespace workbench {

/// Reads the comparisons. Throws InputError naming file, line and entry.
std::vector<Comparison> read_comparisons(const std::filesystem::path& file, const Library& library);

/// left − right, and what a view says about it, computed once rather than in every frame.
struct MatrixDifference {
    base::Matrix numbers;            ///< (n, m) left − right; 0 where both are −∞ (forbidden in both)
    float reach = 0;                 ///< the largest finite |left − right|
    base::Index row = 0, column = 0; ///< where |left − right| is largest, infinity included
};

/// left, right (n, m); asserts that the shapes match.
MatrixDifference difference(const base::Matrix& left, const base::Matrix& right);

} // namespace workbench
