#include "learning/attend.h"

#include "attention/mask.h"
#include "attention/rotary.h"
#include "learning/layers.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

namespace learning {

using attention::KeyRange;

namespace {

// Where the numbers of each item and head are.
struct Layout {
    Index items, heads;
    Index n, m; ///< queries and keys of an item
    Index d_v;  ///< of a head

    template <class M>
    Layout(const M& q, const M& k, const M& v, const AttentionShape& shape)
        : items(shape.items), heads(shape.heads), n(q.rows() / items), m(k.rows() / items),
          d_v(v.cols() / heads) {
        assert(q.rows() == items * n && k.rows() == items * m && v.rows() == k.rows());
        assert(q.cols() % heads == 0 && k.cols() == q.cols() && v.cols() == heads * d_v);
        assert(shape.masks.size() <= 1 || shape.masks.size() == static_cast<std::size_t>(items));
    }

    // Of matrices like q and z, k, v, and the weights.
    template <class M>
    auto queries(M& q, Index item, Index head) const {
        const Index width = q.cols() / heads;
        return q.block(item * n, head * width, n, width);
    }
    template <class M>
    auto keys(M& k, Index item, Index head) const {
        const Index width = k.cols() / heads;
        return k.block(item * m, head * width, m, width);
    }
    template <class M>
    auto weights(M& a, Index item, Index head) const {
        return a.middleRows((item * heads + head) * n, n);
    }

    // Calls task(item, head) for all heads of all items.
    template <class Task>
    void each_head(const Task& task) const {
        for (Index item = 0; item < items; ++item)
            for (Index head = 0; head < heads; ++head)
                task(item, head);
    }
};

void hide(const attention::PlacedMask& mask, float* scores, Index query, const KeyRange& keys) {
    attention::hide(mask, {query, 1, keys, scores, keys.end - keys.first, 1});
}

// Through floats, which are all that masks can hide.
void hide(const attention::PlacedMask& mask, double* scores, Index query, const KeyRange& keys) {
    base::Matrix hidden = base::Matrix::Zero(1, keys.end - keys.first);
    hide(mask, hidden.data(), query, keys);
    Eigen::Map<MatrixOf<double>>(scores, 1, hidden.cols()) += hidden.cast<double>();
}

/// The softmax of a row of m scores, which is 0 where its key is hidden.
template <class T>
void masked_softmax(T* row, Index query, Index m, const attention::PlacedMask& mask) {
    const KeyRange seen = attention::reachable(mask, query, query, {0, m});
    if (seen.first >= seen.end) return (void)std::fill_n(row, m, T(0));
    std::fill(row, row + seen.first, T(0));
    std::fill(row + seen.end, row + m, T(0));
    if (attention::may_hide(mask, query, query, seen)) hide(mask, row + seen.first, query, seen);
    softmax(row + seen.first, seen.end - seen.first);
}

const attention::Mask* mask_of(const AttentionShape& shape, Index item) {
    if (shape.masks.empty()) return nullptr;
    return &shape.masks[shape.masks.size() == 1 ? 0 : static_cast<std::size_t>(item)];
}

/// How many of an item's m keys some query may see: what fills it up at the end need not be computed.
Index keys_seen(const AttentionShape& shape, Index item, Index n, Index m) {
    const attention::Mask* const mask = mask_of(shape, item);
    return mask ? std::max<Index>(attention::reachable({*mask}, 0, n - 1, {0, m}).end, 0) : m;
}

bool is_off(const AttentionShape& shape, Index head) {
    return std::ranges::find(shape.heads_off, head) != shape.heads_off.end();
}

enum class Way { forward, back };

/// Rows of q or k, each turned by its place in its item as attention::rotated() does it, or back again.
template <class T>
MatrixOf<T> turned(MatrixOf<T> rows, const AttentionShape& shape, Way way) {
    const Index d_k = rows.cols() / shape.heads, n = rows.rows() / shape.items;
    struct Pair {
        Index one, other; ///< columns of a head
        double angle;     ///< from one place to the next
    };
    std::vector<Pair> pairs;
    for (Index column = 0; column < attention::turned_dims(*shape.rotary, d_k); ++column) {
        const attention::Turn turn = attention::turn_of(*shape.rotary, d_k, 1, column);
        if (turn.partner >= column) pairs.push_back({column, turn.partner, turn.angle});
    }
    std::vector<T> cosines(pairs.size()), sines(pairs.size());
    for (Index place = 0; place < n; ++place) {
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const double angle = static_cast<double>(place) * pairs[i].angle;
            cosines[i] = static_cast<T>(std::cos(angle));
            sines[i] = static_cast<T>(way == Way::back ? -std::sin(angle) : std::sin(angle));
        }
        for (Index row = place; row < rows.rows(); row += n)
            for (Index head = 0; head < shape.heads; ++head) {
                T* const of_head = &rows(row, head * d_k);
                for (std::size_t i = 0; i < pairs.size(); ++i) {
                    T &one = of_head[pairs[i].one], &other = of_head[pairs[i].other];
                    const T first = one * cosines[i] - other * sines[i];
                    other = one * sines[i] + other * cosines[i];
                    one = first;
                }
            }
    }
    return rows;
}

} // namespace

template <class T>
void attend(const View<T>& q, const View<T>& k, const View<T>& v, const AttentionShape& shape,
            Attended<T>& result) {
    if (shape.rotary) {
        AttentionShape plain = shape;
        plain.rotary.reset();
        const MatrixOf<T> q_turned = turned<T>(q, shape, Way::forward),
                          k_turned = turned<T>(k, shape, Way::forward);
        return attend<T>(q_turned, k_turned, v, plain, result);
    }
    const Layout at(q, k, v, shape);
    result.weights.resize(at.items * at.heads * at.n, at.m);
    result.z.resize(at.items * at.n, at.heads * at.d_v);
    at.each_head([&](Index item, Index head) {
        auto whole = at.weights(result.weights, item, head);
        auto z = at.queries(result.z, item, head);
        const Index seen = keys_seen(shape, item, at.n, at.m);
        auto a = whole.leftCols(seen);
        whole.rightCols(at.m - seen).setZero();
        multiply_transposed(at.queries(q, item, head), at.keys(k, item, head).topRows(seen), a,
                            static_cast<T>(1 / shape.divisor));
        static const attention::Mask none{};
        const attention::Mask* const mask = mask_of(shape, item);
        for (Index i = 0; i < at.n; ++i)
            masked_softmax(a.row(i).data(), i, seen, {mask ? *mask : none});
        for (const AttentionWeight& off : shape.weights_off)
            if (off.head == head) whole(off.query, off.key) = 0;
        if (is_off(shape, head))
            z.setZero();
        else
            multiply(a, at.keys(v, item, head).topRows(seen), z);
    });
}

// For each head, with s = q·kᵀ/divisor, a = softmax(s) and z = a·v:
//
//     g_v = aᵀ·g_z     g_a = g_z·vᵀ (+ g_weights)
//     g_s = a ⊙ (g_a − rowsum(a ⊙ g_a))             the Jacobian of softmax, diag(a) − aᵀ·a, for every row
//     g_q = g_s·k/divisor     g_k = g_sᵀ·q/divisor
template <class T>
void attend_backward(const View<T>& q, const View<T>& k, const View<T>& v, const AttentionShape& shape,
                     const MatrixOf<T>& weights, const View<T>& g_z, AttendedGradients<T>& result,
                     const MatrixOf<std::type_identity_t<T>>* g_weights) {
    if (shape.rotary) {
        // A turn keeps lengths and angles, so that gradients turn as what they belong to does.
        AttentionShape plain = shape;
        plain.rotary.reset();
        const MatrixOf<T> q_turned = turned<T>(q, shape, Way::forward),
                          k_turned = turned<T>(k, shape, Way::forward);
        attend_backward<T>(q_turned, k_turned, v, plain, weights, g_z, result, g_weights);
        result.g_q = turned<T>(std::move(result.g_q), shape, Way::back);
        result.g_k = turned<T>(std::move(result.g_k), shape, Way::back);
        return;
    }
    const Layout at(q, k, v, shape);
    assert(weights.rows() == at.items * at.heads * at.n && weights.cols() == at.m);
    assert(g_z.rows() == q.rows() && g_z.cols() == v.cols());
    assert(!g_weights || (g_weights->rows() == weights.rows() && g_weights->cols() == weights.cols()));
    result.g_q.resize(q.rows(), q.cols());
    result.g_k.resize(k.rows(), k.cols());
    result.g_v.resize(v.rows(), v.cols());
    result.g_scores.resize(weights.rows(), weights.cols());
    const T scale = static_cast<T>(1 / shape.divisor);
    at.each_head([&](Index item, Index head) {
        const Index seen = keys_seen(shape, item, at.n, at.m), unseen = at.m - seen;
        const auto a = at.weights(weights, item, head).leftCols(seen);
        const auto g_head = at.queries(g_z, item, head);
        auto whole = at.weights(result.g_scores, item, head);
        auto g = whole.leftCols(seen); // g_a, then g_s
        auto g_k = at.keys(result.g_k, item, head), g_v = at.keys(result.g_v, item, head);
        whole.rightCols(unseen).setZero();
        g_k.bottomRows(unseen).setZero();
        g_v.bottomRows(unseen).setZero();
        transposed_multiply(a, g_head, g_v.topRows(seen));
        multiply_transposed(g_head, at.keys(v, item, head).topRows(seen), g);
        if (g_weights) g += at.weights(*g_weights, item, head).leftCols(seen);
        for (Index i = 0; i < at.n; ++i)
            g.row(i).array() = a.row(i).array() * (g.row(i).array() - a.row(i).dot(g.row(i)));
        multiply(g, at.keys(k, item, head).topRows(seen), at.queries(result.g_q, item, head), scale);
        transposed_multiply(g, at.queries(q, item, head), g_k.topRows(seen), scale);
    });
}

template void attend(const View<float>&, const View<float>&, const View<float>&, const AttentionShape&,
                     Attended<float>&);
template void attend(const View<double>&, const View<double>&, const View<double>&, const AttentionShape&,
                     Attended<double>&);
template void attend_backward(const View<float>&, const View<float>&, const View<float>&,
                              const AttentionShape&, const MatrixOf<float>&, const View<float>&,
                              AttendedGradients<float>&, const MatrixOf<float>*);
template void attend_backward(const View<double>&, const View<double>&, const View<double>&,
                              const AttentionShape&, const MatrixOf<double>&, const View<double>&,
                              AttendedGradients<double>&, const MatrixOf<double>*);

} // namespace learning
