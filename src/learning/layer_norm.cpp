#include "learning/layer_norm.h"

#include <cassert>
#include <cmath>

namespace learning {

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

} // namespace learning
