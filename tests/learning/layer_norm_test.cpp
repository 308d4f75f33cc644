#include "learning/layer_norm.h"

#include "close.h"
#include "learning/differences.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace learning;
using make::doubles, make::is_gradient, make::is_rounded, make::sum_of_products;

namespace {

LayerNorm<double> layer(Index d) {
    return {doubles(1, d, 1), doubles(1, d, 2)};
}
template <class T>
LayerNorm<T> zeros(Index d) {
    return {RowVectorOf<T>::Zero(d), RowVectorOf<T>::Zero(d)};
}

} // namespace

TEST_CASE("without gain and shift, rows have mean 0 and variance 1, whatever their size and offset") {
    MatrixOf<double> x = doubles(3, 50, 3), y;
    x.row(0) *= 1000;
    x.row(1).array() += 30;
    Normalised<double> kept;
    layer_norm({RowVectorOf<double>::Ones(50), RowVectorOf<double>::Zero(50)}, x, y, kept);
    for (Index i = 0; i < 3; ++i) {
        CHECK(y.row(i).mean() == make::about(0).within(1e-6));
        CHECK(y.row(i).array().square().mean() == make::about(1).share(1e-4)); // ε takes a little
    }
}

TEST_CASE("a row of equal numbers becomes the shift") {
    const LayerNorm<double> f = layer(4);
    MatrixOf<double> y;
    Normalised<double> kept;
    layer_norm(f, MatrixOf<double>::Constant(1, 4, 7), y, kept);
    CHECK(make::is_close(y.row(0), f.shift, make::of_largest(1e-12)));
}

TEST_CASE("the gradients of x, gain and shift are those of finite differences") {
    for (const Index d : {1, 2, 7}) {
        LayerNorm<double> f = layer(d), g = zeros<double>(d);
        MatrixOf<double> x = doubles(4, d, 3), y, g_x;
        const MatrixOf<double> g_y = doubles(4, d, 4);
        Normalised<double> kept, measured;
        layer_norm(f, x, y, kept);
        layer_norm_backward(f, kept, g_y, g, g_x);
        const auto loss = [&] {
            layer_norm(f, x, y, measured);
            return sum_of_products(y, g_y);
        };
        if (d == 1) { // a number alone is its own mean: neither it nor the gain matters
            CHECK(make::is_zero(g_x, 1e-12));
            CHECK(make::is_zero(g.gain, 1e-12));
        } else {
            CHECK(is_gradient(g_x, x, loss));
            CHECK(is_gradient(g.gain, f.gain, loss));
        }
        CHECK(is_gradient(g.shift, f.shift, loss));
    }
}

TEST_CASE("gradients of parameters add up, that of the input on demand; floats give the doubles' numbers") {
    const Index d = 9;
    const LayerNorm<double> f = layer(d);
    const LayerNorm<float> f_float{f.gain.cast<float>(), f.shift.cast<float>()};
    const MatrixOf<double> x = doubles(6, d, 3), g_y = doubles(6, d, 4);
    MatrixOf<double> y, g_x;
    MatrixOf<float> y_float, g_x_float = MatrixOf<float>::Ones(6, d);
    Normalised<double> kept;
    Normalised<float> kept_float;
    LayerNorm<double> g = zeros<double>(d);
    LayerNorm<float> twice = zeros<float>(d);
    layer_norm(f, x, y, kept);
    layer_norm(f_float, x.cast<float>(), y_float, kept_float);
    CHECK(is_rounded(y_float, y));
    layer_norm_backward(f, kept, g_y, g, g_x);
    layer_norm_backward(f_float, kept_float, g_y.cast<float>(), twice, g_x_float, Add::yes);
    CHECK(is_rounded(g_x_float, (g_x.array() + 1).matrix()));
    layer_norm_backward(f_float, kept_float, g_y.cast<float>(), twice, g_x_float);
    CHECK(is_rounded(g_x_float, g_x));
    CHECK(is_rounded(twice.gain, 2 * g.gain));
    CHECK(is_rounded(twice.shift, 2 * g.shift));
}
