#pragma once
// A pass as named tensors: its inputs read, and inputs and results written.

#include "attention/layer.h"
#include "attention/trace.h"
#include "model/tensor_file.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace model {

/// The inputs of a pass, one item or a batch, from tensors with these names (row vectors, x·W; n queries, m
/// keys, of which p are past, h heads, h_kv key heads):
///   x (n, d) or (batch, n, d) · memory (m − p, d) for all items, or (batch, m − p, d)
///   w_q (d, h·d_k) · w_k (d, h_kv·d_k) · w_v (d, h_kv·d_v) · w_o (h·d_v, d_out) · b_q, b_k, b_v, b_o
///   q_norm, k_norm (d_k) · sink (h)
///   past_k (h_kv, p, d_k), past_v (h_kv, p, d_v), or with the batch in front
///   mask, bias: of any shape that broadcasts to (batch, h, n, m), from the right as in NumPy. A mask of
///     integers or truth values says 1 = may attend; one of real numbers is added after the scale, as a bias
///     is, unless it holds only 0 and 1, and at least one 1: then 1 = may attend
///   key_padding (m) or (batch, m), 1 = real token · lengths (batch), each 0 … m: the keys that are real
/// The tensors may hold the results as well: they are computed again.
struct PassInputs {
    std::vector<attention::Input> items;
    attention::Layer layer;
    std::vector<attention::Mask> masks;  ///< one for all items, or one for each
    std::vector<attention::Bias> biases; ///< the same
    bool batched = false;                ///< x had a batch dimension, so the results get one too
    /// What the reader decided, a line each: that numbers were rounded, how a mask of real numbers was taken.
    std::vector<std::string> notes;

    /// What trace_batch() takes: `common` with the masks and biases of the tensors besides its own, for all
    /// items or for each.
    std::vector<attention::Options> options(const attention::Options& common) const;
};

/// What a tensor was before it was turned or split, for messages: one of a foreign layer.
struct Origin {
    std::string name;
    std::vector<std::int64_t> shape;
};

/// What is to be known, or asked, while a pass is read.
struct PassReading {
    std::map<std::string, Origin> origins = {}; ///< by our name
    /// Called before masks and biases are laid out for every query and key: `biases` have as many matrices as
    /// they will have, each of size 0. May refuse what would take too much memory.
    std::function<void(const PassInputs&)> accept = {};
};

/// kv_heads = 0: as many as w_k has room for, where that is fewer than `heads`. Throws InputError naming the
/// tensor and the expected and found shape; refuses unknown names, so that no typo goes unnoticed.
PassInputs pass_inputs_from(const Tensors& tensors, base::Index heads, const std::string& where,
                            base::Index kv_heads = 0, const PassReading& reading = {});

/// Throws InputError, naming --kv-heads, unless `heads` query heads can share so many key heads evenly.
void expect_key_heads(base::Index kv_heads, base::Index heads);

/// The names that pass_inputs_from() takes as inputs, apart from those of the layer's weights.
bool is_name_of_sequences(const std::string& name);

/// The same, and those of the layer's weights.
bool is_name_of_inputs(const std::string& name);
/// Both, for messages: "x, memory, mask …".
std::string names_of_sequences();
std::string names_of_inputs();

/// How many matrices of a quantity differ: heads that share keys hold the same; and a head with matrix `i` of
/// these.
base::Index matrices_of(attention::Quantity quantity, const attention::Layer& layer);
base::Index head_with(base::Index i, attention::Quantity quantity, const attention::Layer& layer);

/// The inputs of a pass, named as in PassInputs; reading them back gives the same pass. Positions are
/// included in x, cells set by hand in their matrices, every condition of the mask in `mask`, everything that
/// is added besides ALiBi's penalty in `bias`. Options are not stored and must be given again when the file
/// is read: the numbers of heads, divisor, softcap, rotary positions, ALiBi.
Tensors pass_inputs_of(const std::vector<attention::Trace>& traces, bool batched);

/// The results: q (h, n, d_k) · k, v (h_kv, m − p, d_k|d_v) · scores, scaled, masked, weights (h, n, m) ·
/// heads (h, n, d_v) · concat (n, h·d_v) · output (n, d_out), and of the steps that the pass takes q_normed,
/// k_normed, q_rotated, k_rotated as q and k, present_k, present_v (h_kv, m, d_k|d_v), capped, biased (h, n,
/// m); a batch adds its dimension in front.
Tensors pass_results_of(const std::vector<attention::Trace>& traces, bool batched);

} // namespace model
