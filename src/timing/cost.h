#pragma once
// The cost of a pass according to its formulas; nothing here is measured. The tests compare each formula with
// counts from the running code.

#include "timing/runner.h"

namespace timing {

/// Multiply-adds of layers from d to d: RNN 2·n·d² (W_ih, W_hh), LSTM 8·n·d² (the same for four gates),
/// attention 4·n·d² (W_Q, W_K, W_V, W_O) + 2·n²·d (Q·Kᵀ and the weighted sum, all heads together).
struct Cost {
    double multiply_adds = 0; ///< of all products
    double waiting_steps = 0; ///< sequential steps, each waiting for the one before
    double longest_path = 0;  ///< steps of the layer between the first word and the last output
    double bytes = 0;         ///< memory of this implementation besides input and weights; attention fused
    double traced_bytes = 0;  ///< the same with every matrix of attention kept; otherwise `bytes`
};

/// A whole pass over n words. Bytes: for the recurrent layers, the sums of all steps and every state (an RNN
/// that only needs its last state could make do with d numbers); for attention, Q, K, V, heads and output,
/// and a block per thread with work; traced, every matrix of the walkthrough, among them four
/// (n, n) of each head (scores, scaled, numerators, weights) and two copies of the words. A block is never
/// larger than what it saves. Not counted: the working memory of each thread's products, 64 KB at most
/// (base::multiply_numbers).
Cost cost(Runner runner, Index n, const LayerSizes& sizes);

/// The cost of n words in generation, where each output depends on its word and those before it: then
/// attention has to wait, too, and needs 4·n·d² + n·(n + 1)·d multiply-adds, since word k attends to k keys.
/// `bytes` is what is carried over from word to word, after n words: the state, or the keys and values.
Cost cost_of_generation(Runner runner, Index n, const LayerSizes& sizes);

/// One of the two above, depending on `mode`.
Cost cost(Runner runner, Mode mode, Index n, const LayerSizes& sizes);

/// Attention's multiply-adds, part by part.
struct AttentionParts {
    double projections = 0; ///< 3·n·d²: Q, K, V
    double pairs = 0;       ///< 2·n²·d: every word with every word; in generation n·(n + 1)·d
    double output = 0;      ///< n·d²: W_O

    double total() const { return projections + pairs + output; }
};
AttentionParts attention_parts(Mode mode, Index n, const LayerSizes& sizes);

/// The largest power of 2, up to 4096, of words for which no runner needs more than 10¹⁰ multiply-adds: a few
/// seconds at most on an ordinary computer.
Index longest_race(const LayerSizes& sizes);

/// Seconds on p processors, each doing `rate` multiply-adds per second, if sharing the work costs nothing. A
/// processor computes one entry of a product at a time, so that a product takes ⌈entries/p⌉ rounds. Attention
/// has four sequential stages (Q, K and V; scores; weighted sums; W_O), once, or for every word in
/// generation. The recurrent layers compute the input products and then n steps; in generation a word's input
/// product is part of its step. Computed, not measured.
double computed_seconds(Runner runner, Mode mode, Index n, const LayerSizes& sizes, double processors,
                        double rate);

} // namespace timing
