#include "attention/fused.h"

#include "attention/fused_block.h"
#include "base/parallel.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace attention {

namespace {

const Mask* mask_of(const FusedShape& shape, Index item) {
    if (shape.masks.empty()) return nullptr;
    const Mask& mask = shape.masks[shape.masks.size() == 1 ? 0 : static_cast<std::size_t>(item)];
    return mask.empty() ? nullptr : &mask;
}

// Splits the pass into independent blocks: some queries of one item in one head, or where they are few in
// all heads.
class FusedPass {
public:
    FusedPass(const Matrix& q, const Matrix& k, const Matrix& v, const FusedShape& shape)
        : q_(q), k_(k), v_(v), shape_(shape), n_(q.rows() / shape.items), m_(k.rows() / shape.items),
          threads_(base::worth_sharing(work(), shape.threads)),
          per_block_(queries_per_block(n_, shape.items * shape.heads, threads_)),
          per_head_((n_ + per_block_ - 1) / per_block_), few_(plain() && are_few(n_)),
          together_(few_ ? shape.heads : 1), groups_(shape.heads / together_), output_(q.rows(), v.cols()) {}

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

    // Heads in memory order, but each head's last block first: in a causal pass it sees the most keys and
    // would otherwise keep the other threads waiting at the end.
    Index longest_first(Index i) const { return i + per_head_ - 1 - 2 * (i % per_head_); }

    // Multiply-adds, n·m·(d_k + d_v) for each head. A few queries wait for the keys and values instead: a
    // number from memory takes about as long as two multiply-adds.
    double work() const {
        const auto real = [](Index x) { return static_cast<double>(x); };
        const double multiply_adds = real(m_) * (real(q_.size()) + real(q_.rows()) * real(v_.cols()));
        return std::max(multiply_adds, 2 * (real(k_.size()) + real(v_.size())));
    }

    // Neither additive scores nor dropout, which go head by head.
    bool plain() const { return shape_.v_add.size() == 0 && shape_.dropout.rate == 0; }

    QueryBlock query_block(Index i) {
        const Index first = i % per_head_ * per_block_, rows = std::min(per_block_, n_ - first);
        const Index item = i / per_head_ / groups_, head = i / per_head_ % groups_ * together_;
        const Index d_k = q_.cols() / shape_.heads, d_v = v_.cols() / shape_.heads;
        QueryBlock b;
        b.q = base::block(q_, item * n_ + first, head * d_k, rows, together_ * d_k);
        b.k = base::block(k_, item * m_, head * d_k, m_, together_ * d_k);
        b.v = base::block(v_, item * m_, head * d_v, m_, together_ * d_v);
        b.output = base::block(output_, item * n_ + first, head * d_v, rows, together_ * d_v);
        b.heads = together_;
        b.first_query = first;
        b.divisor = shape_.divisor;
        b.mask = mask_of(shape_, item);
        if (shape_.v_add.size() > 0) b.v_add = shape_.v_add.row(head);
        return b;
    }

    const Matrix &q_, &k_, &v_;
    const FusedShape& shape_;
    Index n_, m_; ///< queries, keys
    int threads_;
    Index per_block_, per_head_; ///< queries of a block, blocks of a head
    bool few_;                   ///< queries with plain dot products
    Index together_, groups_;    ///< heads of a block, such groups of an item
    Matrix output_;
};

} // namespace

Matrix fused_attention(const Matrix& q, const Matrix& k, const Matrix& v, const FusedShape& shape,
                       const base::StopToken& stop) {
    assert(q.cols() == k.cols() && k.rows() == v.rows());
    assert(q.rows() % shape.items == 0 && k.rows() % shape.items == 0);
    assert(q.cols() % shape.heads == 0 && v.cols() % shape.heads == 0);
    return FusedPass(q, k, v, shape).run(stop);
}

} // namespace attention
