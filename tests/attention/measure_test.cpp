#include "attention/measure.h"

#include <doctest/doctest.h>

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
    CHECK(mean_distance(previous) == doctest::Approx(2.0 / 3));
    CHECK(diagonal_share(previous) == doctest::Approx(1.0 / 3));
}

TEST_CASE("with more queries than keys only rows with a key of their position count for the diagonal") {
    const Matrix weights{{1, 0}, {0.5F, 0.5F}, {1, 0}};
    CHECK(diagonal_share(weights) == doctest::Approx(0.75));
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
