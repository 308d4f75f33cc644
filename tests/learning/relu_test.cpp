#include "learning/relu.h"

#include "learning/differences.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace learning;
using make::doubles, make::is_gradient, make::sum_of_products;

TEST_CASE("negative numbers become 0, others stay") {
    MatrixOf<float> x{{-1, 0, 2}, {3, -0.5F, -7}};
    relu(x);
    CHECK(x == MatrixOf<float>{{0, 0, 2}, {3, 0, 0}});
}

TEST_CASE("the gradient is that of finite differences") {
    MatrixOf<double> x = doubles(4, 5, 1), g = doubles(4, 5, 2), y = x;
    const MatrixOf<double> g_y = g;
    relu(y);
    relu_backward(y, g);
    CHECK(is_gradient(g, x, [&] {
        y = x;
        relu(y);
        return sum_of_products(y, g_y);
    }));
}

TEST_CASE("at 0 no gradient passes") {
    MatrixOf<float> y{{0, 1}}, g{{5, 5}};
    relu_backward(y, g);
    CHECK(g == MatrixOf<float>{{0, 5}});
}

TEST_CASE("NaN stays NaN") {
    MatrixOf<float> x = MatrixOf<float>::Constant(1, 9, std::numeric_limits<float>::quiet_NaN());
    relu(x);
    CHECK(x.array().isNaN().all());
}
