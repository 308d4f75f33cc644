#pragma once
// What a pass costs by its formulas: nothing here is measured. The tests hold each against counts from the
// running code.

#include "timing/runner.h"

namespace timing {

/// Products, all from d to d: RNN 2·n·d² (W_ih, W_hh), LSTM four gates of these, 8·n·d², attention 4·n·d²
/// (W_Q, W_K, W_V, W_O) + 2·n²·d (Q·Kᵀ and the weighted sum, every head together).
struct Cost {
    double multiply_adds = 0; ///< of all products
    double waiting_steps = 0; ///< steps that must wait for one another, word after word
    double longest_path = 0;  ///< steps of the layer between the first word and the last output
    double bytes = 0;         ///< kept during the pass beside input and weights, fused attention
    double traced_bytes = 0;  ///< attention when every n × n matrix is kept; else as `bytes`
};

/// A whole pass over n words. Bytes: the recurrent layers' sums of all steps and their states; attention's Q,
/// K, V, heads and output, and a block of scores for each thread; traced, the four n × n matrices of each
/// head besides (scores, scaled, numerators, weights).
Cost cost(Runner runner, Index n, const LayerSizes& sizes);

/// What n words cost in generation, made one after another, each from those before it and from itself: then
/// attention waits, too, and multiplies 4·n·d² + n·(n + 1)·d, since word k looks at k keys. `bytes` is what
/// is kept from word to word, after n of them: the state, or the keys and values.
Cost cost_of_generation(Runner runner, Index n, const LayerSizes& sizes);

/// One of the two above.
Cost cost(Runner runner, Mode mode, Index n, const LayerSizes& sizes);

/// Seconds on p processors that each do `rate` multiply-adds a second, with no cost for sharing. A processor
/// makes one number of a product after another, so that ⌈numbers/p⌉ rounds are made. Attention has four
/// stages that wait for one another (Q, K and V; scores; weighted sums; W_O), once, or for every word in
/// generation. The recurrent layers have the input products and then n steps; in generation a word's input
/// product is made beside its step. Computed, not measured.
double computed_seconds(Runner runner, Mode mode, Index n, const LayerSizes& sizes, double processors,
                        double rate);

} // namespace timing
