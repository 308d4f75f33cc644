#pragma once

#include "attention/trace.h"
#include "language/names.h"

#include <string>
#include <vector>

namespace app {

/// What the command `trace` prints: one pass, or the items of a batch, and what a reader has to know about
/// them.
struct Traced {
    std::vector<attention::Trace> items;
    language::Names names;    ///< of every item
    std::string weights_from; ///< "Hand-set weights (Who is meant …)", "Weights from attention.safetensors"
    std::vector<std::string> notes; ///< "“zyzzyx” is not in the lexicon: its row is 0"
    bool batched = false;           ///< the question had a batch dimension, and so has the answer
};

} // namespace app
