#include "attention/measure.h"

#include "attention/make.h"
#include "attention/softmax.h"
#include "close.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <random>

using namespace attention;
using make::is_close;

// Weights.

TEST_CASE("entropy is 0 bits for certainty, log2 m for indifference") {
    const Matrix weights{{0, 1, 0, 0}, {0.25F, 0.25F, 0.25F, 0.25F}, {0.5F, 0.5F, 0, 0}, {0, 0, 0, 0}};
    CHECK(entropy(weights) == ColumnVector{{0, 2, 1, 0}});
}

TEST_CASE("a matrix that looks only at itself has all its weight on the diagonal, at distance 0") {
    const Matrix identity = Matrix::Identity(4, 4);
    CHECK(diagonal_share(identity) == 1);
    CHECK(mean_distance(identity) == 0);
}

TEST_CASE("looking one word back is distance 1, except for the first") {
    const Matrix previous{{1, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    CHECK(mean_distance(previous) == make::about(2.0 / 3));
    CHECK(diagonal_share(previous) == make::about(1.0 / 3));
}

TEST_CASE("with more queries than keys only rows with a key of their position count for the diagonal") {
    const Matrix weights{{1, 0}, {0.5F, 0.5F}, {1, 0}};
    CHECK(diagonal_share(weights) == make::about(0.75));
}

TEST_CASE("the largest weight of each row") {
    CHECK(largest_weight(Matrix{{0.2F, 0.7F, 0.1F}, {0, 0, 0}}) == ColumnVector{{0.7F, 0}});
}

TEST_CASE("an empty matrix measures 0") {
    CHECK(diagonal_share(Matrix()) == 0);
    CHECK(mean_distance(Matrix()) == 0);
    CHECK(entropy(Matrix()).size() == 0);
    CHECK(largest_weight(Matrix()).size() == 0);
}

TEST_CASE("an empty matrix has no head measures either") {
    CHECK(measure_head(Matrix()).entropy == 0);
    CHECK(measure_head(Matrix()).first_share == 0);
}

TEST_CASE("a head that looks one word back, one that looks one word on, one that looks at the first") {
    const Matrix back{{1, 0, 0}, {1, 0, 0}, {0, 1, 0}}, on{{0, 1, 0}, {0, 0, 1}, {0, 0, 1}};
    CHECK(measure_head(back).previous_share == 1);
    CHECK(measure_head(back).next_share == 0);
    CHECK(measure_head(back).first_share == make::about(2.0 / 3));
    CHECK(measure_head(on).next_share == 1);
    CHECK(measure_head(on).previous_share == 0);
    CHECK(measure_head(on).diagonal_share == make::about(1.0 / 3));
    CHECK(measure_head(on).mean_distance == make::about(2.0 / 3));
}

TEST_CASE("a head is measured by the means of its rows") {
    const HeadMeasures m = measure_head(Matrix{{0.5F, 0.5F, 0, 0}, {0.25F, 0.25F, 0.25F, 0.25F}});
    CHECK(m.entropy == make::about(1.5));
    CHECK(m.largest_weight == make::about(0.375));
}

TEST_CASE("a row whose keys are all masked counts in no mean") {
    const Matrix with{{0, 1, 0}, {0, 0, 0}, {0, 0.5F, 0.5F}}, without{{0, 1, 0}};
    CHECK(measure_head(with).entropy == make::about(0.5));
    CHECK(measure_head(with).largest_weight == make::about(0.75));
    CHECK(measure_head(with).mean_distance == make::about(0.75));
    CHECK(measure_head(with).next_share == 1);
    CHECK(measure_head(with).diagonal_share == make::about(0.25));
    CHECK(measure_head(without).next_share == 1);
}

TEST_CASE("shares beyond the last key count the rows that have such a key") {
    const Matrix weights{{0, 1}, {0.5F, 0.5F}, {0.2F, 0.8F}}; // three queries, two keys
    CHECK(measure_head(weights).next_share == 1);
    CHECK(measure_head(weights).previous_share == make::about((0.5 + 0.8) / 2));
}

TEST_CASE("over heads: the average still sums to one, the maximum is no smaller than any head") {
    const Trace t = trace(make::input({.m = 4}), make::layer({.m = 4, .heads = 3}), {.switched_off = {1}});
    const Matrix average = average_over_heads(t), maximum = maximum_over_heads(t);
    CHECK(make::is_close(average.rowwise().sum(), Matrix::Ones(5, 1)));
    Matrix sum = Matrix::Zero(5, 4);
    for (const HeadTrace& head : t.heads) {
        CHECK((maximum.array() >= head.weights.array()).all());
        sum += head.weights;
    }
    CHECK(make::is_close(average, sum / 3));
    const ColumnVector sums = maximum.rowwise().sum();
    CHECK(make::is_close(sums, sums.cwiseMax(1)));
    const Trace one = trace(make::input({}), make::layer({.heads = 1}));
    CHECK(average_over_heads(one) == one.heads[0].weights);
    CHECK(maximum_over_heads(one) == one.heads[0].weights);
    CHECK(measure_heads(t).size() == 3);
    CHECK(measure_heads(t)[2].entropy == measure_head(t.heads[2].weights).entropy);
}

// What each head adds.

namespace {

make::Sizes random_sizes(std::mt19937& engine) {
    const auto up_to = [&](Index largest) {
        return static_cast<Index>(1 + engine() % static_cast<unsigned>(largest));
    };
    return {.n = up_to(7),
            .m = engine() % 2 == 0 ? 0 : up_to(7),
            .d_model = up_to(9),
            .d_k = up_to(5),
            .d_v = up_to(5),
            .heads = up_to(16),
            .d_out = engine() % 3 == 0 ? 0 : up_to(9),
            .bias = engine() % 2 == 0};
}

std::vector<Index> some_heads(Index heads, std::mt19937& engine) {
    std::vector<Index> some;
    for (Index head = 0; head < heads; ++head)
        if (engine() % 2 == 0) some.push_back(head);
    return some;
}

/// Traces of `count` shapes: self and cross, 1 to 16 heads, with and without W_O, masked and not.
template <typename Check>
void for_random_shapes(int count, Check&& check) {
    std::mt19937 engine(5);
    for (int i = 0; i < count; ++i) {
        const make::Sizes sizes = random_sizes(engine);
        Options options{.mask = {.causal = engine() % 2 == 0}};
        const Input input = make::input(sizes, static_cast<unsigned>(i));
        const Layer layer = make::layer(sizes, static_cast<unsigned>(i + 1000));
        check(input, layer, options, some_heads(sizes.heads, engine));
    }
}

} // namespace

TEST_CASE("what the heads add, and the bias, is the output") {
    for_random_shapes(
        200, [](const Input& input, const Layer& layer, Options options, const std::vector<Index>& off) {
            const Trace all = trace(input, layer, options);
            options.switched_off = off;
            const Trace some = trace(input, layer, options);
            for (const Trace* t : {&all, &some}) {
                const Contributions c = head_contributions(*t);
                REQUIRE(c.heads.size() == static_cast<std::size_t>(layer.heads));
                for (const Matrix& head : c.heads)
                    REQUIRE((head.rows() == t->output.rows() && head.cols() == t->output.cols()));
                if (t == &some && off.size() == c.heads.size() && (c.bias.array() == 0).all())
                    CHECK(make::is_zero(c.sum()));
                else
                    CHECK(is_close(c.sum(), t->output, make::Tolerance(1e-5, 1e-5)));
            }
        });
}

TEST_CASE("without W_O a head adds its own columns and nothing else") {
    const Trace t = trace(make::input({}), make::layer({.heads = 3, .d_out = 0}));
    const Matrix middle = head_contribution(t, 1);
    CHECK(middle.middleCols(3, 3) == t.heads[1].output);
    CHECK(make::is_zero(middle.leftCols(3)));
    CHECK(make::is_zero(middle.rightCols(3)));
}

TEST_CASE("with W_O a head adds its result times its own rows of W_O, with what was set there by hand") {
    const std::vector<Override> overrides{{{Quantity::w_o, 0, 4, 2}, 5}};
    const Trace t = trace(make::input({}), make::layer({}), {}, overrides);
    CHECK(is_close(head_contribution(t, 1), t.heads[1].output * t.w_o.middleRows(3, 3)));
    CHECK(is_close(head_contributions(t).sum(), t.output));
}

TEST_CASE("a head that is switched off adds nothing, and what it would add can still be asked") {
    const Trace all = trace(make::input({}), make::layer({}));
    const Trace off = trace(make::input({}), make::layer({}), {.switched_off = {1}});
    CHECK(make::is_zero(head_contributions(off).heads[1]));
    CHECK(head_contribution(off, 1) == head_contribution(all, 1));
}

TEST_CASE("the output without some heads is that of a fresh pass in which they are switched off") {
    for_random_shapes(
        200, [](const Input& input, const Layer& layer, Options options, const std::vector<Index>& off) {
            const Trace all = trace(input, layer, options);
            options.switched_off = off;
            const Trace fresh = trace(input, layer, options);
            CHECK(output_without(all, off) == fresh.output);
            CHECK(output_without(fresh, {}) == all.output); // what is off already does not matter
        });
}

// Matrices of any kind.

TEST_CASE("a matrix reaches as far as its largest finite number, whatever its sign") {
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(reach(Matrix{{1, -3}, {2, -infinity}}) == 3);
    CHECK(reach(Matrix{{-infinity}}) == 0);
    CHECK(reach(Matrix{}) == 0);
}

TEST_CASE("distances are Euclidean, word by word and over all") {
    const Matrix a{{3, 4}, {1, 1}, {0, 0}}, b{{0, 0}, {1, 1}, {0, 12}};
    CHECK(row_distance(a, b) == ColumnVector{{5, 0, 12}});
    CHECK(distance(a, b) == 13);
    CHECK(distance(a, a) == 0);
    CHECK(row_distance(Matrix(), Matrix()).size() == 0);
    CHECK(distance(Matrix(), Matrix()) == 0);
}

// The gradient through the softmax.

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

using Row = Eigen::VectorXd;

Row softmax_in_double(const Row& s) {
    const Row numerators = (s.array() - s.maxCoeff()).exp();
    return numerators / numerators.sum();
}

/// J(i, j) = ∂a_i / ∂s_j by central differences in double: the error is of order step² = 1e-10, and the
/// rounding 1e-16 / step = 1e-11.
Eigen::MatrixXd measured_jacobian(const Row& s) {
    constexpr double step = 1e-5;
    Eigen::MatrixXd j(s.size(), s.size());
    for (Index column = 0; column < s.size(); ++column) {
        Row more = s, less = s;
        more[column] += step;
        less[column] -= step;
        j.col(column) = (softmax_in_double(more) - softmax_in_double(less)) / (2 * step);
    }
    return j;
}

} // namespace

TEST_CASE("the gradient by the scores is that of central finite differences") {
    for (const Index m : {1, 2, 5, 40}) {
        const Matrix s = make::matrix(6, m, 1) * 4, upstream = make::matrix(6, m, 2);
        const Matrix gradient = softmax_gradient(softmax(s).weights, upstream);
        for (Index i = 0; i < s.rows(); ++i) {
            const Row measured = measured_jacobian(s.row(i).cast<double>().transpose()).transpose() *
                                 upstream.row(i).cast<double>().transpose();
            // Some float roundings of numbers of size 1 and sums of m terms: 1e-6.
            if (m == 1) // a single key has weight 1, whatever its score
                CHECK(make::is_zero(gradient.row(i)));
            else
                CHECK(is_close(gradient.row(i), measured.transpose().cast<float>(), 1e-6F));
        }
    }
}

TEST_CASE("the norm is that of the matrix of finite differences, for flat and for sharp rows") {
    for (const Index m : {2, 3, 17})
        for (const float sharpness : {0.1F, 1.0F, 5.0F}) {
            const Matrix s = make::matrix(4, m, 3) * sharpness;
            const ColumnVector norms = jacobian_norm(softmax(s).weights);
            for (Index i = 0; i < s.rows(); ++i)
                CHECK(norms[i] ==
                      make::about(measured_jacobian(s.row(i).cast<double>().transpose()).norm()).share(1e-5));
        }
}

TEST_CASE("when one key has all the weight, no gradient passes") {
    const Matrix one_hot{{0, 1, 0}};
    CHECK(make::is_zero(softmax_gradient(one_hot, Matrix{{3, -5, 7}})));
    CHECK(jacobian_norm(one_hot)[0] == 0);
}

TEST_CASE("what is left of the gradient is exact where the largest weight rounds to 1") {
    // a = (1 − ε, ε): J = ε·(1, −1; −1, 1) up to ε², of norm 2ε. 1 − ε is 1 in float.
    CHECK(jacobian_norm(Matrix{{1, 1e-12F}})[0] == make::about(2e-12).share(1e-6));
}

TEST_CASE("equal weights 1/m give √(m − 1)/m") {
    for (const Index m : {1, 2, 10, 256}) {
        const auto count = static_cast<float>(m);
        CHECK(jacobian_norm(Matrix::Constant(1, m, 1 / count))[0] ==
              make::about(std::sqrt(count - 1) / count).share(1e-6));
    }
}

TEST_CASE("no row passes more than two equal keys do: ½") {
    for (unsigned seed = 0; seed < 20; ++seed)
        CHECK(make::largest(jacobian_norm(softmax(make::matrix(20, 6, seed) * 6).weights)) <= 0.5F);
}

TEST_CASE("raising every upstream number alike changes nothing: weights always sum to 1") {
    const Matrix weights = softmax(make::matrix(3, 7, 5)).weights, upstream = make::matrix(3, 7, 6);
    const Matrix raised = upstream.array() + 2.0F;
    CHECK(is_close(softmax_gradient(weights, raised), softmax_gradient(weights, upstream), 1e-6F));
    CHECK(make::is_zero(softmax_gradient(weights, upstream).rowwise().sum(), 1e-6F));
}

TEST_CASE("a forbidden key gets no gradient, nor does any key of a fully masked row") {
    const Matrix weights =
        softmax(Matrix{{1, minus_infinity, 2}, {minus_infinity, minus_infinity, minus_infinity}}).weights;
    const Matrix gradient = softmax_gradient(weights, Matrix{{1, 5, -1}, {1, 5, -1}});
    CHECK(gradient(0, 1) == 0);
    CHECK(gradient(0, 0) > 0);
    CHECK(make::is_zero(gradient.row(1)));
    CHECK(jacobian_norm(weights)[1] == 0);
}
