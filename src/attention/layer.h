#pragma once
// What goes into a pass: the sequences, with ready-made positions; the weights, with the projection that they
// are for; the options.

#include "base/input_error.h"
#include "base/matrix.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace attention {

// Used here without `base::`.
using base::BoolMatrix;
using base::ColumnVector;
using base::Index;
using base::InputError;
using base::Matrix;
using base::RowVector;

/// One item: a sequence that attends to itself (memory has 0 rows) or to another sequence, the memory.
/// Positions are added if they have any rows: X = embedding + position.
struct Input {
    Matrix x;                ///< (n, d_model) token embeddings; queries come from here
    Matrix memory;           ///< (m, d_model) keys and values come from here; 0 rows: from x
    Matrix x_positions;      ///< (n, d_model) or 0 rows
    Matrix memory_positions; ///< (m, d_model) or 0 rows

    bool is_cross() const { return memory.rows() > 0; }
};

/// The learned part. Heads lie side by side in the columns: head h owns columns [h·d_k, (h+1)·d_k).
/// A bias of size 0 is absent; w_o of size 0 leaves the concatenated heads as the output.
struct Layer {
    Index heads = 1;
    Matrix w_q, w_k;              ///< (d_model, h·d_k)
    Matrix w_v;                   ///< (d_model, h·d_v)
    Matrix w_o;                   ///< (h·d_v, d_out) or empty
    RowVector b_q, b_k, b_v, b_o; ///< (h·d_k), (h·d_k), (h·d_v), (d_out) or empty

    Matrix w_general;        ///< general score only: (h·d_k, d_k), one (d_k, d_k) block per head
    Matrix w_add_q, w_add_k; ///< additive score only: (h·d_k, d_a), one (d_k, d_a) block per head
    Matrix v_add;            ///< additive score only: (h, d_a)

    Index d_model() const { return w_q.rows(); }
    Index d_k() const { return w_q.cols() / heads; }
    Index d_v() const { return w_v.cols() / heads; }
};

/// Weights that no longer change, shared by the passes that use them.
using LayerPtr = std::shared_ptr<const Layer>;

/// How a query and a key give a score; score_kinds() has the formulas and their sources.
enum class ScoreFunction { dot, general, additive, cosine };

/// What the scores are divided by.
enum class ScaleKind { sqrt_dk, none, sqrt_dmodel, number };

struct Scale {
    ScaleKind kind = ScaleKind::sqrt_dk;
    float number = 1; ///< the divisor when kind is number; finite and not 0

    bool operator==(const Scale&) const = default;
};

/// Which keys a query may attend to: those that meet every condition that is set.
struct Mask {
    bool causal = false;                        ///< key j ≤ query i
    Index window = 0;                           ///< |i − j| ≤ window; 0: no window
    std::vector<std::uint8_t> key_padding = {}; ///< (m) 1 = real token; empty: all are real
    BoolMatrix given = {};                      ///< (n, m) true = may attend; 0 rows: none given

    bool empty() const { return !causal && window == 0 && key_padding.empty() && given.size() == 0; }
};

/// Training only: a weight is zeroed with probability rate, the rest are divided by 1 − rate.
struct Dropout {
    float rate = 0; ///< 0 ≤ rate < 1
    std::uint32_t seed = 0;

    bool operator==(const Dropout&) const = default;
};

struct Options {
    ScoreFunction score = ScoreFunction::dot;
    Scale scale = {};
    Mask mask = {};
    Dropout dropout = {};
    /// Heads (0-based) that contribute nothing: their own stages are computed and kept, but their columns of
    /// `concat` hold zeros. Empty: all are on.
    std::vector<Index> switched_off = {};

    bool is_on(Index head) const { return std::ranges::find(switched_off, head) == switched_off.end(); }
};

/// Sinusoidal positions (n, d_model): P(i, 2k) = sin(i / 10000^(2k/d_model)), P(i, 2k+1) = cos of the same
/// angle. Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.5.
Matrix sinusoidal_positions(Index n, Index d_model);

/// A clock hand that advances one hour per position, as (n, 2): cos and sin of 2π·i/12, so that (1, 0) is
/// 12 o'clock and (0, 1) is 3 o'clock. One pair of sinusoidal positions at a frequency that is easy to see;
/// position 12 looks like position 0.
Matrix clock_positions(Index n);

/// A linear map of every row: Y = X·W + b. x (n, d), w (d, p), b (p) or size 0 for none → (n, p), computed on
/// up to `threads` threads. Queries, keys, values and the output are such projections. Source: Vaswani et al.
/// 2017, section 3.2.2.
Matrix project(const Matrix& x, const Matrix& w, const RowVector& b, int threads = 1);

} // namespace attention
