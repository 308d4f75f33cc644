// The clock of a replay, and the line of time on which it is seen and moved.
#include "drawing/plot/layout.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/views/race/race.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using namespace drawing;
using timing::Runner;

namespace {

constexpr double whole_seconds = 7, part_seconds = 4, most_seconds = 600;
constexpr int slowest = 36; // 10^12

/// …, 0.5, 1, 2, 5, 10, 20, 50, …
double factor(int rung) {
    static constexpr std::array<double, 3> digits{1, 2, 5};
    const int power = (rung + slowest) / 3 - slowest / 3; // rounded down
    return digits[static_cast<std::size_t>(rung - 3 * power)] * std::pow(10.0, power);
}

/// The rung, `fastest` or slower, at which `seconds` take about `wanted` seconds.
int rung_for(double seconds, double wanted, int fastest) {
    const auto far = [&](int rung) { return std::abs(std::log(factor(rung) * seconds / wanted)); };
    int rung = fastest;
    if (seconds > 0)
        while (rung < slowest && far(rung + 1) < far(rung))
            ++rung;
    return rung;
}

} // namespace

void ReplayClock::load(double end, double first, bool sped_up) {
    fastest_ = sped_up ? -slowest : 0;
    end_ = std::max(end, 0.0);
    now_ = 0;
    first_ = std::clamp(first, 0.0, end_);
    first_rung_ = rung_for(first_, part_seconds, fastest_);
    rung_ = rung_for(end_ - first_, part_seconds, fastest_);
    if (first_ <= 0 || first_ >= end_ || first_rung_ <= rung_) {
        first_ = 0;
        first_rung_ = rung_ = rung_for(end_, whole_seconds, fastest_);
    }
    playing_ = false;
}

double ReplayClock::slowdown() const {
    return factor(in_first_part() ? first_rung_ : rung_);
}

double ReplayClock::real_seconds() const {
    return first_ * factor(first_rung_) + (end_ - first_) * factor(rung_);
}

bool ReplayClock::can_be_slower() const {
    ReplayClock slower = *this;
    ++slower.rung_;
    ++slower.first_rung_;
    return std::max(slower.rung_, slower.first_rung_) <= slowest && slower.real_seconds() <= most_seconds;
}

void ReplayClock::climb(int by) {
    if (by > 0 ? !can_be_slower() : !can_be_faster()) return;
    rung_ = std::max(rung_ + by, fastest_);
    first_rung_ = std::max(first_rung_ + by, fastest_);
}

void ReplayClock::advance(double seconds) {
    if (!playing_) return;
    if (in_first_part()) {
        const double left = (first_ - now_) * factor(first_rung_); // in real time
        now_ = seconds < left ? now_ + seconds / factor(first_rung_) : first_;
        seconds = std::max(seconds - left, 0.0);
    }
    if (!in_first_part()) now_ = std::min(now_ + seconds / factor(rung_), end_);
    if (now_ >= end_) playing_ = false;
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

// The line of time.

std::string speed_text(const RaceFrame& frame) {
    const ReplayClock& clock = frame.state.shown.clock;
    if (frame.state.shown.lanes && frame.state.shown.lanes->in_steps)
        return frame.plain("race.steps_a_second",
                           {{"steps", unit_text(1 / clock.slowdown(), Unit::count, 2)}});
    if (clock.slowdown() == 1) return frame.ui.text("race.real_speed");
    return frame.plain("race.times_slower", {{"times", whole_text(clock.slowdown())}});
}

namespace {

constexpr float play_size = 44, knob = 9, mark_size = 6; // design pixels

/// From 0 to the end of the last lane; a mark for the end of each.
void draw_track(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    ReplayClock& clock = frame.state.shown.clock;
    const float y = area.centre().y;
    const auto place = [&](double seconds) {
        return area.x + static_cast<float>(clock.end() > 0 ? seconds / clock.end() : 0) * area.width;
    };
    const Rect reach{area.x - ui.px(8), area.y, area.width + 2 * ui.px(8),
                     area.height}; // makes the ends easy to hit
    const Touch t = touch(ui, "race/track", reach);
    if ((t.held || t.let_go) && clock.end() > 0) {
        clock.go_to(clock.end() * static_cast<double>((ui.mouse.x - area.x) / area.width));
        frame.state.shown.word.reset();
        ui.motion.draw_again();
    }
    const float thick = ui.px(4), here = place(clock.now());
    ui.canvas.fill({area.x, y - thick / 2, area.width, thick}, ui[Role::track], thick / 2);
    ui.canvas.fill({area.x, y - thick / 2, here - area.x, thick}, ui[Role::quiet], thick / 2);
    const AxisRange range{0, std::max(clock.end(), 1e-12)};
    for (const Tick& tick :
         axis_ticks(range, frame.state.shown.lanes->in_steps ? Unit::count : Unit::seconds,
                    {.length = area.width, .size = ui.px(label_size), .spacing = ui.px(110)}, ui.canvas)) {
        const float x = place(tick.value);
        ui.canvas.line({x, y + ui.px(4)}, {x, y + ui.px(9)}, ui[Role::edge], ui.px(1));
        ui.canvas.text({x, y + ui.px(20)}, tick.text, Font::mono, ui.px(label_size), ui[Role::quiet],
                       x > area.right() - ui.px(24) ? Align::right : Align::centre);
    }
    for (const Runner runner : timing::runners) {
        const double seconds = frame.state.shown.lanes->lanes[runner].seconds();
        const float x = place(seconds), half = ui.px(mark_size);
        const SeriesStyle style = runner_style(runner);
        const bool through = clock.now() >= seconds;
        Figure mark;
        append_marker(mark, {x, y - ui.px(20)}, style.marker, half,
                      through ? ui[style.role] : mix(ui[Role::card], ui[style.role], 0.5F));
        ui.canvas.paint(mark);
        if (t.hovered && std::abs(ui.mouse.x - x) <= half && ui.mouse.y < y)
            ui.cursor_hint =
                frame.plain("race.through_hint", {{"name", frame.name_of(runner)},
                                                  {"time", lane_clock_text(frame, seconds, seconds)}});
    }
    const float radius = ui.px(t.hovered || t.held ? knob + 1 : knob);
    ui.canvas.paint(Disc{{here, y}, radius, ui[Role::text]});
    ui.canvas.paint(Disc{{here, y}, radius - ui.px(2.5F), ui[Role::card]});
    if (t.focused) focus_ring(ui, reach, ui.px(6));
}

} // namespace

void draw_race_timeline(RaceFrame& frame, const Rect& area, float left, float right) {
    Ui& ui = frame.ui;
    const ReplayClock& clock = frame.state.shown.clock;
    const float side = ui.px(play_size), middle = area.centre().y;
    const Rect play{area.x, middle - side / 2, side, side};
    if (play_button(ui, "race/play", play, clock.playing())) play_replay(frame.state);

    const std::string& again = ui.text("race.again");
    const Rect restart{play.right() + ui.px(4), middle - ui.px(14), button_width(ui, again),
                       ui.px(control_height)};
    if (button(ui, "race/again", restart, again, {.look = ButtonLook::plain})) play_replay(frame.state, true);

    ui.canvas.text({area.right(), middle}, speed_text(frame), Font::sans, ui.px(card_size), ui[Role::quiet],
                   Align::right);
    const float first = std::max(left, restart.right() + ui.px(16));
    draw_track(frame, {first, area.y, right - first, area.height});
}

} // namespace ui
