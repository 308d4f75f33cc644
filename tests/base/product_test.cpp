#include "base/product.h"

#include "base/every_instruction_set.h"
#include "base/guarded.h"
#include "base/make.h"

#include <doctest/doctest.h>

using namespace base;

namespace {

struct Shape {
    Index rows, inner, cols;
};

// Both sides of every border: of vectors, panels, slabs and the special ways for few rows.
std::vector<Shape> border_shapes() {
    std::vector<Shape> shapes;
    for (const Index rows : {1, 5, 6, 7, 31, 32, 33, 257})
        for (const Index cols : {1, 3, 4, 7, 8, 9, 15, 16, 17, 23, 25, 47, 48, 49, 63, 64, 65, 97})
            shapes.push_back({rows, 5, cols});
    for (const Index inner : {0, 1, 255, 256, 257, 513})
        for (const Index rows : {1, 7, 40})
            shapes.push_back({rows, inner, 37});
    return shapes;
}

std::vector<Shape> random_shapes(int count) {
    std::mt19937 engine(7);
    const auto up_to = [&](unsigned most) { return 1 + static_cast<Index>(engine() % most); };
    std::vector<Shape> shapes;
    for (int i = 0; i < count; ++i)
        shapes.push_back({up_to(70), up_to(90), up_to(140)});
    return shapes;
}

Matrix in_double(const Matrix& a, const Matrix& b) {
    return (a.cast<double>() * b.cast<double>()).cast<float>();
}

// The three products of a (rows, inner) and b (inner, cols), and the packed one, into the middle of a larger
// matrix.
void check_products(const Shape& s) {
    const Matrix a = make::matrix(s.rows, s.inner, 1), b = make::matrix(s.inner, s.cols, 2);
    const Matrix a_t = a.transpose(), b_t = b.transpose();
    const Matrix before = make::matrix(s.rows + 2, s.cols + 5, 3);
    const Matrix product = 0.5F * in_double(a, b);
    const PackedMatrix packed{block(b)};
    const float tolerance = 1e-6F * static_cast<float>(s.inner + 4);
    for (const Add add : {Add::no, Add::yes}) {
        Matrix expected = before;
        auto middle = expected.block(1, 4, s.rows, s.cols);
        middle = add == Add::yes ? Matrix(middle + product) : product;
        const auto is_right = [&](const auto& multiply_into) {
            Matrix c = before;
            multiply_into(block(c, 1, 4, s.rows, s.cols));
            return make::is_close(c, expected, tolerance);
        };
        CAPTURE(s.rows);
        CAPTURE(s.inner);
        CAPTURE(s.cols);
        CHECK(is_right([&](const MutableBlock& c) { multiply(block(a), block(b), c, 0.5F, add); }));
        CHECK(is_right(
            [&](const MutableBlock& c) { multiply_transposed(block(a), block(b_t), c, 0.5F, add); }));
        CHECK(is_right(
            [&](const MutableBlock& c) { transposed_multiply(block(a_t), block(b), c, 0.5F, add); }));
        CHECK(is_right([&](const MutableBlock& c) { multiply(block(a), packed, 0, c, 0.5F, add); }));
    }
}

} // namespace

TEST_CASE("products of every shape are those in double, and touch their block alone") {
    with_every_instruction_set([] {
        for (const Shape& shape : border_shapes())
            check_products(shape);
        for (const Shape& shape : random_shapes(40))
            check_products(shape);
    });
}

TEST_CASE("factors may be parts of larger matrices") {
    with_every_instruction_set([] {
        const Matrix a = make::matrix(45, 40, 1), b = make::matrix(60, 90, 2);
        Matrix c(41, 70);
        multiply(block(a, 2, 3, 41, 30), block(b, 5, 6, 30, 70), block(c));
        CHECK(make::is_close(c, in_double(a.block(2, 3, 41, 30), b.block(5, 6, 30, 70)), 3e-5F));
        multiply_transposed(block(a, 2, 3, 41, 30), block(b, 1, 8, 55, 30), block(c, 0, 0, 41, 55));
        CHECK(make::is_close(c.leftCols(55),
                             in_double(a.block(2, 3, 41, 30), b.block(1, 8, 55, 30).transpose()), 3e-5F));
        transposed_multiply(block(a, 1, 2, 44, 30), block(b, 3, 9, 44, 70), block(c, 0, 0, 30, 70));
        CHECK(make::is_close(c.topRows(30),
                             in_double(a.block(1, 2, 44, 30).transpose(), b.block(3, 9, 44, 70)), 4e-5F));
    });
}

TEST_CASE("some panels of packed numbers can be multiplied alone") {
    with_every_instruction_set([] {
        const Matrix a = make::matrix(20, 300, 1), b = make::matrix(300, 200, 2);
        const PackedMatrix packed{block(b)};
        const Index first = PackedMatrix::panel_columns();
        const Matrix expected = in_double(a, b);
        for (const Index cols : {Index{1}, Index{30}, 200 - first}) {
            Matrix c(20, cols);
            multiply(block(a), packed, first, block(c));
            CHECK(make::is_close(c, expected.middleCols(first, cols), 3e-4F));
        }
    });
}

TEST_CASE("nothing past the last number is read or written") {
    with_every_instruction_set([] {
        for (const Index rows : {1, 6, 13, 33})
            for (const Index inner : {1, 3, 18})
                for (const Index cols : {1, 5, 31, 50}) {
                    const Matrix a = make::matrix(rows, inner, 1), b = make::matrix(inner, cols, 2);
                    const Guarded left(a), right(b), left_t(a.transpose()), right_t(b.transpose());
                    const Guarded c(Matrix::Zero(rows, cols));
                    const Matrix expected = in_double(a, b);
                    multiply(left.block(), right.block(), c.block());
                    CHECK(make::is_close(c.matrix(), expected, 2e-5F));
                    multiply_transposed(left.block(), right_t.block(), c.block());
                    CHECK(make::is_close(c.matrix(), expected, 2e-5F));
                    transposed_multiply(left_t.block(), right.block(), c.block());
                    CHECK(make::is_close(c.matrix(), expected, 2e-5F));
                    multiply(left.block(), PackedMatrix(right.block()), 0, c.block());
                    CHECK(make::is_close(c.matrix(), expected, 2e-5F));
                }
    });
}

TEST_CASE("NaN stays NaN, and no other number becomes one") {
    with_every_instruction_set([] {
        Matrix a = make::matrix(40, 30, 1), c(40, 50);
        const Matrix b = make::matrix(30, 50, 2);
        a(3, 7) = std::numeric_limits<float>::quiet_NaN();
        c.setConstant(std::numeric_limits<float>::quiet_NaN()); // overwritten, not added to
        multiply(block(a), block(b), block(c));
        CHECK(c.row(3).array().isNaN().all());
        CHECK(c.topRows(3).allFinite());
        CHECK(c.bottomRows(36).allFinite());
    });
}

TEST_CASE("multiply-adds are counted: rows times columns times the inner size") {
    const Matrix a = make::matrix(40, 300, 1), b = make::matrix(300, 200, 2);
    Matrix c(40, 200);
    const auto before = multiply_adds_done();
    multiply(block(a), block(b), block(c));
    CHECK(multiply_adds_done() - before == 40 * 300 * 200);
}

TEST_CASE("multiply-adds of the bare loop are counted: whole vectors in every round") {
    const double one = multiply_add_loop(1);
    CHECK(one >= 12);
    CHECK(multiply_add_loop(1000) == 1000 * one);
}
