#pragma once
// assets/comparisons.toml: what the Compare view offers; and the difference of two matrices.

#include "workbench/library.h"

namespace workbench {

/// Reads the comparisons. Throws InputError naming file, line and entry.
std::vector<Comparison> read_comparisons(const std::filesystem::path& file, const Library& library);

/// a − b, cell by cell; 0 where both are −∞ (forbidden in both). a, b (n, m) → (n, m); other shapes assert.
attention::Matrix difference(const attention::Matrix& a, const attention::Matrix& b);

} // namespace workbench
