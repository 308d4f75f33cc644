#include "workbench/player.h"

#include <algorithm>
#include <cmath>

namespace workbench {

void Player::begin(attention::StageId stage) {
    stage_ = stage;
    open_ = true;
    at_ = waited_ = 0;
}

void Player::leave() {
    open_ = playing_ = false;
}

void Player::follow(attention::StageId shown) {
    if (open_ && shown != stage_) leave();
}

void Player::go_to(double seconds) {
    at_ = std::max(seconds, 0.0);
    waited_ = 0;
}

void Player::step(int by, attention::StageId shown, const Playback& p) {
    playing_ = false;
    if (!open_) {
        begin(shown);
        go_to(by > 0 ? 0 : p.start(p.steps() - 1));
        return;
    }
    const long next = std::clamp(p.step_at(at_) + by, 0L, p.steps() - 1);
    go_to(p.start(next));
}

bool Player::advance(double seconds, double length) {
    if (!playing_) return false;
    at_ += seconds * speed_;
    if (at_ < length + rest_seconds) return false;
    at_ = length;
    return true;
}

bool Player::advance_stills(double seconds, const Playback& p) {
    if (!playing_) return false;
    const std::size_t phase = p.phase_at(p.step_at(at_));
    at_ = std::max(at_, p.start(p.last_step_of(phase)));
    waited_ += seconds * speed_;
    if (waited_ < p.phases()[phase].pace.seconds()) return false;
    waited_ = 0;
    const bool last = phase + 1 == p.phases().size();
    at_ = last ? p.seconds() : p.start(p.last_step_of(phase + 1));
    return last;
}

void Player::next_speed() {
    const auto faster = std::upper_bound(speeds.begin(), speeds.end(), speed_);
    speed_ = faster == speeds.end() ? speeds.front() : *faster;
}

void Player::set_speed(double speed) {
    speed_ = *std::min_element(speeds.begin(), speeds.end(), [&](double a, double b) {
        return std::abs(std::log(a / speed)) < std::abs(std::log(b / speed));
    });
}

} // namespace workbench
