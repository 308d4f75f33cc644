#include "learning/linear.h"

#include "attention/projection.h"
#include "close.h"
#include "learning/differences.h"

#include <doctest/doctest.h>

using namespace learning;
using make::doubles, make::is_gradient, make::is_rounded, make::sum_of_products;

namespace {

Linear<double> layer(bool has_bias) {
    return {doubles(4, 3, 1), has_bias ? RowVectorOf<double>(doubles(1, 3, 2)) : RowVectorOf<double>()};
}
template <class T>
Linear<T> zeros_like(const Linear<T>& f) {
    return {MatrixOf<T>::Zero(f.w.rows(), f.w.cols()), RowVectorOf<T>::Zero(f.b.size())};
}
Linear<float> rounded(const Linear<double>& f) {
    return {f.w.cast<float>(), f.b.cast<float>()};
}

} // namespace

TEST_CASE("y is x·w + b, as attention::project says") {
    const Linear<float> f = rounded(layer(true));
    MatrixOf<float> y;
    linear(f, make::matrix(5, 4, 3), y);
    CHECK(make::is_close(y, attention::project(make::matrix(5, 4, 3), f.w, f.b), 1e-6F));
}

TEST_CASE("the gradients of x, w and b are those of finite differences, with a bias and without") {
    for (const bool has_bias : {true, false}) {
        Linear<double> f = layer(has_bias), g = zeros_like(f);
        MatrixOf<double> x = doubles(5, 4, 3), y, g_x;
        const MatrixOf<double> g_y = doubles(5, 3, 4);
        const auto loss = [&] {
            linear(f, x, y);
            return sum_of_products(y, g_y);
        };
        linear_backward(f, x, g_y, g, g_x);
        CHECK(is_gradient(g_x, x, loss));
        CHECK(is_gradient(g.w, f.w, loss));
        if (has_bias) CHECK(is_gradient(g.b, f.b, loss));
    }
}

TEST_CASE("gradients of parameters add up, that of the input only on demand") {
    const Linear<double> f = layer(true);
    const MatrixOf<double> x = doubles(5, 4, 3), g_y = doubles(5, 3, 4);
    Linear<double> once = zeros_like(f), twice = zeros_like(f);
    MatrixOf<double> g_x, sum;
    linear_backward(f, x, g_y, once, g_x);
    linear_backward(f, x, g_y, twice, sum);
    linear_backward(f, x, g_y, twice, sum, Add::yes);
    CHECK(make::is_close(twice.w, 2 * once.w, make::of_largest(1e-12)));
    CHECK(make::is_close(twice.b, 2 * once.b, make::of_largest(1e-12)));
    CHECK(make::is_close(sum, 2 * g_x, make::of_largest(1e-12)));
    linear_backward(f, x, g_y, twice, sum);
    CHECK(make::is_close(sum, g_x, make::of_largest(1e-12)));
}

TEST_CASE("floats give the doubles' numbers, also of rows within a larger matrix") {
    const Linear<double> f = layer(true);
    Linear<double> g = zeros_like(f);
    Linear<float> f_float = rounded(f), g_float = zeros_like(f_float);
    const MatrixOf<double> x = doubles(5, 4, 3), g_y = doubles(5, 3, 4);
    MatrixOf<float> wide = MatrixOf<float>::Zero(7, 9);
    wide.block(1, 2, 5, 4) = x.cast<float>();
    MatrixOf<double> y, g_x;
    MatrixOf<float> y_float, g_x_float;
    linear(f, x, y);
    linear(f_float, wide.block(1, 2, 5, 4), y_float);
    linear_backward(f, x, g_y, g, g_x);
    linear_backward(f_float, wide.block(1, 2, 5, 4), g_y.cast<float>(), g_float, g_x_float);
    CHECK(is_rounded(y_float, y));
    CHECK(is_rounded(g_x_float, g_x));
    CHECK(is_rounded(g_float.w, g.w));
    CHECK(is_rounded(g_float.b, g.b));
}
