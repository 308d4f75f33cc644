#pragma once
// The learned parts that models are made of. Of any scalar: training is checked in double.

#include "base/matrix.h"

namespace model {

/// y = x·w + b for every row.
template <class T>
struct Linear {
    Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> w; ///< (d, p)
    Eigen::Matrix<T, 1, Eigen::Dynamic> b;                               ///< (p), or size 0 for none
};

/// y = gain ⊙ x̂ + shift, x̂ the row with its mean taken off, divided by its standard deviation.
template <class T>
struct LayerNorm {
    Eigen::Matrix<T, 1, Eigen::Dynamic> gain, shift; ///< (d)
};

/// x + (attention(layer_norm(x))·w_o + b_o), heads side by side in the columns of Q, K and V.
template <class T>
struct AttentionBlock {
    LayerNorm<T> norm;
    Linear<T> q, k, v, o;
};

/// A layer: self-attention, cross-attention in a decoder, and x + mlp_2(relu(mlp_1(layer_norm(x)))).
template <class T>
struct Block {
    AttentionBlock<T> self;
    AttentionBlock<T> cross; ///< empty in an encoder
    LayerNorm<T> mlp_norm;   ///< empty without an MLP
    Linear<T> mlp_1, mlp_2;

    bool has_cross() const { return cross.q.w.size() > 0; }
    bool has_mlp() const { return mlp_1.w.size() > 0; }
};

} // namespace model
