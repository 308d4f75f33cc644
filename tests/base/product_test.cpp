#include "base/product.h"

#include "base/make.h"

#include <doctest/doctest.h>

using namespace base;

TEST_CASE("products of blocks touch their block alone, and equal Eigen's") {
    for (const Index rows : {1, 3, 17, 40})
        for (const Index inner : {1, 8, 700}) {
            const Matrix a = make::matrix(rows + 2, inner + 3, 1), b = make::matrix(inner, 90, 2);
            const Matrix b_t = b.transpose();
            const Matrix before = make::matrix(rows + 1, 95, 3);
            const Matrix product = 0.5F * a.block(2, 3, rows, inner) * b;
            Matrix expected = before;
            expected.block(1, 4, rows, 90) = product;
            const float tolerance = 1e-5F * static_cast<float>(inner);
            Matrix c = before;
            multiply(block(a, 2, 3, rows, inner), block(b), block(c, 1, 4, rows, 90), 0.5F);
            CHECK(make::is_close(c, expected, tolerance));
            c = before;
            multiply_transposed(block(a, 2, 3, rows, inner), block(b_t), block(c, 1, 4, rows, 90), 0.5F);
            CHECK(make::is_close(c, expected, tolerance));
            c = before;
            expected.block(1, 4, rows, 90) += before.block(1, 4, rows, 90);
            multiply(block(a, 2, 3, rows, inner), block(b), block(c, 1, 4, rows, 90), 0.5F, Add::yes);
            CHECK(make::is_close(c, expected, tolerance));
        }
}

TEST_CASE("multiply-adds are counted: rows times columns times the inner size") {
    const Matrix a = make::matrix(40, 300, 1), b = make::matrix(300, 200, 2);
    Matrix c(40, 200);
    const auto before = multiply_adds_done();
    multiply(block(a), block(b), block(c));
    CHECK(multiply_adds_done() - before == 40 * 300 * 200);
}
