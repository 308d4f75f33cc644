#include "close.h"
#include "learning/adam.h"
#include "learning/differences.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

using namespace learning;
using make::doubles;

namespace {

/// Two parameters, and their gradients.
template <class T>
struct Numbers {
    MatrixOf<T> w = doubles(3, 4, 1).cast<T>(), g_w = doubles(3, 4, 2).cast<T>();
    RowVectorOf<T> b = doubles(1, 5, 3).cast<T>(), g_b = doubles(1, 5, 4).cast<T>();

    std::vector<Parameter<T>> views() { return {parameter("w", w, g_w), parameter("b", b, g_b)}; }
    double step(const AdamOptions& options, double rate, AdamState<T>& state) {
        const std::vector<Parameter<T>> list = views();
        return adam_step<T>(list, options, rate, state);
    }
};

} // namespace

TEST_CASE("the first step goes by the learning rate against the sign of each gradient") {
    Numbers<double> numbers;
    const MatrixOf<double> before = numbers.w;
    AdamState<double> state;
    numbers.step({}, 0.01, state);
    CHECK(make::is_close((before - numbers.w), 0.01 * numbers.g_w.cwiseSign(), make::of_largest(1e-6)));
    CHECK(state.step == 1);
}

TEST_CASE("many steps find the minimum of Σ (w − target)²") {
    Numbers<float> numbers;
    const MatrixOf<float> target = make::matrix(3, 4, 9);
    AdamState<float> state;
    numbers.g_b.setZero();
    for (int i = 0; i < 2000; ++i) {
        numbers.g_w = 2 * (numbers.w - target);
        numbers.step({}, 0.01, state);
    }
    CHECK(make::is_close(numbers.w, target, make::of_largest(1e-3F)));
}

TEST_CASE("the norm is that of all gradients together") {
    Numbers<float> numbers;
    const std::vector<Parameter<float>> views = numbers.views();
    const double expected = std::sqrt(numbers.g_w.squaredNorm() + numbers.g_b.squaredNorm());
    CHECK(gradient_norm<float>(views) == make::about(expected));
    AdamState<float> state;
    CHECK(numbers.step({}, 0.01, state) == gradient_norm<float>(views));
}

TEST_CASE("squares that no float can hold still give a norm") {
    Numbers<float> numbers;
    numbers.g_w.setConstant(1e30F);
    AdamState<float> state;
    CHECK(numbers.step({.max_norm = 1}, 0.01, state) == make::about(std::sqrt(12) * 1e30));
    CHECK(numbers.w.allFinite());
}

TEST_CASE("a gradient that is too long acts as one of the largest norm, a shorter one as it is") {
    Numbers<double> clipped, shortened, untouched, unclipped;
    const double norm = std::sqrt(clipped.g_w.squaredNorm() + clipped.g_b.squaredNorm());
    shortened.g_w *= 0.5 / norm;
    shortened.g_b *= 0.5 / norm;
    AdamState<double> states[4];
    CHECK(clipped.step({.max_norm = 0.5}, 0.01, states[0]) == make::about(norm));
    shortened.step({}, 0.01, states[1]);
    untouched.step({.max_norm = 2 * norm}, 0.01, states[2]);
    unclipped.step({}, 0.01, states[3]);
    CHECK(make::is_close(clipped.w, shortened.w, make::of_largest(1e-12)));
    CHECK(make::is_close(Eigen::Map<Eigen::VectorXd>(states[0].v.data(), 17),
                         Eigen::Map<Eigen::VectorXd>(states[1].v.data(), 17), make::of_largest(1e-12)));
    CHECK(untouched.w == unclipped.w);
    CHECK(clipped.g_w == unclipped.g_w);
}

TEST_CASE("a norm that is not finite is reported, and nothing is changed") {
    for (const float broken :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        Numbers<float> numbers;
        AdamState<float> state;
        numbers.step({}, 0.01, state);
        const Numbers<float> before = numbers;
        const AdamState<float> state_before = state;
        numbers.g_b[2] = broken;
        CHECK_FALSE(std::isfinite(numbers.step({}, 0.01, state)));
        CHECK(numbers.w == before.w);
        CHECK(numbers.b == before.b);
        CHECK(state.step == state_before.step);
        CHECK(state.m == state_before.m);
        CHECK(state.v == state_before.v);
    }
}

TEST_CASE("training resumed from a copy makes the same numbers, to the last bit") {
    Numbers<float> numbers;
    AdamState<float> state;
    for (int i = 0; i < 3; ++i)
        numbers.step({}, 0.01, state);
    Numbers<float> saved = numbers;
    AdamState<float> saved_state = state;
    for (int i = 0; i < 3; ++i) {
        numbers.step({}, 0.01, state);
        saved.step({}, 0.01, saved_state);
    }
    CHECK(saved.w == numbers.w);
    CHECK(saved.b == numbers.b);
    CHECK(saved_state.v == state.v);
}

TEST_CASE("gradients are cleared before the next are added up") {
    Numbers<float> numbers;
    const std::vector<Parameter<float>> views = numbers.views();
    clear_gradients<float>(views);
    CHECK(make::is_zero(numbers.g_w));
    CHECK(make::is_zero(numbers.g_b));
}

// The schedule.

TEST_CASE("the rate rises to its peak in equal steps, then falls to 0 in equal steps") {
    const Schedule schedule{.peak = 8, .warm_up = 4, .steps = 12};
    const double expected[] = {2, 4, 6, 8, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0};
    for (base::Index step = 0; step < 14; ++step)
        CHECK(schedule.learning_rate(step) == make::about(expected[step]));
}

TEST_CASE("without a warm-up the first step is made at the peak") {
    const Schedule schedule{.peak = 3, .steps = 3};
    CHECK(schedule.learning_rate(0) == 3);
    CHECK(schedule.learning_rate(2) == 1);
    CHECK(schedule.learning_rate(3) == 0);
}

TEST_CASE("a training that ends during the warm-up divides by nothing") {
    const Schedule schedule{.peak = 10, .warm_up = 5, .steps = 5};
    CHECK(schedule.learning_rate(4) == 10);
    CHECK(schedule.learning_rate(5) == 0);
}
