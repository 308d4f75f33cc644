#include "learning/linear.h"

#include <cassert>

namespace learning {

template <class T>
void linear(const Linear<T>& f, const View<T>& x, MatrixOf<T>& y) {
    assert(x.cols() == f.w.rows() && (f.b.size() == 0 || f.b.size() == f.w.cols()));
    const bool has_bias = f.b.size() > 0;
    y.resize(x.rows(), f.w.cols());
    if (has_bias) y.rowwise() = f.b;
    multiply(x, f.w, y, 1, has_bias ? Add::yes : Add::no);
}

// y_ij = Σ_k x_ik·w_kj + b_j. Each number is multiplied by those it meets:
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

} // namespace learning
