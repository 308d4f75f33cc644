#include "learning/scalar.h"

namespace learning {

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

} // namespace learning
