#pragma once

#include "attention/trace.h"
#include "language/names.h"

#include <string>
#include <vector>

namespace app {

/// What the command `trace` prints: one pass, or the items of a batch, and what the user should know about
/// them.
struct Traced {
    std::vector<attention::Trace> items;
    language::Names names;    ///< shared by all items
    std::string weights_from; ///< "Hand-set weights (Who is meant …)", "Weights from attention.safetensors"
    std::vector<std::string> notes; ///< "“zyzzyx” is not in the lexicon: its row is 0"
    bool batched = false;           ///< the input had a batch dimension, so the output gets one too
};

} // namespace app
