#pragma once
// assets/comparisons.toml: what the Compare view offers; and the difference of two matrices.

#include "workbench/library.h"

namespace workbench {

/// Reads the comparisons. Throws InputError naming file, line and entry.
std::vector<Comparison> read_comparisons(const std::filesystem::path& file, const Library& library);

/// left − right, cell by cell; 0 where both are −∞ (forbidden in both). (n, m), (n, m) → (n, m); other shapes
/// assert.
attention::Matrix difference(const attention::Matrix& left, const attention::Matrix& right);

} // namespace workbench
