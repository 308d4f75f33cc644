#pragma once
// Which word of the new sentence is which word of the old one, so that what was set by hand can follow it.

#include "attention/matrix.h"

#include <optional>
#include <string>
#include <vector>

namespace workbench {

/// For each old word the place of the same word in the new sentence, or nothing when it is gone. Words keep
/// their order: what is the same at both ends is matched first, then a longest common subsequence of the
/// rest. A rest of more than 4 million pairs is not searched: its words count as gone. (old) → (old).
using Alignment = std::vector<std::optional<attention::Index>>;
Alignment align(const std::vector<std::string>& before, const std::vector<std::string>& after);

} // namespace workbench
