#pragma once
// What is said beside the matrices of a pass, in text and in JSON: all of it is computed from the numbers.

#include "attention/stage.h"

#include <string>
#include <vector>

namespace app {

/// "1 head", "4 heads".
std::string counted(base::Index number, const std::string& what);

/// The text next to a stage's title: its formula, or what this pass really does. "each row sums to 1" is said
/// only of rows that do.
std::string caption_of(const attention::Stage& stage, const attention::Trace& t);

/// What the masks of this pass do that one may not expect: how a causal mask is aligned, what becomes of
/// queries that see no key, which keys are padding, and whether a mask looks as if 1 meant “hidden” in it.
std::vector<std::string> mask_notes(const attention::Trace& t);

} // namespace app
