#pragma once
// Inputs and layers for the tests: small, dense, the same every time.

#include "attention/trace.h"
#include "base/make.h"

#include <utility>

namespace make {

using namespace attention;

struct Sizes {
    Index n = 5;
    Index m = 0; ///< of the memory; 0: self-attention
    Index d_model = 6;
    Index d_k = 4;
    Index d_v = 3;
    Index heads = 2;
    Index d_out = 6; ///< 0: no w_o
    bool bias = true;
    Index kv_heads = 0; ///< 0: as many as heads
    Index past = 0;     ///< keys and values handed in

    Index key_heads() const { return kv_heads > 0 ? kv_heads : heads; }
    /// The keys that a query can meet.
    Index keys() const { return past + (m > 0 ? m : n); }
};

inline Input input(const Sizes& s, unsigned seed = 1) {
    Input result;
    result.x = matrix(s.n, s.d_model, seed);
    if (s.m > 0) result.memory = matrix(s.m, s.d_model, seed + 1);
    if (s.past > 0) {
        result.past_k = matrix(s.past, s.key_heads() * s.d_k, seed + 2);
        result.past_v = matrix(s.past, s.key_heads() * s.d_v, seed + 3);
    }
    return result;
}

inline Layer layer(const Sizes& s, unsigned seed = 10) {
    Layer result;
    result.heads = s.heads;
    result.kv_heads = s.kv_heads;
    result.w_q = matrix(s.d_model, s.heads * s.d_k, seed);
    result.w_k = matrix(s.d_model, s.key_heads() * s.d_k, seed + 1);
    result.w_v = matrix(s.d_model, s.key_heads() * s.d_v, seed + 2);
    if (s.d_out > 0) result.w_o = matrix(s.heads * s.d_v, s.d_out, seed + 3);
    if (s.bias) {
        result.b_q = matrix(1, s.heads * s.d_k, seed + 4);
        result.b_k = matrix(1, s.key_heads() * s.d_k, seed + 5);
        result.b_v = matrix(1, s.key_heads() * s.d_v, seed + 6);
        if (s.d_out > 0) result.b_o = matrix(1, s.d_out, seed + 7);
    }
    result.w_general = matrix(s.heads * s.d_k, s.d_k, seed + 8);
    result.w_add_q = matrix(s.heads * s.d_k, 5, seed + 9);
    result.w_add_k = matrix(s.heads * s.d_k, 5, seed + 10);
    result.v_add = matrix(s.heads, 5, seed + 11);
    return result;
}

/// The pass over input() and layer().
inline Trace trace(const Sizes& s, const Options& options = {}, std::vector<Override> overrides = {}) {
    return attention::trace(input(s), layer(s), options, std::move(overrides));
}

// A pass that takes every step there is.

inline constexpr Sizes full_sizes{.heads = 4, .kv_heads = 2, .past = 3};

/// layer() with norms and a sink.
inline Layer full_layer(const Sizes& s, unsigned seed = 10) {
    Layer result = layer(s, seed);
    result.q_norm = matrix(1, s.d_k, seed + 12).array() + 1.5F;
    result.k_norm = matrix(1, s.d_k, seed + 13).array() + 1.5F;
    result.sink = matrix(1, s.heads, seed + 14);
    return result;
}

/// Positions that turn some columns, a softcap, a bias for each head with ALiBi besides, and masks of every
/// kind.
inline Options full_options(const Sizes& s) {
    const Index m = s.keys();
    Options result;
    result.rotary = Rotary{.base = 100, .dims = s.d_k / 2 * 2};
    result.softcap = 1.5F;
    for (Index head = 0; head < s.heads; ++head)
        result.bias.given.push_back(matrix(s.n, m, 40 + static_cast<unsigned>(head)));
    result.bias.alibi = true;
    result.mask = {.causal = true, .window = {m - 2, 2}, .length = m - 1};
    result.mask.key_padding.assign(static_cast<std::size_t>(m), 1);
    result.mask.key_padding[1] = 0;
    result.mask.given = BoolMatrix::Constant(s.n, m, true);
    result.mask.given(s.n / 2, 0) = false;
    result.dropout = {.rate = 0.25F, .seed = 3};
    return result;
}

inline Trace full_trace(const Sizes& s = full_sizes, std::vector<Override> overrides = {}) {
    return attention::trace(input(s), full_layer(s), full_options(s), std::move(overrides));
}

} // namespace make
