#include "learning/softmax.h"

#include "attention/running_softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace learning {

namespace {

// A training that diverges must be noticed, but take_in() is made for scores that are finite or −∞: without
// Highway it makes 0 of one that is NaN, with it NaN is lost in a row of −∞.
bool is_broken(const float* s, Index count) {
    return std::isnan(Eigen::Map<const Eigen::ArrayXf>(s, count).sum());
}

} // namespace

Exponentials<float> softmax(float* s, Index count) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    attention::RunningRow row{-infinity, 0};
    if (is_broken(s, count))
        row.m = infinity;
    else
        attention::take_in(s, count, row);
    if (row.m == infinity) {
        std::fill_n(s, count, std::numeric_limits<float>::quiet_NaN());
        return {infinity, std::numeric_limits<float>::quiet_NaN()};
    }
    if (row.l != 0) attention::rescale(s, count, 1 / row.l);
    return {row.m, row.l};
}

Exponentials<double> softmax(double* s, Index count) {
    Eigen::Map<Eigen::ArrayXd> row(s, count);
    const double largest = row.maxCoeff<Eigen::PropagateNaN>(); // in a row of −∞, too
    if (largest == -std::numeric_limits<double>::infinity()) {
        row.setZero();
        return {largest, 0};
    }
    row =
        row.unaryExpr([&](double x) { return std::exp(x - largest); }); // Eigen's own exp(−∞) is not quite 0
    const double total = row.sum();
    row /= total;
    return {largest, total};
}

} // namespace learning
