#pragma once
// Matches the words of an edited sentence to those of the old one, so that changes made by hand can follow
// their words.

#include "base/matrix.h"

#include <optional>
#include <string>
#include <vector>

namespace workbench {

/// For each old word, its position in the new sentence, or nothing if it is gone. The order of words is
/// preserved: common words at both ends are matched first, then a longest common subsequence of the rest.
/// A rest of more than 4 million pairs is not searched: its words count as gone. (old) → (old).
using Alignment = std::vector<std::optional<base::Index>>;
Alignment align(const std::vector<std::string>& before, const std::vector<std::string>& after);

} // namespace workbench
