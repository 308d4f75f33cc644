#include "workbench/pace.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace workbench {

namespace {

/// The g (see growth_) for which the first of `steps` takes `share` > 1/steps of the whole time:
/// ln(1 + g/steps) / ln(1 + g) rises with g from 1/steps to 1, so bisection finds it.
double growth_for(long steps, double share) {
    const auto first_share = [&](double g) {
        return std::log1p(g / static_cast<double>(steps)) / std::log1p(g);
    };
    double low = 0, high = 1;
    while (first_share(high) < share && high < 1e12)
        high *= 8;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (first_share(middle) < share ? low : high) = middle;
    }
    return high;
}

} // namespace

Pace::Pace(long steps, double first, double most)
    : steps_(steps), seconds_(std::min(static_cast<double>(steps) * first, most)) {
    assert(steps > 0 && first > 0 && most >= first);
    if (static_cast<double>(steps) * first > most) growth_ = growth_for(steps, first / most);
}

double Pace::start(long step) const {
    const double share = static_cast<double>(step) / static_cast<double>(steps_);
    return seconds_ * (growth_ > 0 ? std::log1p(growth_ * share) / std::log1p(growth_) : share);
}

long Pace::step_at(double seconds) const {
    const double time = std::clamp(seconds / seconds_, 0.0, 1.0);
    const double share = growth_ > 0 ? std::expm1(time * std::log1p(growth_)) / growth_ : time;
    long step = std::clamp(static_cast<long>(share * static_cast<double>(steps_)), 0L, steps_ - 1);
    // Rounding can be off by one in either direction.
    while (step + 1 < steps_ && start(step + 1) <= seconds)
        ++step;
    while (step > 0 && start(step) > seconds)
        --step;
    return step;
}

} // namespace workbench
