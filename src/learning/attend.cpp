#include "learning/attend.h"

#include "attention/mask.h"
#include "attention/rotary.h"
#include "learning/layers.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace learning {

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

void hide(const attention::Mask& mask, float* scores, Index n, Index m) {
    attention::hide({mask}, {0, n, {0, m}, scores, m, 1});
}

// Through floats, which are all that masks can hide.
void hide(const attention::Mask& mask, double* scores, Index n, Index m) {
    base::Matrix hidden = base::Matrix::Zero(n, m);
    hide(mask, hidden.data(), n, m);
    Eigen::Map<MatrixOf<double>>(scores, n, m) += hidden.cast<double>();
}

const attention::Mask* mask_of(const AttentionShape& shape, Index item) {
    if (shape.masks.empty()) return nullptr;
    return &shape.masks[shape.masks.size() == 1 ? 0 : static_cast<std::size_t>(item)];
}

bool is_off(const AttentionShape& shape, Index head) {
    return std::ranges::find(shape.heads_off, head) != shape.heads_off.end();
}

enum class Way { forward, back };

/// Rows of q or k, each turned by its place in its item as attention::rotated() does it, or back again.
template <class T>
MatrixOf<T> turned(MatrixOf<T> rows, const AttentionShape& shape, Way way) {
    const Index d_k = rows.cols() / shape.heads, n = rows.rows() / shape.items;
    for (Index column = 0; column < attention::turned_dims(*shape.rotary, d_k); ++column) {
        const attention::Turn turn = attention::turn_of(*shape.rotary, d_k, 1, column);
        if (turn.partner < column) continue;
        for (Index place = 0; place < n; ++place) {
            const double angle = static_cast<double>(place) * turn.angle;
            const T cosine = static_cast<T>(std::cos(angle)),
                    sine = static_cast<T>(way == Way::back ? -std::sin(angle) : std::sin(angle));
            for (Index row = place; row < rows.rows(); row += n)
                for (Index head = 0; head < shape.heads; ++head) {
                    T &own = rows(row, head * d_k + column), &other = rows(row, head * d_k + turn.partner);
                    const T first = own * cosine - other * sine;
                    other = own * sine + other * cosine;
                    own = first;
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
        auto a = at.weights(result.weights, item, head);
        auto z = at.queries(result.z, item, head);
        multiply_transposed(at.queries(q, item, head), at.keys(k, item, head), a,
                            static_cast<T>(1 / shape.divisor));
        if (const attention::Mask* mask = mask_of(shape, item)) hide(*mask, a.data(), at.n, at.m);
        for (Index i = 0; i < at.n; ++i)
            softmax(a.row(i).data(), at.m);
        for (const AttentionWeight& off : shape.weights_off)
            if (off.head == head) a(off.query, off.key) = 0;
        if (is_off(shape, head))
            z.setZero();
        else
            multiply(a, at.keys(v, item, head), z);
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
        const auto a = at.weights(weights, item, head);
        const auto g_head = at.queries(g_z, item, head);
        auto g = at.weights(result.g_scores, item, head); // g_a, then g_s
        transposed_multiply(a, g_head, at.keys(result.g_v, item, head));
        multiply_transposed(g_head, at.keys(v, item, head), g);
        if (g_weights) g += at.weights(*g_weights, item, head);
        for (Index i = 0; i < at.n; ++i)
            g.row(i).array() = a.row(i).array() * (g.row(i).array() - a.row(i).dot(g.row(i)));
        multiply(g, at.keys(k, item, head), at.queries(result.g_q, item, head), scale);
        transposed_multiply(g, at.queries(q, item, head), at.keys(result.g_k, item, head), scale);
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
