#pragma once
// Attention for a batch of sequences, forward and backward. This is the pass for training; trace() keeps
// every stage of one sequence instead, and fused_attention() keeps no weights.

#include "attention/layer.h"
#include "learning/layers.h"

#include <optional>
#include <span>
#include <vector>

namespace learning {

/// One weight: that of a key for a query of a head, all counted from 0.
struct AttentionWeight {
    Index head, query, key;
};

/// The layout of the rows and columns, and what is done to the scores. The masks must outlive it.
struct AttentionShape {
    Index items = 1;                             ///< sequences of equal length, stacked in the rows
    Index heads = 1;                             ///< side by side in the columns
    double divisor = 1;                          ///< of the scores
    std::span<const attention::Mask> masks = {}; ///< none, one for all items, or one per item
    /// By which q and k are turned, each row by its place in its item; d_k is even then.
    std::optional<attention::Rotary> rotary = {};

    /// Knocked out, in the forward pass only and in every item: weights that become 0, while the others stay
    /// what they were, and heads whose columns of z become 0, while their weights stay.
    std::vector<AttentionWeight> weights_off = {};
    std::vector<Index> heads_off = {};
};

/// The result.
template <class T>
struct Attended {
    /// (items·heads·n, m) the softmax of the scores: row (b·heads + h)·n + i is query i of head h of item b.
    /// A query without an allowed key has a row of zeros.
    MatrixOf<T> weights;
    MatrixOf<T> z; ///< (items·n, heads·d_v)
};

/// z = softmax(q·kᵀ/divisor + mask)·v for every head of every item, q and k turned if the shape says so. q
/// (items·n, heads·d_k), k (items·m, heads·d_k), v (items·m, heads·d_v): row b·n + i is token i of item b. A
/// query without an allowed key gives 0. Asserts that the shapes match. Source: Vaswani et al. 2017,
/// section 3.2.
template <class T>
void attend(const View<T>& q, const View<T>& k, const View<T>& v, const AttentionShape& shape,
            Attended<T>& result);

/// In the shapes of q, k and v.
template <class T>
struct AttendedGradients {
    MatrixOf<T> g_q, g_k, g_v;
    MatrixOf<T> g_scores; ///< (items·heads·n, m) the gradient of q·kᵀ/divisor, laid out as the weights
};

/// Computes the gradients of q, k and v. `weights` are those of attend() with nothing knocked out; g_z
/// (items·n, heads·d_v); g_weights, if given, is what a loss on the weights themselves adds to their
/// gradient, laid out as they are. A key with a weight of 0 gets no gradient through its score. Source:
/// softmax_gradient().
template <class T>
void attend_backward(const View<T>& q, const View<T>& k, const View<T>& v, const AttentionShape& shape,
                     const MatrixOf<T>& weights, const View<T>& g_z, AttendedGradients<T>& result,
                     const MatrixOf<std::type_identity_t<T>>* g_weights = nullptr);

} // namespace learning
