#pragma once
// What goes into a pass: the sequences, with ready-made positions; the weights, with the projection that they
// are for; the options.

#include "base/input_error.h"
#include "base/matrix.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
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
/// Positions are added if they have any rows: X = embedding + position. Keys and values of p earlier words,
/// as an earlier pass handed them out, stand before those that this pass makes: m counts both.
struct Input {
    Matrix x;                ///< (n, d_model) token embeddings; queries come from here
    Matrix memory;           ///< (m − p, d_model) keys and values come from here; 0 rows: from x
    Matrix x_positions;      ///< (n, d_model) or 0 rows
    Matrix memory_positions; ///< (m − p, d_model) or 0 rows
    Matrix past_k = {};      ///< (p, h_kv·d_k), turned already, or 0 rows
    Matrix past_v = {};      ///< (p, h_kv·d_v) or 0 rows

    bool is_cross() const { return memory.rows() > 0; }
    Index past() const { return past_k.rows(); }
    /// m: the keys that a query can meet.
    Index keys() const { return past() + (is_cross() ? memory : x).rows(); }
};

/// The learned part. Heads lie side by side in the columns: head h owns columns [h·d_k, (h+1)·d_k) of w_q.
/// Query heads may share keys and values: then w_k and w_v have h_kv heads, and query head j reads key head
/// ⌊j·h_kv/h⌋. A bias of size 0 is absent; w_o of size 0 leaves the concatenated heads as the output.
/// Source of shared keys: Shazeer 2019, "Fast Transformer Decoding" (h_kv = 1, "multi-query"); Ainslie et al.
/// 2023, "GQA", section 2.2 ("grouped").
struct Layer {
    Index heads = 1;
    Matrix w_q;                   ///< (d_model, h·d_k)
    Matrix w_k;                   ///< (d_model, h_kv·d_k)
    Matrix w_v;                   ///< (d_model, h_kv·d_v)
    Matrix w_o;                   ///< (h·d_v, d_out) or empty
    RowVector b_q, b_k, b_v, b_o; ///< (h·d_k), (h_kv·d_k), (h_kv·d_v), (d_out) or empty
    Index kv_heads = 0;           ///< h_kv, which divides h; 0: every query head has keys of its own

    Matrix w_general;        ///< general score only: (h·d_k, d_k), one (d_k, d_k) block per head
    Matrix w_add_q, w_add_k; ///< additive score only: (h·d_k, d_a), one (d_k, d_a) block per head
    Matrix v_add;            ///< additive score only: (h, d_a)

    RowVector q_norm,
        k_norm;     ///< (d_k) gains of RMS-normed queries and keys, the same in every head; or empty
    RowVector sink; ///< (h) a logit in every row's denominator, head by head; or empty

    Index d_model() const { return w_q.rows(); }
    Index d_k() const { return w_q.cols() / heads; }
    Index d_v() const { return w_v.cols() / key_heads(); }
    /// h·d_v: the heads' outputs side by side.
    Index concat_width() const { return heads * d_v(); }
    /// h_kv.
    Index key_heads() const { return kv_heads > 0 ? kv_heads : heads; }
    /// The key head that a query head reads.
    Index key_head_of(Index head) const { return head * key_heads() / heads; }
    /// The query heads that read a key head, in ascending order.
    std::vector<Index> heads_of(Index key_head) const;
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

/// At which place t among the m keys a query stands, for masks that compare places. With as many new keys as
/// queries both say the same.
enum class Alignment {
    upper_left,  ///< t = i + p, for p past keys: query 0 stands at the first new key
    lower_right, ///< t = i + m − n: the last query stands at the last key
};

/// How many keys before and after its own place a query sees; −1: no limit on this side.
struct Window {
    Index left = -1, right = -1;

    /// The same number on both sides.
    static Window of(Index reach) { return {reach, reach}; }
    bool empty() const { return left < 0 && right < 0; }
    bool operator==(const Window&) const = default;
};

/// Which keys a query may attend to: those that meet every condition that is set.
struct Mask {
    bool causal = false; ///< key j ≤ place t of the query
    Alignment alignment = Alignment::upper_left;
    Window window = {};                         ///< t − left ≤ j ≤ t + right
    Index length = -1;                          ///< key j < length: the rest is padding; −1: all are real
    std::vector<std::uint8_t> key_padding = {}; ///< (m) 1 = real token; empty: all are real
    BoolMatrix given = {};                      ///< (n, m) true = may attend; 0 rows: none given

    bool empty() const {
        return !causal && window.empty() && length < 0 && key_padding.empty() && given.size() == 0;
    }
};

/// What is added to the scores after the scale.
struct Bias {
    /// None, one for all heads or one for each: (n, m), finite or −∞, which forbids a key.
    std::vector<Matrix> given = {};
    bool alibi = false; ///< −slope·distance besides: see alibi_slope()

    bool empty() const { return given.empty() && !alibi; }
};

/// Slower turns, so that a model reads texts longer than those that it was first trained on. Speeds θ of a
/// wavelength 2π/θ beyond `trained`/slow become θ/factor, those below `trained`/fast stay, and those between
/// are mixed in proportion. Source: Meta 2024, "The Llama 3 herd of models", section 3.4.2, in the form of
/// its code; all speeds alike: Chen et al. 2023, "Extending context window of large language models via
/// position interpolation", equation 4.
struct SlowerTurns {
    float factor = 1;         ///< ≥ 1; 1: as they were
    Index trained = 0;        ///< words of the texts; 0: all speeds alike
    float slow = 1, fast = 4; ///< slow < fast

    bool operator==(const SlowerTurns&) const = default;
};

/// Queries and keys turned by angles that grow with their places: see rotated().
struct Rotary {
    float base = 10000;       ///< > 0: pair j turns by base^(−2j/dims) from place to place
    Index dims = 0;           ///< how many of the d_k columns are turned, an even number; 0: all
    bool interleaved = false; ///< pairs are columns (2j, 2j + 1); otherwise (j, j + dims/2)
    SlowerTurns slower = {};

    bool operator==(const Rotary&) const = default;
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
    std::optional<Rotary> rotary = {};
    float softcap = 0; ///< c: scores become c·tanh(s/c); 0: they stay as they are
    Bias bias = {};
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
