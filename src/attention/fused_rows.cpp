// A block of a fused pass with its queries as rows: the plain form of the algorithm.

#include "attention/fused.h"

#include "attention/fused_kernels.h"
#include "attention/mask.h"
#include "attention/softmax.h"
#include "base/parallel.h"
#include "base/scratch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention {

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// s_ij = v·tanh(q_i + k_j)/divisor. Source: Bahdanau et al. 2015, appendix A.1.2.
void additive_block(const base::Block& q, const base::Block& k, const RowVector& v, float divisor,
                    const base::MutableBlock& s) {
    using Row = Eigen::Map<const RowVector>;
    for (Index i = 0; i < q.rows; ++i)
        for (Index j = 0; j < k.rows; ++j) {
            const Row from_query(q.data + i * q.stride, q.cols), from_key(k.data + j * k.stride, k.cols);
            s.data[i * s.stride + j] = (from_query + from_key).array().tanh().matrix().dot(v) / divisor;
        }
    base::count_multiply_adds(static_cast<std::uint64_t>(s.rows * s.cols * q.cols));
}

// The sums of a block over some of its keys: row i·c + h is query i in head h.
struct RowSums {
    base::AlignedFloats values;   ///< (b, c·d_v) Σ_j exp(s_ij − m_i)·v_j
    std::vector<RunningRow> rows; ///< (b·c)

    void clear(const QueryBlock& b) {
        const Index size = b.q.rows * b.output.cols;
        values.reserve(size);
        std::fill_n(values.data(), size, 0.0F);
        rows.assign(static_cast<std::size_t>(b.q.rows * b.heads), RunningRow{minus_infinity, 0});
    }

    /// Adds the sums of the same rows over other keys.
    void add(const RowSums& more, Index d_v) {
        float* to = values.data();
        const float* from = more.values.data();
        for (std::size_t row = 0; row < rows.size(); ++row, to += d_v, from += d_v) {
            const RunningRow a = rows[row], b = more.rows[row];
            const float m = std::max(a.m, b.m), of_a = shrink_to(m, a), of_b = shrink_to(m, b);
            rows[row] = {m, of_a * a.l + of_b * b.l};
            std::transform(to, to + d_v, from, to, [&](float x, float y) { return of_a * x + of_b * y; });
        }
    }

    /// Divides by l, which is complete only once all keys are taken in, and what the sink adds to it.
    void write_output(const QueryBlock& b) const {
        const Index d_v = b.v.cols / b.kv_heads;
        for (Index row = 0; row < b.q.rows * b.heads; ++row) {
            const auto [m, l] = rows[static_cast<std::size_t>(row)];
            const Index i = row / b.heads, head = row % b.heads;
            if (!std::isfinite(m) || !std::isfinite(l)) expect_forbidden(b, head, b.first_query + i);
            const float share = l > 0 ? 1 / (l + sink_numerator(b.sink_of(head), m)) : 0;
            const float* sum = values.data() + row * d_v;
            float* output = b.output.data + i * b.output.stride + head * d_v;
            std::transform(sum, sum + d_v, output, [share](float x) { return share * x; });
        }
    }
};

// Each thread keeps its workspace from block to block: for short sequences, allocating would cost more than
// the arithmetic.
struct RowWorkspace {
    base::AlignedFloats s; ///< (strip·c, keys) scores, then exp(s − m), in rows like those of the sums
    RowSums sums;
};

// Takes keys in, some at a time.
class RowPass {
public:
    RowPass(const QueryBlock& b, base::AlignedFloats& s, RowSums& sums)
        : b_(b), stride_(std::min(b.at_a_time.keys, b.k.rows)), d_v_(b.v.cols / b.kv_heads), s_(s),
          sums_(sums) {
        s.reserve(std::min(b.at_a_time.queries, b.q.rows) * b.heads * stride_);
        sums.clear(b);
        if (b.draw) draw_kept();
    }

    void run(KeyRange keys) {
        const auto [queries, count] = b_.at_a_time;
        for (Index first = keys.first; first < keys.end; first += count)
            for (Index strip = 0; strip < b_.q.rows; strip += queries)
                take_in_keys({first, std::min(first + count, keys.end)}, strip);
    }

private:
    // Some keys for the queries [first, first + at_a_time.queries) of the block.
    void take_in_keys(KeyRange keys, Index first) {
        const Index rows = std::min(b_.at_a_time.queries, b_.q.rows - first);
        const Index query = b_.first_query + first;
        if (b_.mask)
            keys = reachable(b_.placed_mask(), query, query + rows - 1, keys); // no other key is computed
        if (keys.first >= keys.end) return;
        const Index count = keys.end - keys.first;
        const base::MutableBlock s{s_.data(), rows * b_.heads, count, stride_};
        score(keys, {b_.q.data + first * b_.q.stride, rows, b_.q.cols, b_.q.stride}, s);
        for (Index head = 0; head < b_.heads && (b_.mask || !b_.bends.empty()); ++head)
            bend_and_hide(head, {query, rows, keys, s_.data() + head * stride_, b_.heads * stride_, 1});
        if (b_.watch) b_.watch->scored(so_far(keys, first, s));
        for (Index row = 0; row < s.rows; ++row)
            take_in_row(first * b_.heads + row, keys, s.data + row * stride_);
        const base::Block v{b_.v.data + keys.first * b_.v.stride, count, b_.v.cols, b_.v.stride};
        const Index width = b_.output.cols;
        add_values(s, v, b_.heads, b_.kv_heads, {sums_.values.data() + first * width, rows, width, width});
        if (b_.watch) b_.watch->taken_in(so_far(keys, first, s));
    }

    RowsSoFar so_far(KeyRange keys, Index first, const base::MutableBlock& s) const {
        const Index row = first * b_.heads;
        const std::span rows(sums_.rows);
        return {b_.first_query + first,
                keys,
                {s.data, s.rows, s.cols, s.stride},
                rows.subspan(static_cast<std::size_t>(row), static_cast<std::size_t>(s.rows)),
                {sums_.values.data() + row * d_v_, s.rows, d_v_, d_v_}};
    }

    void score(KeyRange keys, const base::Block& q, const base::MutableBlock& s) const {
        const base::Block k{b_.k.data + keys.first * b_.k.stride, s.cols, b_.k.cols, b_.k.stride};
        if (b_.v_add.size() > 0)
            additive_block(q, k, b_.v_add, b_.divisor, s);
        else
            score_heads(q, k, b_.heads, b_.kv_heads, s, 1 / b_.divisor);
    }

    void bend_and_hide(Index head, const ScoreTile& tile) const {
        if (!b_.bends.empty()) bend(b_.bends[static_cast<std::size_t>(head)], tile);
        if (b_.mask) hide(b_.placed_mask(), tile); // the same for all heads
    }

    // The scores `s` of one query in one head, which `row` numbers together.
    void take_in_row(Index row, KeyRange keys, float* s) const {
        const float shrink = accumulate(s, keys.end - keys.first, sums_.rows[static_cast<std::size_t>(row)]);
        if (shrink != 1) rescale(sums_.values.data() + row * d_v_, d_v_, shrink);
        if (b_.draw) drop_some(row, keys, s);
    }

    // Row by row, over all keys: the order in which trace() draws.
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
    Index stride_; ///< of the scores
    Index d_v_;    ///< of a head
    base::AlignedFloats& s_;
    RowSums& sums_;
    BoolMatrix kept_; ///< (b, m) with dropout
};

} // namespace

void attend_rows(const QueryBlock& block, int threads) {
    RowWorkspace& work = base::per_thread<RowWorkspace>();
    const Index m = block.k.rows;
    if (threads == 1) {
        RowPass(block, work.s, work.sums).run({0, m});
    } else {
        std::vector<RowSums> parts(static_cast<std::size_t>(threads));
        base::parallel_parts(threads, [&](Index i) {
            RowPass(block, base::per_thread<RowWorkspace>().s, parts[static_cast<std::size_t>(i)])
                .run({m * i / threads, m * (i + 1) / threads});
        });
        work.sums.clear(block);
        for (const RowSums& part : parts)
            work.sums.add(part, block.v.cols / block.kv_heads);
    }
    work.sums.write_output(block);
}

Index row_pass_numbers(Index queries, Index keys, Index heads, Index d_v, BlockSize at_a_time) {
    return heads * (std::min(at_a_time.queries, queries) * std::min(at_a_time.keys, keys) + queries * d_v);
}

} // namespace attention
