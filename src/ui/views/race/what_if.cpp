// What if there were p processors? Computed from the formulas and the speed of one core, with this machine's
// measurements on the same plot.

#include "drawing/clock_text.h"
#include "drawing/fitted_text.h"
#include "drawing/plot.h"
#include "ui/views/race/curves.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot_panel.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using timing::Runner;

namespace {

double seconds_on(const RaceFrame& frame, const timing::Replay& replay, Runner runner, int doublings) {
    return timing::computed_seconds(runner, frame.state.chosen.mode, frame.length(), frame.state.chosen.sizes,
                                    std::ldexp(1.0, doublings), replay.product_rate);
}

/// The measured lane, if it has the length that is computed; otherwise null.
const timing::Lane* measured_lane(const RaceFrame& frame, Runner runner) {
    const timing::Replay* replay = frame.current_replay();
    return replay && frame.raced() == frame.length() ? &replay->lanes[runner] : nullptr;
}

void draw_slider(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const float y = area.centre().y, pitch = area.width / most_doublings;
    const Touch t = touch(ui, "race/processors", area);
    int& chosen = frame.state.chosen.doublings;
    const int before = chosen;
    if (t.held || t.let_go) chosen = static_cast<int>(std::lround((ui.mouse.x - area.x) / pitch));
    chosen = std::clamp(chosen, 0, most_doublings);
    if (chosen != before) ui.motion.draw_again();
    ui.canvas.line({area.x, y}, {area.right(), y}, ui[Role::hairline], ui.px(3));
    for (int i = 0; i <= most_doublings; ++i)
        ui.canvas.paint(Disc{{area.x + static_cast<float>(i) * pitch, y}, ui.px(2.5F), ui[Role::masked]});
    ui.canvas.paint(
        Disc{{area.x + static_cast<float>(chosen) * pitch, y}, ui.px(t.hovered ? 8 : 6.5F), ui[Role::text]});
    if (t.focused) focus_ring(ui, area, ui.px(6));
}

} // namespace

Plot what_if_plot(const RaceFrame& frame, const timing::Replay& replay) {
    Plot plot;
    plot.x = {.title = frame.ui.text("race.axis_processors"), .spacing = Spacing::log2, .unit = Unit::count};
    plot.y = {.title = frame.ui.text("race.axis_what_if"), .spacing = Spacing::log10, .unit = Unit::seconds};
    plot.spread = SpreadLook::whiskers;
    for (const Runner runner : timing::runners) {
        PlotSeries computed{.name = frame.ui.texts.text("race.short_" + key_of(runner)),
                            .style = runner_style(runner),
                            .kind = SeriesKind::theory};
        for (int i = 0; i <= most_doublings; ++i)
            computed.points.push_back({.x = std::ldexp(1.0, i), .y = seconds_on(frame, replay, runner, i)});
        plot.series.push_back(std::move(computed));
    }
    for (const Runner runner : timing::runners)
        if (const timing::Lane* lane = measured_lane(frame, runner))
            plot.series.push_back({.name = {},
                                   .style = runner_style(runner),
                                   .points = {{.x = static_cast<double>(lane->threads),
                                               .y = lane->time.median,
                                               .lower = lane->time.lower,
                                               .upper = lane->time.upper}}});
    plot.marks.push_back({std::ldexp(1.0, frame.state.chosen.doublings), {}});
    return plot;
}

std::map<std::string, std::string> what_if_values(const RaceFrame& frame, const timing::Replay& replay) {
    const bool generation = frame.state.chosen.mode == timing::Mode::generation;
    return {
        {"n", whole_text(static_cast<double>(frame.length()))},
        {"words", frame.ui.text(generation ? "race.what_if_generation" : "race.what_if_all_words")},
        {"d", std::to_string(frame.state.chosen.sizes.d)},
        {"rate", number_text(static_cast<float>(replay.product_rate / 1e9), 0)},
    };
}

float draw_race_what_if(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    if (!frame.state.shown.replay)
        return paragraph(ui, {area.x, area.y}, area.width, {{ui.text("race.working_out")}}, panel_size, false,
                         Role::quiet);
    const timing::Replay& replay = *frame.state.shown.replay;
    const double processors = std::ldexp(1.0, frame.state.chosen.doublings);
    float y = area.y;
    const narration::Paragraph text = frame.said("race.what_if_text", what_if_values(frame, replay));
    if (!frame.on_slide)
        y += paragraph(ui, {area.x, y}, area.width, text, label_size, false, Role::quiet, 1.35F) + ui.px(8);
    const float label = ui.px(150);
    ui.canvas.text({area.x, y + ui.px(13)}, frame.plain("race.processors", {{"p", whole_text(processors)}}),
                   Font::sans_bold, ui.px(body_size), ui[Role::text]);
    draw_slider(frame, {area.x + label, y, area.width - label - ui.px(8), ui.px(26)});
    y += ui.px(34);
    const float wide = area.width / 3;
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const Runner runner = timing::runners[i];
        const float x = area.x + static_cast<float>(i) * wide;
        ui.canvas.text({x, y + ui.px(8)}, ui.texts.text("race.short_" + key_of(runner)), Font::sans_bold,
                       ui.px(label_size), ui[runner_style(runner).role]);
        ui.canvas.text(
            {x, y + ui.px(28)},
            unit_text(seconds_on(frame, replay, runner, frame.state.chosen.doublings), Unit::seconds, 3),
            Font::mono, ui.px(body_size), ui[Role::text]);
        if (const timing::Lane* lane = measured_lane(frame, runner); lane && !frame.on_slide)
            ui.canvas.text_within(
                {x, y + ui.px(48)}, wide - ui.px(8),
                frame.plain("race.measured_here", {{"time", clock_text(lane->seconds(), lane->seconds())}}),
                Font::sans, ui.px(label_size), ui[Role::quiet]);
    }
    y += ui.px(frame.on_slide ? 44 : 66); // a slide has what was measured on the plot alone
    const float high = std::max(ui.px(frame.on_slide ? 120 : 190), area.bottom() - y - ui.px(4));
    draw_plot(ui, "race/what_if", what_if_plot(frame, replay), {area.x, y, area.width, high});
    return y + high - area.y;
}

} // namespace ui
