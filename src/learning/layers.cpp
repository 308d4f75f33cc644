#include "learning/layers.h"

#include "attention/softmax.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace learning {

// Products.

namespace {

base::Block block(const View<float>& m) {
    return {m.data(), m.rows(), m.cols(), m.outerStride()};
}

base::MutableBlock block(MutableView<float>& m) {
    return {m.data(), m.rows(), m.cols(), m.outerStride()};
}

template <class Product>
void store(const Product& product, MutableView<double>& c, Add add) {
    if (add == Add::yes)
        c.noalias() += product;
    else
        c.noalias() = product;
}

} // namespace

void multiply(const View<float>& a, const View<float>& b, MutableView<float> c, float alpha, Add add) {
    base::multiply(block(a), block(b), block(c), alpha, add);
}

void multiply(const View<double>& a, const View<double>& b, MutableView<double> c, double alpha, Add add) {
    store(alpha * a * b, c, add);
}

void multiply_transposed(const View<float>& a, const View<float>& b, MutableView<float> c, float alpha,
                         Add add) {
    base::multiply_transposed(block(a), block(b), block(c), alpha, add);
}

void multiply_transposed(const View<double>& a, const View<double>& b, MutableView<double> c, double alpha,
                         Add add) {
    store(alpha * a * b.transpose(), c, add);
}

void transposed_multiply(const View<float>& a, const View<float>& b, MutableView<float> c, float alpha,
                         Add add) {
    base::transposed_multiply(block(a), block(b), block(c), alpha, add);
}

void transposed_multiply(const View<double>& a, const View<double>& b, MutableView<double> c, double alpha,
                         Add add) {
    store(alpha * a.transpose() * b, c, add);
}

// Linear map.

template <class T>
void linear(const Linear<T>& f, const View<T>& x, MatrixOf<T>& y) {
    assert(x.cols() == f.w.rows() && (f.b.size() == 0 || f.b.size() == f.w.cols()));
    const bool has_bias = f.b.size() > 0;
    y.resize(x.rows(), f.w.cols());
    if (has_bias) y.rowwise() = f.b;
    multiply(x, f.w, y, 1, has_bias ? Add::yes : Add::no);
}

// With y_ij = Σ_k x_ik·w_kj + b_j:
//
//     g_x_ik = Σ_j g_y_ij·w_kj     g_x = g_y·wᵀ
//     g_w_kj = Σ_i x_ik·g_y_ij     g_w = xᵀ·g_y
//     g_b_j  = Σ_i g_y_ij
template <class T>
void linear_backward(const Linear<T>& f, const View<T>& x, const View<T>& g_y, Linear<T>& g, MatrixOf<T>& g_x,
                     Add add) {
    assert(g_y.rows() == x.rows() && g_y.cols() == f.w.cols());
    assert(g.w.rows() == f.w.rows() && g.w.cols() == f.w.cols() && g.b.size() == f.b.size());
    if (add == Add::no) g_x.resize(x.rows(), x.cols());
    multiply_transposed(g_y, f.w, g_x, 1, add);
    transposed_multiply(x, g_y, g.w, 1, Add::yes);
    if (g.b.size() > 0) add_rows(g_y, g.b);
}

template void linear(const Linear<float>&, const View<float>&, MatrixOf<float>&);
template void linear(const Linear<double>&, const View<double>&, MatrixOf<double>&);
template void linear_backward(const Linear<float>&, const View<float>&, const View<float>&, Linear<float>&,
                              MatrixOf<float>&, Add);
template void linear_backward(const Linear<double>&, const View<double>&, const View<double>&,
                              Linear<double>&, MatrixOf<double>&, Add);

// ReLU: loops over plain numbers, which compilers vectorise, unlike Eigen's select().

template <class T>
void relu(MatrixOf<T>& x) {
    T* numbers = x.data();
    for (Index i = 0; i < x.size(); ++i)
        numbers[i] = numbers[i] < 0 ? 0 : numbers[i];
}

// y = x where x > 0, which is where y > 0, and constant elsewhere: g_x = g_y where y > 0, else 0.
template <class T>
void relu_backward(const MatrixOf<T>& y, MatrixOf<T>& g) {
    assert(y.rows() == g.rows() && y.cols() == g.cols());
    const T* outputs = y.data();
    T* gradients = g.data();
    for (Index i = 0; i < g.size(); ++i)
        gradients[i] = outputs[i] > 0 ? gradients[i] : 0;
}

template void relu(MatrixOf<float>&);
template void relu(MatrixOf<double>&);
template void relu_backward(const MatrixOf<float>&, MatrixOf<float>&);
template void relu_backward(const MatrixOf<double>&, MatrixOf<double>&);

// Layer normalisation.

template <class T>
void layer_norm(const LayerNorm<T>& f, const View<T>& x, MatrixOf<T>& y, Normalised<T>& kept) {
    assert(f.gain.size() == x.cols() && f.shift.size() == x.cols());
    constexpr T epsilon = static_cast<T>(1e-5);
    y.resize(x.rows(), x.cols());
    kept.x_hat.resize(x.rows(), x.cols());
    kept.deviation.resize(x.rows());
    for (Index i = 0; i < x.rows(); ++i) {
        auto x_hat = kept.x_hat.row(i).array();
        x_hat = x.row(i).array() - x.row(i).mean();
        kept.deviation[i] = std::sqrt(x_hat.square().mean() + epsilon);
        x_hat /= kept.deviation[i];
        y.row(i) = f.gain.array() * x_hat + f.shift.array();
    }
}

// With g = gain ⊙ g_y, the gradient of x̂, and s = √(σ² + ε), so that x − μ = s·x̂:
//
//     dx̂ = (dx − dμ)/s − x̂·ds/s     dμ = mean(dx)     ds = mean((x − μ) ⊙ dx)/s = mean(x̂ ⊙ dx)
//
// (dμ drops out of ds, since x − μ has mean 0). dL = Σ g ⊙ dx̂; collecting what multiplies each dx:
//
//     g_x = (g − mean(g) − x̂ ⊙ mean(g ⊙ x̂))/s     g_gain = Σ_rows g_y ⊙ x̂     g_shift = Σ_rows g_y
template <class T>
void layer_norm_backward(const LayerNorm<T>& f, const Normalised<T>& kept, const View<T>& g_y,
                         LayerNorm<T>& g, MatrixOf<T>& g_x, Add add) {
    assert(g_y.rows() == kept.x_hat.rows() && g_y.cols() == kept.x_hat.cols());
    if (add == Add::no) g_x.setZero(g_y.rows(), g_y.cols());
    for (Index i = 0; i < g_y.rows(); ++i) {
        const auto x_hat = kept.x_hat.row(i).array();
        const auto g_row = g_y.row(i).array();
        const auto g_x_hat = f.gain.array() * g_row;
        g.gain.array() += g_row * x_hat;
        g.shift.array() += g_row;
        const T mean = g_x_hat.mean(), slope = (g_x_hat * x_hat).mean();
        g_x.row(i).array() += (g_x_hat - mean - x_hat * slope) / kept.deviation[i];
    }
}

template void layer_norm(const LayerNorm<float>&, const View<float>&, MatrixOf<float>&, Normalised<float>&);
template void layer_norm(const LayerNorm<double>&, const View<double>&, MatrixOf<double>&,
                         Normalised<double>&);
template void layer_norm_backward(const LayerNorm<float>&, const Normalised<float>&, const View<float>&,
                                  LayerNorm<float>&, MatrixOf<float>&, Add);
template void layer_norm_backward(const LayerNorm<double>&, const Normalised<double>&, const View<double>&,
                                  LayerNorm<double>&, MatrixOf<double>&, Add);

// Embedding.

template <class T>
void embedding(const MatrixOf<T>& table, std::span<const int> ids, std::type_identity_t<T> factor,
               MatrixOf<T>& y) {
    y.resize(static_cast<Index>(ids.size()), table.cols());
    for (Index i = 0; i < y.rows(); ++i) {
        const int id = ids[static_cast<std::size_t>(i)];
        assert(id >= 0 && id < table.rows());
        y.row(i) = factor * table.row(id);
    }
}

// Times the factor, a row of the table appears wherever its id does: g_table_id = factor·Σ g_y_i over all i
// with ids_i = id.
template <class T>
void embedding_backward(std::span<const int> ids, std::type_identity_t<T> factor, const View<T>& g_y,
                        MatrixOf<T>& g_table) {
    assert(g_y.rows() == static_cast<Index>(ids.size()) && g_y.cols() == g_table.cols());
    for (Index i = 0; i < g_y.rows(); ++i)
        g_table.row(ids[static_cast<std::size_t>(i)]) += factor * g_y.row(i);
}

template void embedding(const MatrixOf<float>&, std::span<const int>, float, MatrixOf<float>&);
template void embedding(const MatrixOf<double>&, std::span<const int>, double, MatrixOf<double>&);
template void embedding_backward(std::span<const int>, float, const View<float>&, MatrixOf<float>&);
template void embedding_backward(std::span<const int>, double, const View<double>&, MatrixOf<double>&);

// Softmax and cross-entropy.

namespace {

// Divergence must be noticed, but accumulate() expects scores that are finite or −∞: without Highway it turns
// NaN into 0, with Highway NaN is lost in a row of −∞.
bool is_broken(const float* s, Index count) {
    return std::isnan(Eigen::Map<const Eigen::ArrayXf>(s, count).sum());
}

} // namespace

Exponentials<float> softmax(float* s, Index count) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    attention::RunningRow row{-infinity, 0};
    if (is_broken(s, count))
        row.m = infinity;
    else
        attention::accumulate(s, count, row);
    if (row.m == infinity) {
        std::fill_n(s, count, std::numeric_limits<float>::quiet_NaN());
        return {infinity, std::numeric_limits<float>::quiet_NaN()};
    }
    if (row.l != 0) attention::rescale(s, count, 1 / row.l);
    return {row.m, row.l};
}

Exponentials<double> softmax(double* s, Index count) {
    Eigen::Map<Eigen::ArrayXd> row(s, count);
    const double largest = row.maxCoeff<Eigen::PropagateNaN>(); // in a row of −∞, too
    if (largest == -std::numeric_limits<double>::infinity()) {
        row.setZero();
        return {largest, 0};
    }
    // Eigen's own exp(−∞) is not quite 0.
    row = row.unaryExpr([&](double x) { return std::exp(x - largest); });
    const double total = row.sum();
    row /= total;
    return {largest, total};
}

// For one row, l = −log p_t with p_j = exp(s_j)/Σ_j exp(s_j), so l = log Σ_j exp(s_j) − s_t, and
//
//     ∂l/∂s_j = p_j − [j = t]
//
// which the mean divides by the number of rows that count. With largest = max_j s_j, l is a sum of two
// numbers that are never negative, log Σ_j exp(s_j − largest) + (largest − s_t): nothing overflows, and
// nothing cancels.
template <class T>
void cross_entropy(const View<T>& logits, std::span<const int> targets, CrossEntropy<T>& result) {
    assert(logits.rows() == static_cast<Index>(targets.size()));
    result.counted = std::ranges::count_if(targets, [](int target) { return target >= 0; });
    result.probability.resize(logits.rows(), logits.cols());
    result.g_logits.resize(logits.rows(), logits.cols());
    const T share = 1 / static_cast<T>(std::max<Index>(result.counted, 1));
    double sum = 0;
    for (Index i = 0; i < logits.rows(); ++i) {
        const int target = targets[static_cast<std::size_t>(i)];
        assert(target < logits.cols());
        auto p = result.probability.row(i);
        if (target < 0) {
            p.setZero();
            result.g_logits.row(i).setZero();
            continue;
        }
        p = logits.row(i);
        const auto [largest, total] = softmax(p.data(), p.size());
        sum += std::log(static_cast<double>(total)) + static_cast<double>(largest - logits(i, target));
        result.g_logits.row(i) = share * p;
        result.g_logits(i, target) -= share;
    }
    result.loss = sum / static_cast<double>(std::max<Index>(result.counted, 1));
}

template void cross_entropy(const View<float>&, std::span<const int>, CrossEntropy<float>&);
template void cross_entropy(const View<double>&, std::span<const int>, CrossEntropy<double>&);

} // namespace learning
