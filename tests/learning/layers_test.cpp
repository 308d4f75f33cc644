#include "attention/layer.h"
#include "attention/softmax.h"
#include "base/every_instruction_set.h"
#include "close.h"
#include "learning/differences.h"
#include "learning/layers.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

using namespace learning;
using make::doubles, make::is_gradient, make::is_rounded, make::matrix, make::sum_of_products;

// Products.

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

// Linear maps.

namespace {

Linear<double> linear_map(bool has_bias) {
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
    const Linear<float> f = rounded(linear_map(true));
    MatrixOf<float> y;
    linear(f, make::matrix(5, 4, 3), y);
    CHECK(make::is_close(y, attention::project(make::matrix(5, 4, 3), f.w, f.b), 1e-6F));
}

TEST_CASE("the gradients of x, w and b are those of finite differences, with a bias and without") {
    for (const bool has_bias : {true, false}) {
        Linear<double> f = linear_map(has_bias), g = zeros_like(f);
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
    const Linear<double> f = linear_map(true);
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
    const Linear<double> f = linear_map(true);
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

// ReLU.

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

// Layer normalisation.

namespace {

LayerNorm<double> normalisation(Index d) {
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
    const LayerNorm<double> f = normalisation(4);
    MatrixOf<double> y;
    Normalised<double> kept;
    layer_norm(f, MatrixOf<double>::Constant(1, 4, 7), y, kept);
    CHECK(make::is_close(y.row(0), f.shift, make::of_largest(1e-12)));
}

TEST_CASE("the gradients of x, gain and shift are those of finite differences") {
    for (const Index d : {1, 2, 7}) {
        LayerNorm<double> f = normalisation(d), g = zeros<double>(d);
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
    const LayerNorm<double> f = normalisation(d);
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

// Embedding.

namespace {

const std::vector<int> ids = {3, 0, 3, 2};

} // namespace

TEST_CASE("every word has its row of the table, times the factor") {
    const MatrixOf<double> table = doubles(5, 6, 1);
    MatrixOf<double> y;
    embedding(table, ids, 3, y);
    for (std::size_t i = 0; i < ids.size(); ++i)
        CHECK(y.row(static_cast<Index>(i)) == 3 * table.row(ids[i]));
}

TEST_CASE(
    "the gradient of the table is that of finite differences: words that repeat add up, others have none") {
    MatrixOf<double> table = doubles(5, 6, 1), y, g = MatrixOf<double>::Zero(5, 6);
    const MatrixOf<double> g_y = doubles(4, 6, 2);
    embedding_backward(ids, 0.5, g_y, g);
    CHECK(is_gradient(g, table, [&] {
        embedding(table, ids, 0.5, y);
        return sum_of_products(y, g_y);
    }));
    CHECK(make::is_zero(g.row(1)));
    const MatrixOf<double> once = g;
    embedding_backward(ids, 0.5, g_y, g);
    CHECK(make::is_close(g, 2 * once, make::of_largest(1e-12)));
}

TEST_CASE("a table that is the unembedding too has the gradient of both") {
    MatrixOf<double> table = doubles(5, 6, 1), x, logits(4, 5), g_x(4, 6), g = MatrixOf<double>::Zero(5, 6);
    const MatrixOf<double> g_logits = doubles(4, 5, 2);
    const auto loss = [&] {
        embedding(table, ids, 2, x);
        multiply_transposed(x, table, logits);
        return sum_of_products(logits, g_logits);
    };
    loss();
    multiply(g_logits, table, g_x);
    transposed_multiply(g_logits, x, g, 1, Add::yes);
    embedding_backward(ids, 2, g_x, g);
    CHECK(is_gradient(g, table, loss));
}

TEST_CASE("floats give the doubles' numbers") {
    const MatrixOf<double> table = doubles(5, 6, 1), g_y = doubles(4, 6, 2);
    MatrixOf<double> y, g = MatrixOf<double>::Zero(5, 6);
    MatrixOf<float> y_float, g_float = MatrixOf<float>::Zero(5, 6);
    embedding(table, ids, 2.5, y);
    embedding(MatrixOf<float>(table.cast<float>()), ids, 2.5F, y_float);
    embedding_backward(ids, 2.5, g_y, g);
    embedding_backward(ids, 2.5F, g_y.cast<float>(), g_float);
    CHECK(is_rounded(y_float, y));
    CHECK(is_rounded(g_float, g));
}

// Softmax.

TEST_CASE("a row becomes attention's softmax, as floats and as doubles, and tells its largest number and its "
          "total") {
    for (const Index count : {1, 3, 14, 40}) {
        const MatrixOf<double> s = 8 * doubles(1, count, 1);
        const attention::Softmax expected = attention::softmax(s.cast<float>());
        MatrixOf<double> row = s;
        MatrixOf<float> row_float = s.cast<float>();
        const auto found = softmax(row.data(), count);
        const auto found_float = softmax(row_float.data(), count);
        CHECK(make::is_close(row_float, expected.weights, 1e-6F));
        CHECK(is_rounded(expected.weights, row));
        CHECK(found.largest == make::largest(s));
        CHECK(found_float.largest == expected.row_max[0]);
        CHECK(found.total == make::about(expected.denominators[0]));
        CHECK(found_float.total == make::about(expected.denominators[0]));
    }
}

TEST_CASE("numbers as large as a float can hold do not overflow") {
    MatrixOf<float> row{{3e38F, -3e38F, 3e38F}};
    softmax(row.data(), 3);
    CHECK(row == MatrixOf<float>{{0.5F, 0, 0.5F}});
}

TEST_CASE("a row without an allowed key becomes 0") {
    constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
    MatrixOf<double> row = MatrixOf<double>::Constant(1, 5, minus_infinity);
    MatrixOf<float> row_float = row.cast<float>();
    CHECK(softmax(row.data(), 5).total == 0);
    CHECK(softmax(row_float.data(), 5).total == 0);
    CHECK(make::is_zero(row));
    CHECK(make::is_zero(row_float));
}

TEST_CASE("one number that is NaN or +∞ makes the whole row NaN, so that it is noticed, wherever it stands") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    with_every_instruction_set([&] {
        for (const float broken : {std::numeric_limits<float>::quiet_NaN(), infinity})
            for (const Index count : {1, 3, 14, 40})
                for (Index at = 0; at < count; ++at)
                    for (const bool alone : {false, true}) { // among scores, or among forbidden keys
                        MatrixOf<float> row = make::matrix(1, count, 1);
                        if (alone) row.setConstant(-infinity);
                        row(0, at) = broken;
                        MatrixOf<double> row_double = row.cast<double>();
                        softmax(row.data(), count);
                        softmax(row_double.data(), count);
                        CAPTURE(count);
                        CAPTURE(at);
                        CAPTURE(alone);
                        CHECK(row.array().isNaN().all());
                        CHECK(row_double.array().isNaN().all());
                    }
    });
}

// Cross-entropy.

TEST_CASE("equal logits cost the logarithm of the number of classes") {
    CrossEntropy<double> result;
    cross_entropy(MatrixOf<double>::Constant(3, 20, 4), std::vector{0, 5, 19}, result);
    CHECK(result.loss == make::about(std::log(20)));
    CHECK(make::is_constant(result.probability, 1.0 / 20, 1e-12));
}

TEST_CASE("the gradient is that of finite differences, also where rows do not count") {
    for (const std::vector<int>& targets : {std::vector{1, 0, 6, 3}, std::vector{1, -1, 6, -1}}) {
        MatrixOf<double> logits = 3 * doubles(4, 7, 1);
        CrossEntropy<double> result, measured;
        cross_entropy(logits, targets, result);
        CHECK(is_gradient(result.g_logits, logits, [&] {
            cross_entropy(logits, targets, measured);
            return measured.loss;
        }));
    }
}

TEST_CASE("the loss is the mean over the rows that count; the others have no gradient") {
    const MatrixOf<double> logits = doubles(3, 5, 1);
    CrossEntropy<double> some, alone;
    cross_entropy(logits, std::vector{-1, 2, -1}, some);
    cross_entropy(logits.middleRows(1, 1), std::vector{2}, alone);
    CHECK(some.counted == 1);
    CHECK(some.loss == make::about(alone.loss));
    CHECK(make::is_close(some.g_logits.row(1), alone.g_logits.row(0), make::of_largest(1e-12)));
    CHECK(make::is_zero(some.g_logits.row(0)));
    CHECK(make::is_zero(some.probability.row(2)));
}

TEST_CASE("when no row counts, the loss is 0 and nothing is learned") {
    CrossEntropy<float> result;
    cross_entropy(make::matrix(2, 3, 1), std::vector{-1, -1}, result);
    CHECK(result.counted == 0);
    CHECK(result.loss == 0);
    CHECK(make::is_zero(result.g_logits));
}

TEST_CASE("logits far apart cost their difference, not infinity") {
    CrossEntropy<float> result;
    cross_entropy(MatrixOf<float>{{1e5F, -1e5F, 0}}, std::vector{1}, result);
    CHECK(result.loss == 2e5);
    CHECK(result.g_logits == MatrixOf<float>{{1, -1, 0}});
}

TEST_CASE("a logit that is NaN makes the loss NaN") {
    for (const Index classes : {3, 160}) {
        MatrixOf<float> logits = make::matrix(2, classes, 1);
        CrossEntropy<float> result;
        logits(1, 2) = std::numeric_limits<float>::quiet_NaN();
        cross_entropy(logits, std::vector{0, 0}, result);
        CHECK(std::isnan(result.loss));
        logits.setConstant(std::numeric_limits<float>::quiet_NaN());
        cross_entropy(logits, std::vector{0, 0}, result);
        CHECK(std::isnan(result.loss));
    }
}

TEST_CASE("floats give the doubles' numbers") {
    const std::vector<int> targets = {1, 0, 6, -1};
    const MatrixOf<double> logits = 3 * doubles(4, 7, 1);
    CrossEntropy<double> expected;
    CrossEntropy<float> result;
    cross_entropy(logits, targets, expected);
    cross_entropy(logits.cast<float>(), targets, result);
    CHECK(result.loss == make::about(expected.loss).share(1e-5));
    CHECK(is_rounded(result.probability, expected.probability));
    CHECK(is_rounded(result.g_logits, expected.g_logits));
}
