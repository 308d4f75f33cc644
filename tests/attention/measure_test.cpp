#include "attention/measure.h"

#include "attention/make.h"
#include "close.h"

#include <doctest/doctest.h>

#include <limits>

using namespace attention;

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

TEST_CASE("a matrix reaches as far as its largest finite number, whatever its sign") {
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(reach(Matrix{{1, -3}, {2, -infinity}}) == 3);
    CHECK(reach(Matrix{{-infinity}}) == 0);
    CHECK(reach(Matrix{}) == 0);
}
