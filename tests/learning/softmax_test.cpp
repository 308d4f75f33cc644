#include "learning/softmax.h"

#include "attention/softmax.h"
#include "base/every_instruction_set.h"
#include "close.h"
#include "learning/differences.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace learning;
using make::doubles, make::is_rounded;

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
