#include "ui/views/race/replay_clock.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {
namespace {

constexpr double wanted_seconds = 7, most_seconds = 600;
constexpr int last_step = 36; // 10^12

/// 1, 2, 5, 10, 20, 50, …
double factor(int step) {
    static constexpr std::array<double, 3> digits{1, 2, 5};
    return digits[static_cast<std::size_t>(step % 3)] * std::pow(10.0, step / 3);
}

} // namespace

void ReplayClock::load(double end) {
    end_ = std::max(end, 0.0);
    now_ = 0;
    step_ = 0;
    const auto far = [&](int step) { return std::abs(std::log(factor(step) * end_ / wanted_seconds)); };
    if (end_ > 0)
        while (step_ < last_step && far(step_ + 1) < far(step_))
            ++step_;
}

double ReplayClock::slowdown() const {
    return factor(step_);
}

bool ReplayClock::can_be_slower() const {
    return step_ < last_step && factor(step_ + 1) * end_ <= most_seconds;
}

void ReplayClock::step(int by) {
    if (by > 0 ? can_be_slower() : can_be_faster()) step_ += by;
}

void ReplayClock::advance(double seconds) {
    if (!playing_) return;
    now_ += seconds / slowdown();
    if (now_ < end_) return;
    now_ = end_;
    playing_ = false;
}

void ReplayClock::toggle() {
    if (!playing_ && now_ >= end_) now_ = 0;
    playing_ = !playing_ && end_ > 0;
}

void ReplayClock::play_from_start() {
    now_ = 0;
    playing_ = end_ > 0;
}

void ReplayClock::go_to(double seconds) {
    now_ = std::clamp(seconds, 0.0, end_);
    playing_ = false;
}

} // namespace ui
