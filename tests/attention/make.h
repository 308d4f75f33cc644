#pragma once
// Inputs and layers for the tests: small, dense, the same every time.

#include "attention/trace.h"
#include "base/make.h"

#include <utility>

namespace make {

using namespace attention;

struct Sizes {
    Index n = 5;
    Index m = 0; ///< 0: self-attention
    Index d_model = 6;
    Index d_k = 4;
    Index d_v = 3;
    Index heads = 2;
    Index d_out = 6; ///< 0: no w_o
    bool bias = true;
};

inline Input input(const Sizes& s, unsigned seed = 1) {
    Input result;
    result.x = matrix(s.n, s.d_model, seed);
    if (s.m > 0) result.memory = matrix(s.m, s.d_model, seed + 1);
    return result;
}

inline Layer layer(const Sizes& s, unsigned seed = 10) {
    Layer result;
    result.heads = s.heads;
    result.w_q = matrix(s.d_model, s.heads * s.d_k, seed);
    result.w_k = matrix(s.d_model, s.heads * s.d_k, seed + 1);
    result.w_v = matrix(s.d_model, s.heads * s.d_v, seed + 2);
    if (s.d_out > 0) result.w_o = matrix(s.heads * s.d_v, s.d_out, seed + 3);
    if (s.bias) {
        result.b_q = matrix(1, s.heads * s.d_k, seed + 4);
        result.b_k = matrix(1, s.heads * s.d_k, seed + 5);
        result.b_v = matrix(1, s.heads * s.d_v, seed + 6);
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

} // namespace make
