// Below the lanes: play, replay, the timeline, and the slowdown.

#include "ui/widgets/controls.h"
#include "drawing/clock_text.h"
#include "drawing/plot_axis.h"
#include "drawing/plot_line.h"
#include "ui/views/race/cards.h"
#include "ui/widgets/icons.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using timing::Runner;

namespace {

/// The timeline: marks show when each lane finished.
void draw_track(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    ReplayClock& clock = frame.state.shown.clock;
    const float middle = area.y + 0.4F * area.height;
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
    const AxisRange range{0, std::max(clock.end(), 1e-12)};
    ui.canvas.line({area.x, middle}, {area.right(), middle}, ui[Role::hairline], ui.px(3));
    ui.canvas.line({area.x, middle}, {place(clock.now()), middle}, ui[Role::text], ui.px(3));
    for (const Tick& tick :
         axis_ticks(range, Unit::seconds,
                    {.length = area.width, .size = ui.px(tiny_size), .spacing = ui.px(110)}, ui.canvas)) {
        const float x = place(tick.value);
        const Align align = x > area.right() - ui.px(24) ? Align::right
                            : x < area.x + ui.px(4)      ? Align::left
                                                         : Align::centre;
        ui.canvas.line({x, middle + ui.px(4)}, {x, middle + ui.px(8)}, ui[Role::masked], ui.px(1));
        ui.canvas.text({x, middle + ui.px(16)}, tick.text, Font::mono, ui.px(tiny_size), ui[Role::quiet],
                       align);
    }
    const auto time_of = [&](Runner runner) {
        const double seconds = frame.state.shown.replay->lanes[runner].seconds();
        return clock_text(seconds, seconds);
    };
    for (const Runner runner : timing::runners) {
        const float x = place(frame.state.shown.replay->lanes[runner].seconds()), half = ui.px(6);
        const SeriesStyle style = runner_style(runner); // as in the plots: not distinguished by colour alone
        Figure mark{Line{{x, middle - half}, {x, middle}, ui[style.role], ui.px(1.5F)}};
        append_marker(mark, {x, middle - 1.9F * half}, style.marker, 0.85F * half, ui[style.role]);
        ui.canvas.paint(mark);
        if (t.hovered && std::abs(ui.mouse.x - x) <= half && ui.mouse.y < middle)
            ui.cursor_hint = frame.plain("race.through_hint",
                                         {{"name", frame.name_of(runner)}, {"time", time_of(runner)}});
    }
    ui.canvas.paint(
        Disc{{place(clock.now()), middle}, ui.px(t.hovered || t.held ? 8 : 6.5F), ui[Role::text]});
    if (t.focused) focus_ring(ui, reach, ui.px(6));
}

} // namespace

void draw_race_controls(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    ReplayClock& clock = frame.state.shown.clock;
    const float side = ui.px(34), middle = area.y + ui.px(18);
    const Rect play{area.x, middle - side / 2, side, side};
    const Touch t = touch(ui, "race/play", play, !frame.is_measuring());
    ui.canvas.paint(Disc{play.centre(), side / 2,
                         mix(ui[Role::strong_fill], ui[Role::quiet],
                             frame.is_measuring() ? 0.7F
                             : t.hovered          ? 0.3F
                                                  : 0)});
    const float icon = ui.px(19);
    draw_icon(ui, clock.playing() ? Icon::pause : Icon::play,
              {play.centre().x - icon / 2, middle - icon / 2, icon, icon}, ui[Role::strong_text]);
    if (t.focused) focus_ring(ui, play, side / 2);
    if (t.clicked) {
        frame.state.shown.word.reset();
        clock.toggle();
    }

    const std::string& again = ui.text("race.again");
    const Rect restart{play.right() + ui.px(8), middle - ui.px(14), button_width(ui, again),
                       ui.px(control_height)};
    if (button(ui, "race/again", restart, again, {.enabled = !frame.is_measuring()})) {
        frame.state.shown.word.reset();
        clock.play_from_start();
    }

    const std::string& again_label = ui.text("race.time_again");
    const Rect retime{restart.right() + ui.px(4), restart.y, button_width(ui, again_label), restart.height};
    if (button(ui, "race/time_again", retime, again_label,
               {.enabled = !frame.is_measuring() && !frame.state.work.lanes.busy() && !frame.trains,
                .hint = ui.text("race.time_again_hint")}))
        ++frame.state.work.timed_again;

    // From the right: the slowdown, and the time.
    const std::string slower =
        clock.can_be_faster() ? frame.plain("race.times_slower", {{"times", whole_text(clock.slowdown())}})
                              : ui.text("race.real_speed");
    const float step = ui.px(control_height),
                label =
                    ui.canvas.width(Font::sans, ui.px(label_size),
                                    frame.plain("race.times_slower", {{"times", "50\u2009000\u2009000"}}));
    const Rect more{area.right() - step, middle - step / 2, step, step};
    const Rect less{more.x - label - step - ui.px(16), more.y, step, step};
    if (button(
            ui, "race/faster", less, "−",
            {.enabled = clock.can_be_faster(), .text_size = body_size, .hint = ui.text("race.faster_hint")}))
        clock.faster();
    ui.canvas.text({(less.right() + more.x) / 2, middle}, slower, Font::sans, ui.px(label_size),
                   ui[Role::text], Align::centre);
    if (button(
            ui, "race/slower", more, "+",
            {.enabled = clock.can_be_slower(), .text_size = body_size, .hint = ui.text("race.slower_hint")}))
        clock.slower();
    const float time = ui.px(92);
    ui.canvas.text({less.x - ui.px(20), middle}, clock_text(clock.now(), clock.end()), Font::mono_bold,
                   ui.px(body_size), ui[Role::text], Align::right);
    const float left = retime.right() + ui.px(24);
    draw_track(frame, {left, area.y, less.x - ui.px(20) - time - left, area.height});
}

void advance_replay(RaceFrame& frame) {
    ReplayClock& clock = frame.state.shown.clock;
    if (!clock.playing()) return;
    clock.advance(std::min(frame.seconds, 0.1));
    frame.ui.motion.keep_going();
}

} // namespace ui
