#include "learning/scalar.h"

#include "close.h"
#include "learning/differences.h"

#include <doctest/doctest.h>

using namespace learning;
using make::doubles, make::is_rounded, make::matrix;

namespace {

/// The inner part of a matrix: rows that do not follow one another in memory.
template <class M>
auto inside(M& m) {
    return m.block(1, 2, m.rows() - 2, m.cols() - 3);
}

} // namespace

TEST_CASE("products of blocks are those of their numbers, as floats and as doubles") {
    const MatrixOf<double> a = doubles(7, 8, 1), b = doubles(7, 9, 2), c = doubles(8, 9, 3),
                           d = doubles(9, 8, 4);
    const MatrixOf<float> a_f = a.cast<float>(), b_f = b.cast<float>(), c_f = c.cast<float>(),
                          d_f = d.cast<float>();
    MatrixOf<double> result = doubles(7, 9, 5);
    MatrixOf<float> result_f = result.cast<float>();

    multiply(inside(a), c.block(1, 1, 5, 6), inside(result), 2, Add::no);
    multiply(inside(a_f), c_f.block(1, 1, 5, 6), inside(result_f), 2, Add::no);
    CHECK(make::is_close(inside(result), 2 * inside(a) * c.block(1, 1, 5, 6), make::of_largest(1e-12)));
    CHECK(is_rounded(result_f, result));

    const MatrixOf<double> before = result;
    multiply_transposed(inside(a), d.block(2, 1, 6, 5), inside(result), 0.5, Add::yes);
    multiply_transposed(inside(a_f), d_f.block(2, 1, 6, 5), inside(result_f), 0.5F, Add::yes);
    CHECK(make::is_close(inside(result), inside(before) + 0.5 * inside(a) * d.block(2, 1, 6, 5).transpose(),
                         make::of_largest(1e-12)));
    CHECK(is_rounded(result_f, result));

    MatrixOf<double> sums(5, 6);
    MatrixOf<float> sums_f(5, 6);
    transposed_multiply(inside(a), inside(b), sums);
    transposed_multiply(inside(a_f), inside(b_f), sums_f);
    CHECK(make::is_close(sums, inside(a).transpose() * inside(b), make::of_largest(1e-12)));
    CHECK(is_rounded(sums_f, sums));
    transposed_multiply(inside(a), inside(b), sums, -1, Add::yes);
    CHECK(make::is_zero(sums, 1e-12));
}

TEST_CASE("rows are added to what is there") {
    RowVectorOf<double> sums = RowVectorOf<double>::Constant(4, 10);
    const MatrixOf<double> m = doubles(3, 6, 1);
    add_rows<double>(m.middleCols(1, 4), sums);
    CHECK(make::is_close(sums, (m.middleCols(1, 4).colwise().sum().array() + 10).matrix(),
                         make::of_largest(1e-12)));
}
