#pragma once
// What `trace` says about a pass beside its matrices, in print and as JSON, all of it computed from the
// numbers.

#include "attention/stage.h"
#include "attention/trace.h"

#include <string>
#include <vector>

namespace app {

/// The text next to a stage's title: its formula, or what this pass really does. "each row sums to 1" is said
/// only of rows that do.
std::string caption_of(const attention::Stage& stage, const attention::Trace& t);

/// What the masks of this pass do that one may not expect: how a causal mask is aligned where keys and
/// queries differ in number, what becomes of queries that see no key, which keys are padding, and that a mask
/// looks as if 1 meant “hidden” in it.
std::vector<std::string> mask_notes(const attention::Trace& t);

} // namespace app
