#include "attention/fused_block.h"

#include "attention/aligned.h"
#include "attention/running_softmax.h"

#include <cmath>
#include <limits>

namespace attention {

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

struct KeyRange {
    Index first, end;
};

// The keys that some query of the block may attend to: what lies wholly in the future or outside the window
// is never computed.
KeyRange reachable_keys(const QueryBlock& b) {
    KeyRange range{0, b.k.rows};
    if (!b.mask) return range;
    const Index last_query = b.first_query + b.q.rows - 1;
    if (b.mask->causal) range.end = std::min(range.end, last_query + 1);
    if (b.mask->window > 0) {
        range.first = std::max<Index>(range.first, b.first_query - b.mask->window);
        range.end = std::min(range.end, last_query + b.mask->window + 1);
    }
    return range;
}

// Hides what query i may not see among the keys [first, end): s_row belongs to key `first`.
void hide(const Mask& mask, Index i, KeyRange keys, float* s_row) {
    const auto hide_from_to = [&](Index from, Index to) {
        from = std::clamp(from, keys.first, keys.end), to = std::clamp(to, keys.first, keys.end);
        std::fill(s_row + (from - keys.first), s_row + (to - keys.first), minus_infinity);
    };
    if (mask.causal) hide_from_to(i + 1, keys.end);
    if (mask.window > 0) {
        hide_from_to(keys.first, i - mask.window);
        hide_from_to(i + mask.window + 1, keys.end);
    }
    const bool padded = !mask.key_padding.empty(), given = mask.given.size() > 0;
    if (!padded && !given) return;
    for (Index j = keys.first; j < keys.end; ++j)
        if ((padded && mask.key_padding[static_cast<std::size_t>(j)] == 0) || (given && !mask.given(i, j)))
            s_row[j - keys.first] = minus_infinity;
}

// s_ij = v·tanh(q_i + k_j)/divisor. Source: Bahdanau et al. 2015, appendix A.1.2.
void additive_block(const Block& q, const Block& k, const RowVector& v, float divisor,
                    const MutableBlock& s) {
    using Row = Eigen::Map<const RowVector>;
    for (Index i = 0; i < q.rows; ++i)
        for (Index j = 0; j < k.rows; ++j) {
            const Row from_query(q.data + i * q.stride, q.cols), from_key(k.data + j * k.stride, k.cols);
            s.data[i * s.stride + j] = (from_query + from_key).array().tanh().matrix().dot(v) / divisor;
        }
    count_multiply_adds(static_cast<std::uint64_t>(q.rows * k.rows * q.cols));
}

class BlockPass {
public:
    explicit BlockPass(const QueryBlock& b)
        : b_(b), stride_(std::min(block_keys, b.k.rows)), s_(b.q.rows * stride_), sums_(b.q.rows * b.v.cols),
          rows_(static_cast<std::size_t>(b.q.rows), RunningRow{minus_infinity, 0}) {}

    void run() {
        if (b_.draw) draw_kept();
        const KeyRange keys = reachable_keys(b_);
        for (Index first = keys.first; first < keys.end; first += block_keys)
            take_in_keys({first, std::min(first + block_keys, keys.end)});
        write_output();
    }

private:
    void take_in_keys(KeyRange keys) {
        const Index count = keys.end - keys.first, d_v = b_.v.cols;
        const MutableBlock s{s_.data(), b_.q.rows, count, stride_};
        const Block k{b_.k.data + keys.first * b_.k.stride, count, b_.k.cols, b_.k.stride};
        const Block v{b_.v.data + keys.first * b_.v.stride, count, d_v, b_.v.stride};
        if (b_.v_add.size() > 0)
            additive_block(b_.q, k, b_.v_add, b_.divisor, s);
        else
            multiply_transposed(b_.q, k, s, 1 / b_.divisor);
        for (Index i = 0; i < b_.q.rows; ++i) {
            float* row = s_.data() + i * stride_;
            if (b_.mask) hide(*b_.mask, b_.first_query + i, keys, row);
            const float shrink = take_in(row, count, rows_[static_cast<std::size_t>(i)]);
            if (shrink != 1) rescale(sums_.data() + i * d_v, d_v, shrink);
            if (b_.draw) drop_some(i, keys, row);
        }
        multiply({s.data, s.rows, s.cols, s.stride}, v, {sums_.data(), b_.q.rows, d_v, d_v}, 1, Add::yes);
    }

    // The weights are 1/l of these, once l is known.
    void write_output() {
        const Index d_v = b_.v.cols;
        for (Index i = 0; i < b_.q.rows; ++i) {
            const float l = rows_[static_cast<std::size_t>(i)].l;
            const float share = l > 0 ? 1 / l : 0;
            const float* sum = sums_.data() + i * d_v;
            float* output = b_.output.data + i * b_.output.stride;
            for (Index c = 0; c < d_v; ++c)
                output[c] = share * sum[c];
        }
    }

    // Row by row, all keys of a row: the order in which trace() draws.
    void draw_kept() {
        kept_.resize(b_.q.rows, b_.k.rows);
        for (Index i = 0; i < kept_.rows(); ++i)
            for (Index j = 0; j < kept_.cols(); ++j)
                kept_(i, j) = b_.draw->kept();
    }

    void drop_some(Index i, KeyRange keys, float* row) const {
        for (Index j = keys.first; j < keys.end; ++j)
            row[j - keys.first] *= kept_(i, j) ? 1 / (1 - b_.dropout_rate) : 0;
    }

    const QueryBlock& b_;
    Index stride_;       ///< of the scores: keys in a block
    AlignedFloats s_;    ///< (b, stride) scores, then exp(s − m)
    AlignedFloats sums_; ///< (b, d_v) Σ_j exp(s_ij − m_i)·v_j so far
    std::vector<RunningRow> rows_;
    BoolMatrix kept_; ///< (b, m) with dropout
};

} // namespace

void attend(const QueryBlock& block) {
    BlockPass(block).run();
}

} // namespace attention
