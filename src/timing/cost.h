#pragma once
// What a pass costs by its formulas: nothing here is measured. The tests hold each against counts from the
// running code.

#include "timing/runner.h"

namespace timing {

struct Cost {
    double multiply_adds = 0; ///< of all products
    double waiting_steps = 0; ///< steps that must wait for one another, word after word
    double longest_path = 0;  ///< steps between the first word and the last
    double bytes = 0;         ///< kept during the pass beside input and weights, fused attention
    double traced_bytes = 0;  ///< attention when every n × n matrix is kept; else as `bytes`
};

Cost cost(Runner runner, Index n, const LayerSizes& sizes);

/// What one word more costs in generation, after n words: attention looks at n keys, the others at one state.
/// `bytes` is what is kept from word to word: the state, or the key/value cache.
Cost cost_of_next_word(Runner runner, Index n, const LayerSizes& sizes);

/// Seconds on p processors that each do `rate` multiply-adds a second, with no cost for sharing: units of a
/// step, rows and heads are shared out, steps wait for one another. Computed, not measured.
double computed_seconds(Runner runner, Index n, const LayerSizes& sizes, double processors, double rate);

} // namespace timing
