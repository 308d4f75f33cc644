#pragma once
// What a pass costs by its formulas; nothing here is measured. The tests compare each with counts from the
// running code.

#include "timing/runner.h"

namespace timing {

/// Products, all from d to d: RNN 2·n·d² (W_ih, W_hh), LSTM four gates of these, 8·n·d², attention 4·n·d²
/// (W_Q, W_K, W_V, W_O) + 2·n²·d (Q·Kᵀ and the weighted sum, every head together).
struct Cost {
    double multiply_adds = 0; ///< of all products
    double waiting_steps = 0; ///< steps that must wait for one another, word after word
    double longest_path = 0;  ///< steps of the layer between the first word and the last output
    double bytes = 0;         ///< what this implementation keeps besides input and weights, attention fused
    double traced_bytes = 0;  ///< attention when every n × n matrix is kept; else as `bytes`
};

/// A whole pass over n words. Bytes: for the recurrent layers the sums of all steps and every state (an RNN
/// that only wants its last state could do with d numbers); for attention Q, K, V, heads and output, and a
/// block of scores for each thread; traced, also the four n × n matrices of each head (scores, scaled,
/// numerators, weights). For a few words the block is larger than these.
Cost cost(Runner runner, Index n, const LayerSizes& sizes);

/// What n words cost in generation, where each is made from itself and those before it: then attention waits,
/// too, and multiplies 4·n·d² + n·(n + 1)·d, since word k looks at k keys. `bytes` is what is kept from word
/// to word, after n of them: the state, or the keys and values.
Cost cost_of_generation(Runner runner, Index n, const LayerSizes& sizes);

/// One of the two above.
Cost cost(Runner runner, Mode mode, Index n, const LayerSizes& sizes);

/// Attention's multiply-adds, part by part.
struct AttentionParts {
    double projections = 0; ///< 3·n·d²: Q, K, V
    double pairs = 0;       ///< 2·n²·d: every word with every word; in generation with those so far
    double output = 0;      ///< n·d²: W_O

    double total() const { return projections + pairs + output; }
};
AttentionParts attention_parts(Mode mode, Index n, const LayerSizes& sizes);

/// The longest power of 2, up to 4096, of words of which no runner multiplies more than 10¹⁰ times: what an
/// ordinary computer reads in a few seconds at most.
Index longest_race(const LayerSizes& sizes);

/// Seconds on p processors that each do `rate` multiply-adds a second, when sharing costs nothing. A
/// processor makes one number of a product after another, which takes ⌈numbers/p⌉ rounds. Attention has four
/// stages that wait for one another (Q, K and V; scores; weighted sums; W_O), once, or for every word in
/// generation. The recurrent layers make the input products and then n steps; in generation a word's input
/// product is made along with its step. Computed, not measured.
double computed_seconds(Runner runner, Mode mode, Index n, const LayerSizes& sizes, double processors,
                        double rate);

} // namespace timing
