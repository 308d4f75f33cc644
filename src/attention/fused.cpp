#include "attention/fused.h"

#include "attention/layer.h"
#include "attention/mask.h"
#include "attention/rms_norm.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "attention/softcap.h"
#include "attention/validate.h"
#include "base/parallel.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <string>
#include <utility>

namespace attention {

// A block.

Index queries_per_block(Index n, Index heads, int threads) {
    constexpr Index most = 2048, least = 64, blocks_per_thread = 8;
    Index size = most;
    while (threads > 1 && size > least && heads * ((n + size - 1) / size) < blocks_per_thread * threads)
        size /= 2;
    return size;
}

bool are_few(Index queries) {
    return queries < fewest_panel_queries;
}

void attend(const QueryBlock& block, int threads) {
    const bool plain = block.v_add.size() == 0 && !block.draw;
    assert((block.heads == 1 && threads == 1) || (plain && are_few(block.q.rows)));
    if (plain && worth_panels(block.q.rows))
        attend_panels(block);
    else
        attend_rows(block, threads);
}

Index scratch_floats(Index queries, Index keys, Index heads, Index d_k, Index d_v) {
    return worth_panels(queries) ? panel_pass_numbers(queries, keys, d_k, d_v)
                                 : row_pass_numbers(queries, keys, heads, d_v);
}

void bend(const Bend& bend, const ScoreTile& tile) {
    if (bend.softcap > 0) tile.for_each([c = bend.softcap](Index, Index, float& s) { s = softcapped(s, c); });
    if (!bend.bias.empty())
        tile.for_each([&bias = bend.bias](Index i, Index j, float& s) { s += bias.at(i, j); });
}

void expect_forbidden(const QueryBlock& block, Index head, Index i) {
    RowVector row = RowVector::Zero(block.k.rows);
    const ScoreTile tile{i, 1, {0, block.k.rows}, row.data(), block.k.rows, 1};
    if (!block.bends.empty()) bend(block.bends[static_cast<std::size_t>(head)], tile);
    if (block.mask) hide(block.placed_mask(), tile);
    if ((row.array() > -std::numeric_limits<float>::infinity()).any())
        throw too_large("scores", "row " + std::to_string(i) + " holds an infinite number");
}

// A pass.

namespace {

const Mask* mask_of(const FusedShape& shape, Index item) {
    if (shape.masks.empty()) return nullptr;
    return &shape.masks[shape.masks.size() == 1 ? 0 : static_cast<std::size_t>(item)];
}

// Splits the pass into independent blocks: some queries of one item in one head, or in all heads where they
// are few.
class FusedPass {
public:
    FusedPass(const base::Block& q, const base::Block& k, const base::Block& v, const FusedShape& shape)
        : q_(q), k_(k), v_(v), shape_(shape), kv_heads_(shape.kv_heads > 0 ? shape.kv_heads : shape.heads),
          n_(q.rows / shape.items), m_(k.rows / shape.items),
          output_(q.rows, v.cols / kv_heads_ * shape.heads),
          threads_(base::worth_sharing(work(), shape.threads)),
          per_block_(queries_per_block(n_, shape.items * shape.heads, threads_)),
          per_head_((n_ + per_block_ - 1) / per_block_), few_(plain() && are_few(n_)),
          together_(few_ ? shape.heads : 1), groups_(shape.heads / together_) {}

    Matrix run(const base::StopToken& stop) {
        const Index count = shape_.items * groups_ * per_head_;
        if (shape_.dropout.rate > 0) {
            run_in_order(count, stop);
        } else if (few_ && count < threads_) {
            for (Index i = 0; i < count && !stop.stop_requested(); ++i)
                attend(query_block(i), threads_);
        } else {
            base::parallel_for(count, threads_, [&](Index i) {
                if (!stop.stop_requested()) attend(query_block(longest_first(i)));
            });
        }
        return std::move(output_);
    }

private:
    void run_in_order(Index count, const base::StopToken& stop) {
        DropoutDraw draw(shape_.dropout);
        for (Index i = 0; i < count && !stop.stop_requested(); ++i) {
            if (i % (groups_ * per_head_) == 0)
                draw = DropoutDraw(shape_.dropout); // every item starts from the seed again
            QueryBlock block = query_block(i);
            block.dropout_rate = shape_.dropout.rate;
            block.draw = &draw;
            attend(block);
        }
    }

    // Heads in memory order, but each head's last block first: in a causal pass it sees the most keys, and
    // would otherwise keep other threads waiting at the end.
    Index longest_first(Index i) const { return i + per_head_ - 1 - 2 * (i % per_head_); }

    // Multiply-adds: n·m·(d_k + d_v) for each head. A few queries wait for keys and values instead: reading a
    // number from memory takes about as long as two multiply-adds.
    double work() const {
        const auto real = [](Index x) { return static_cast<double>(x); };
        const auto size = [&](const base::Block& b) { return real(b.rows) * real(b.cols); };
        const double multiply_adds = real(m_) * (size(q_) + real(output_.size()));
        return std::max(multiply_adds, 2 * (size(k_) + size(v_)));
    }

    // Neither additive scores nor dropout, which go head by head. Key heads are shared by whole groups.
    bool plain() const { return shape_.v_add.size() == 0 && shape_.dropout.rate == 0; }

    QueryBlock query_block(Index i) {
        const Index first = i % per_head_ * per_block_, rows = std::min(per_block_, n_ - first);
        const Index item = i / per_head_ / groups_, head = i / per_head_ % groups_ * together_;
        const Index d_k = q_.cols / shape_.heads, d_v = v_.cols / kv_heads_;
        const Index key_head = head * kv_heads_ / shape_.heads;
        const Index key_heads = together_ > 1 ? kv_heads_ : 1; // all heads, or one
        QueryBlock b;
        b.q = base::block(q_, item * n_ + first, head * d_k, rows, together_ * d_k);
        b.k = base::block(k_, item * m_, key_head * d_k, m_, key_heads * d_k);
        b.v = base::block(v_, item * m_, key_head * d_v, m_, key_heads * d_v);
        b.output = base::block(output_, item * n_ + first, head * d_v, rows, together_ * d_v);
        b.heads = together_;
        b.kv_heads = key_heads;
        b.first_query = first;
        b.divisor = shape_.divisor;
        const Mask* mask = mask_of(shape_, item);
        // A mask that hides nothing still says where its queries stand.
        b.first_place = mask ? first_place(*mask, n_, m_, shape_.past) : shape_.past;
        b.mask = mask && !mask->empty() ? mask : nullptr;
        if (shape_.v_add.size() > 0) b.v_add = shape_.v_add.row(head);
        if (shape_.sink.size() > 0) b.sink = shape_.sink.segment(head, together_);
        for (Index h = head; h < head + together_ && (shape_.softcap > 0 || !shape_.bias.empty()); ++h)
            b.bends.push_back({shape_.softcap, head_bias(shape_.bias, h, shape_.heads, b.first_place)});
        return b;
    }

    base::Block q_, k_, v_;
    const FusedShape& shape_;
    Index kv_heads_;
    Index n_, m_; ///< queries, keys
    Matrix output_;
    int threads_;
    Index per_block_, per_head_; ///< queries of a block, blocks of a head
    bool few_;                   ///< queries with plain dot products
    Index together_, groups_;    ///< heads of a block, such groups of an item
};

} // namespace

Matrix fused_attention(const base::Block& q, const base::Block& k, const base::Block& v,
                       const FusedShape& shape, const base::StopToken& stop) {
    [[maybe_unused]] const Index kv_heads = shape.kv_heads > 0 ? shape.kv_heads : shape.heads;
    assert(q.cols / shape.heads == k.cols / kv_heads && k.rows == v.rows);
    assert(q.rows % shape.items == 0 && k.rows % shape.items == 0);
    assert(shape.heads % kv_heads == 0);
    assert(q.cols % shape.heads == 0 && k.cols % kv_heads == 0 && v.cols % kv_heads == 0);
    return FusedPass(q, k, v, shape).run(stop);
}

// A layer.

namespace {

// Norms and turns queries and keys where the layer and the options say so. Rows stand after the past ones of
// their item.
void norm_and_turn(const Layer& layer, const Options& options, Index items, Index past, Matrix& q,
                   Matrix& k) {
    if (layer.q_norm.size() > 0) rms_norm_heads(q, layer.heads, layer.q_norm);
    if (layer.k_norm.size() > 0) rms_norm_heads(k, layer.key_heads(), layer.k_norm);
    if (!options.rotary) return;
    rotate_heads(q, layer.heads, *options.rotary, past, items);
    rotate_heads(k, layer.key_heads(), *options.rotary, past, items);
}

// Past rows before the new ones, item by item: (items·p, c), (items·(m − p), c) → (items·m, c).
Matrix joined(const Matrix& past, Matrix made, Index items) {
    if (past.rows() == 0) return made;
    const Index p = past.rows() / items, rows = made.rows() / items;
    Matrix all(past.rows() + made.rows(), made.cols());
    for (Index item = 0; item < items; ++item) {
        all.middleRows(item * (p + rows), p) = past.middleRows(item * p, p);
        all.middleRows(item * (p + rows) + p, rows) = made.middleRows(item * rows, rows);
    }
    return all;
}

// The key heads that each query head reads, side by side: (m, h_kv·d) → (m, h·d).
Matrix repeated(const Matrix& shared, const Layer& layer) {
    const Index d = shared.cols() / layer.key_heads();
    Matrix own(shared.rows(), layer.heads * d);
    for (Index h = 0; h < layer.heads; ++h)
        own.middleCols(h * d, d) = shared.middleCols(layer.key_head_of(h) * d, d);
    return own;
}

// Transforms q and k head by head so that every score function becomes a dot product, except the additive
// one, which keeps its tanh. Keys that each query head would change in its own way are no longer shared.
void change_for_score(ScoreFunction function, const Layer& layer, Matrix& q, Matrix& k, Matrix& v,
                      FusedShape& shape) {
    if (function == ScoreFunction::dot) return;
    const ScoreKind& kind = kind_of(function);
    if (kind.additive && layer.key_heads() < layer.heads) {
        k = repeated(k, layer);
        v = repeated(v, layer);
        shape.kv_heads = layer.heads;
    }
    const Index d_k = layer.d_k(), width = kind.additive ? layer.v_add.cols() : d_k;
    const auto changed = [&](const Matrix& rows, Index heads, auto change) {
        Matrix result(rows.rows(), heads * width);
        for (Index h = 0; h < heads; ++h)
            result.middleCols(h * width, width) = change(rows.middleCols(h * d_k, d_k), layer, h);
        return result;
    };
    q = changed(q, layer.heads, kind.left);
    k = changed(k, shape.kv_heads, kind.right);
    if (kind.additive) shape.v_add = layer.v_add;
}

// The embedding, plus positions if there are any; `sum` is storage for that sum.
const Matrix& with_positions(const Matrix& embedding, const Matrix& positions, Matrix& sum) {
    if (positions.rows() == 0) return embedding;
    sum = embedding + positions;
    return sum;
}

std::vector<Mask> masks_of(const Options& options, const Batch& batch) {
    return batch.masks.empty() ? std::vector<Mask>{options.mask} : batch.masks;
}

void validate_masks(const Input& input, const Batch& batch) {
    if (!batch.masks.empty() && static_cast<Index>(batch.masks.size()) != batch.items)
        throw InputError("masks",
                         std::to_string(batch.masks.size()) + " for a batch of " +
                             std::to_string(batch.items) + " items",
                         "give one for each item, or none");
    for (const Mask& mask : batch.masks)
        validate_mask(mask, input, batch.items);
}

} // namespace

FusedLayer::FusedLayer(Layer layer, Options options, int threads)
    : layer_(std::move(layer)), options_(std::move(options)), threads_(threads) {
    validate_layer(layer_, options_);
}

Matrix FusedLayer::run(const Input& input, const Batch& batch, const base::StopToken& stop) const {
    validate_input(input, batch.items, layer_, options_);
    validate_masks(input, batch);
    FusedShape shape{.items = batch.items,
                     .heads = layer_.heads,
                     .divisor = divisor(options_.scale, layer_.d_k(), layer_.d_model()),
                     .masks = masks_of(options_, batch),
                     .threads = threads_,
                     .dropout = options_.dropout,
                     .kv_heads = layer_.key_heads(),
                     .past = input.past() / batch.items,
                     .softcap = options_.softcap,
                     .bias = options_.bias,
                     .sink = layer_.sink};
    Matrix x_sum, memory_sum;
    const Matrix& x = with_positions(input.x, input.x_positions, x_sum);
    const Matrix& source =
        input.is_cross() ? with_positions(input.memory, input.memory_positions, memory_sum) : x;

    Matrix q = project(x, layer_.w_q, layer_.b_q, threads_);
    Matrix k = project(source, layer_.w_k, layer_.b_k, threads_);
    Matrix v = project(source, layer_.w_v, layer_.b_v, threads_);
    expect_no_overflow(Quantity::q, 0, q);
    expect_no_overflow(Quantity::k, 0, k);
    expect_no_overflow(Quantity::v, 0, v);
    norm_and_turn(layer_, options_, batch.items, shape.past, q, k);
    k = joined(input.past_k, std::move(k), batch.items);
    v = joined(input.past_v, std::move(v), batch.items);
    change_for_score(options_.score, layer_, q, k, v, shape);
    Matrix concat = fused_attention(q, k, v, shape, stop);
    if (stop.stop_requested()) return concat;
    for (const Index head : options_.switched_off)
        concat.middleCols(head * layer_.d_v(), layer_.d_v()).setZero();
    Matrix output =
        layer_.w_o.size() > 0 ? project(concat, layer_.w_o, layer_.b_o, threads_) : std::move(concat);
    expect_no_overflow(Quantity::output, 0, output);
    return output;
}

// Generation.

KeyValueCache::KeyValueCache(Layer layer, const Options& options, Index capacity)
    : layer_(std::move(layer)), options_(options) {
    validate_layer(layer_, options_);
    if (options_.score != ScoreFunction::dot)
        throw InputError("score", "a cache is kept for dot products only", "choose the dot product");
    // What has the size of a whole pass says nothing about a single word.
    options_.mask = {.window = options.mask.window};
    options_.bias.given = {};
    divisor_ = divisor(options_.scale, layer_.d_k(), layer_.d_model());
    k_.resize(capacity, layer_.w_k.cols());
    v_.resize(capacity, layer_.w_v.cols());
}

RowVector KeyValueCache::next(const RowVector& x) {
    assert(words_ < k_.rows() && x.size() == layer_.d_model());
    const Matrix word = x;
    Matrix q = project(word, layer_.w_q, layer_.b_q), k = project(word, layer_.w_k, layer_.b_k);
    norm_and_turn(layer_, options_, 1, words_, q, k);
    k_.row(words_) = k;
    v_.row(words_) = project(word, layer_.w_v, layer_.b_v);
    Matrix concat(1, layer_.concat_width());
    QueryBlock b;
    b.q = base::block(q);
    b.k = base::block(k_, 0, 0, words_ + 1, k_.cols());
    b.v = base::block(v_, 0, 0, words_ + 1, v_.cols());
    b.output = base::block(concat);
    b.heads = layer_.heads;
    b.kv_heads = layer_.key_heads();
    b.first_place = words_;
    b.divisor = divisor_;
    if (!options_.mask.window.empty()) b.mask = &options_.mask;
    for (Index head = 0; head < layer_.heads && (options_.softcap > 0 || options_.bias.alibi); ++head)
        b.bends.push_back({options_.softcap, head_bias(options_.bias, head, layer_.heads, words_)});
    b.sink = layer_.sink;
    attend(b);
    ++words_;
    return layer_.w_o.size() > 0 ? project(concat, layer_.w_o, layer_.b_o) : concat;
}

std::size_t KeyValueCache::bytes() const {
    return static_cast<std::size_t>(words_ * (k_.cols() + v_.cols())) * sizeof(float);
}

} // namespace attention
