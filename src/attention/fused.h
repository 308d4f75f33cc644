#pragma once
// Attention without an n × m matrix: blocks of queries meet blocks of keys, and the row maximum and the sum
// of the softmax are updated from block to block. Gives the numbers of trace() to within rounding, but fast
// and in memory linear in n. Sources: Milakov and Gimelshein 2018, "Online normalizer calculation for
// softmax"; Dao et al. 2022, "FlashAttention", section 3.1.

#include "attention/bias.h"
#include "attention/layer.h"
#include "attention/mask.h"
#include "attention/softmax.h"
#include "base/product.h"
#include "base/stop.h"

#include <functional>
#include <span>
#include <vector>

namespace attention {

/// The layout of a fused pass's rows and columns, and what is done to the scores.
struct FusedShape {
    Index items = 1;              ///< sequences of equal length, stacked in the rows
    Index heads = 1;              ///< side by side in the columns
    float divisor = 1;            ///< of the scores
    std::vector<Mask> masks = {}; ///< none, one for all items, or one per item
    int threads = 1;
    Matrix v_add = {}; ///< (h, d_a) additive score: q and k are then (…, h·d_a), the terms inside the tanh
    Dropout dropout = {}; ///< drawn in the order of trace(), on a single thread
    Index kv_heads = 0;   ///< h_kv, which divides h; 0: every head has keys of its own
    Index past = 0;       ///< of the m keys of an item, which masks and the bias count from
    float softcap = 0;    ///< as in Options
    Bias bias = {};       ///< the same for all items
    RowVector sink = {};  ///< (h) or empty
};

/// softmax(Q·Kᵀ/divisor, capped, + bias + mask)·V for every head of every item. q (items·n, h·d_k),
/// k (items·m, h_kv·d_k), v (items·m, h_kv·d_v) → (items·n, h·d_v). A query without an allowed key gives 0.
/// Leaves rows unwritten once `stop` is requested. Asserts that the shapes match; throws InputError when a
/// score is too large for a float.
Matrix fused_attention(const base::Block& q, const base::Block& k, const base::Block& v,
                       const FusedShape& shape, const base::StopToken& stop = {});
inline Matrix fused_attention(const Matrix& q, const Matrix& k, const Matrix& v, const FusedShape& shape,
                              const base::StopToken& stop = {}) {
    return fused_attention(base::block(q), base::block(k), base::block(v), shape, stop);
}

// A whole layer: projections, fused attention, output projection.

/// How the rows of an input are split into sequences.
struct Batch {
    Index items = 1;              ///< sequences of equal length, stacked in the rows
    std::vector<Mask> masks = {}; ///< one per item, replacing the mask of the options, or none
};

class FusedLayer {
public:
    /// Validates the layer once for many runs. Throws InputError as trace() does.
    explicit FusedLayer(Layer layer, Options options = {}, int threads = 1);

    /// Equals trace(input, layer, options).output to within rounding, for everything that Layer and Options
    /// hold. x (items·n, d_model), memory (items·(m − p), d_model), past_k (items·p, h_kv·d_k) →
    /// (items·n, d_out). Throws InputError when the input does not fit. The result is incomplete once `stop`
    /// is requested.
    Matrix run(const Input& input, const Batch& batch = {}, const base::StopToken& stop = {}) const;

    const Layer& layer() const { return layer_; }

private:
    Layer layer_;
    Options options_;
    int threads_;
};

// Generation: words arrive one at a time, and the keys and values of earlier ones are cached. Each new word
// costs one row of scores and adds one row to the cache. The outputs are the rows of the causal pass over all
// words.

class KeyValueCache {
public:
    /// Dot scores, with the scale, softcap, window, rotary positions and ALiBi of `options`, the layer's
    /// norms and sink; a causal mask adds nothing, since there is no future yet. `capacity`: the most words
    /// it can hold. Throws InputError as trace() does for the layer and the options, and for other scores.
    KeyValueCache(Layer layer, const Options& options, Index capacity);

    /// The output (d_out) for the next word x (d_model), which attends to itself and all words before it.
    /// Asserts that there is room. Throws InputError when a score is too large for a float.
    RowVector next(const RowVector& x);

    Index words() const { return words_; }
    /// Bytes of the keys and values kept so far: words · h_kv·(d_k + d_v) · 4.
    std::size_t bytes() const;

private:
    Layer layer_;
    Options options_;
    float divisor_;
    Matrix k_, v_; ///< (capacity, h_kv·d_k), (capacity, h_kv·d_v); the first words_ rows are in use
    Index words_ = 0;
};

// The inner part of a pass: one block of queries against all their keys, in one head or in several.

/// Queries per block: enough to make good use of the copied keys, but few enough for no thread to wait long
/// for the last block, even where cores differ in speed. n queries in each of `heads` heads, counted over all
/// items.
Index queries_per_block(Index n, Index heads, int threads);

/// Whether there are so few queries that they wait for memory. Such a block takes all heads at once and
/// threads share its keys, so that each thread reads whole rows of keys and values in memory order.
bool are_few(Index queries);

/// What becomes of the scores of one head after the scale.
struct Bend {
    float softcap = 0; ///< 0: none
    HeadBias bias = {};

    bool empty() const { return softcap == 0 && bias.empty(); }
};

/// How many queries and keys are taken at a time.
struct BlockSize {
    Index queries, keys;
    bool operator==(const BlockSize&) const = default;
};
/// In the row form: their scores (64 KB for one head) stay in the L2 cache.
inline constexpr BlockSize row_block{64, 256};

/// What the row form holds while some queries take in some keys. Row i·c + h is query i in head h of c.
struct RowsSoFar {
    Index first_query;                ///< its index within the item
    KeyRange keys;                    ///< without those that the mask's ranges forbid to all these queries
    base::Block s;                    ///< (b·c, keys) scores; once they are taken in, exp(s_ij − m_i)
    std::span<const RunningRow> rows; ///< (b·c)
    base::Block sums;                 ///< (b·c, d_v) Σ_j exp(s_ij − m_i)·v_j
};
/// Sees a pass in the row form, block by block: the scores, and then what has become of them.
struct RowWatch {
    std::function<void(const RowsSoFar&)> scored, taken_in;
};

/// Some queries of one item in c neighbouring heads, which read c_kv neighbouring key heads, with all they
/// attend to.
struct QueryBlock {
    base::Block q;             ///< (b, c·d_k) b queries, from first_query on
    base::Block k;             ///< (m, c_kv·d_k)
    base::Block v;             ///< (m, c_kv·d_v)
    base::MutableBlock output; ///< (b, c·d_v) written
    Index heads = 1;           ///< c, more than one only for a few queries with plain dot products
    Index kv_heads = 1;        ///< c_kv, which divides c
    Index first_query = 0;     ///< its index within the item, as masks count
    Index first_place = 0;     ///< of query 0 of the item among the keys
    float divisor = 1;
    const Mask* mask = nullptr; ///< null: none
    RowVector v_add = {};       ///< (d_a) additive score: q and k are the terms inside the tanh
    float dropout_rate = 0;     ///< used with `draw`, in the order of trace()
    DropoutDraw* draw = nullptr;
    std::vector<Bend> bends = {};    ///< (c) or none
    RowVector sink = {};             ///< (c) or empty
    BlockSize at_a_time = row_block; ///< in the row form
    const RowWatch* watch = nullptr; ///< of the row form on one thread; null: nobody

    PlacedMask placed_mask() const { return {*mask, first_place}; }
    float sink_of(Index head) const { return sink.size() > 0 ? sink[head] : no_sink; }
};

/// output_i = Σ_j softmax(s_i)_j·v_j for the block's queries, 0 where every key is forbidden. Throws
/// InputError when a score is too large for a float. `threads` is 1 unless the queries are few and their
/// scores plain dot products.
void attend(const QueryBlock& block, int threads = 1);

/// Bends some scores of a head: s ← softcapped, plus the bias.
void bend(const Bend& bend, const ScoreTile& tile);

/// Floats of working memory that attend() needs on each thread for a block of dot-product scores. d_k and d_v
/// are those of one head.
Index scratch_floats(Index queries, Index keys, Index heads, Index d_k, Index d_v);

// The two forms of attend(), which chooses between them, and the floats of working memory that each needs.

/// Fewer queries would leave most lanes of a panel empty.
inline constexpr Index fewest_panel_queries = 6;
/// Whether panels pay for this number of queries: never in a build without Highway.
bool worth_panels(Index queries);
/// The fast form, with queries across the lanes of the processor's vectors: for dot-product scores without
/// dropout.
void attend_panels(const QueryBlock& block);
Index panel_pass_numbers(Index queries, Index keys, Index d_k, Index d_v);

/// The plain form, with queries as rows: for everything else, such as the few queries of generation, additive
/// scores and dropout. Several threads share the keys, though not with dropout, which draws in the order of
/// trace().
void attend_rows(const QueryBlock& block, int threads);
Index row_pass_numbers(Index queries, Index keys, Index heads, Index d_v, BlockSize at_a_time = row_block);

/// For query i of the item in head `head` of the block, which has no finite score: throws InputError for a
/// score too large for a float, unless every key is forbidden to the query.
void expect_forbidden(const QueryBlock& block, Index head, Index i);

} // namespace attention
