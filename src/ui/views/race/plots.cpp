// What the race measured or computed, as plots, and the card that shows one of them: its title is its tabs.
#include "drawing/shapes/fitted_text.h"
#include "ui/board/figures.h"
#include "ui/views/race/race.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ui {

using namespace drawing;
using timing::Runner;

// The plots, without their place on the page.

namespace {

Plot plot_over_length(const RaceFrame& frame, RacePlot which, Spacing y) {
    Plot plot;
    plot.x = {.title = frame.ui.text("race.axis_length"), .spacing = Spacing::log2, .unit = Unit::count};
    plot.y = {.title = frame.ui.texts.text("race.axis_" + key_of(which)),
              .spacing = y,
              .unit = which == RacePlot::memory ? Unit::bytes : Unit::count};
    return plot;
}

/// Of a whole pass over n words, d wide.
double operations(const RaceFrame& frame, Runner runner, timing::Index n, timing::Index d) {
    timing::LayerSizes sizes = frame.state.chosen.sizes;
    sizes.d = d;
    sizes.heads = 1; // their number does not matter
    return timing::cost(runner, frame.state.chosen.mode, n, sizes).multiply_adds;
}

/// Measured points are of known words: when words are made one at a time, there are only the lanes.
std::shared_ptr<const timing::Sweep> plotted_sweep(const RaceFrame& frame) {
    return frame.state.chosen.mode == timing::Mode::all_words ? frame.current_sweep() : nullptr;
}

/// Seconds for each multiply-add, which the computed curve of a runner follows: fitted to all points once
/// these are complete, before that to its lane. Empty while nothing is measured.
std::optional<double> pace_of(const RaceFrame& frame, Runner runner) {
    if (const auto sweep = plotted_sweep(frame); sweep && sweep->finished)
        if (const auto fitted = timing::fitted_factor(*sweep, runner)) return fitted;
    const timing::Replay* replay = frame.current_replay();
    if (!replay) return std::nullopt;
    return replay->lanes[runner].seconds() /
           operations(frame, runner, static_cast<timing::Index>(replay->words.size()), replay->sizes.d);
}

/// The lengths or widths of the chart, and those of this race, in order.
std::vector<timing::Index> places_along(const RaceFrame& frame, Along along) {
    const timing::SweepOptions usual;
    auto places = along == Along::length ? usual.lengths : usual.widths;
    places.push_back(along == Along::length ? frame.raced() : frame.state.chosen.sizes.d);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

/// What the points should follow.
PlotSeries computed_curve(const RaceFrame& frame, Along along, Runner runner, double pace) {
    PlotSeries curve{.name = frame.ui.texts.text("race.short_" + key_of(runner)),
                     .style = runner_style(runner),
                     .kind = SeriesKind::computed};
    for (const timing::Index at : places_along(frame, along)) {
        const double work = along == Along::length ? operations(frame, runner, at, frame.state.chosen.sizes.d)
                                                   : operations(frame, runner, frame.raced(), at);
        curve.points.push_back({.x = static_cast<double>(at), .y = pace * work});
    }
    return curve;
}

PlotPoint point_of(double x, const timing::Measurement& time) {
    return {.x = x, .y = time.median, .lower = time.lower, .upper = time.upper};
}

/// What was measured of a runner: at the points of the sweep, and in its lane.
std::vector<PlotPoint> measured_points(const RaceFrame& frame, Along along, Runner runner) {
    std::vector<PlotPoint> points;
    const bool length = along == Along::length;
    if (const auto sweep = plotted_sweep(frame))
        for (const auto& point : length ? sweep->along_length() : sweep->along_width())
            if (const timing::Measurement& time = point.time[runner]; time.measured())
                points.push_back(point_of(static_cast<double>(length ? point.n : point.d), time));
    const timing::Replay* replay = frame.current_replay();
    if (!replay) return points;
    const auto here = static_cast<double>(length ? std::ssize(replay->words) : replay->sizes.d);
    if (std::ranges::find(points, here, &PlotPoint::x) == points.end())
        points.push_back(point_of(here, replay->lanes[runner].time));
    std::ranges::sort(points, {}, &PlotPoint::x);
    return points;
}

PlotMark length_mark(const RaceFrame& frame) {
    const auto n = static_cast<double>(frame.length());
    return {n, frame.plain("race.mark_length", {{"n", whole_text(n)}})};
}

timing::Trend trend_along(const timing::Sweep& sweep, Along along, Runner runner) {
    return along == Along::length ? timing::trend_over_length(sweep, runner)
                                  : timing::trend_over_width(sweep, runner);
}

/// The text for what the measured points say, "race.<key>_length" or "race.<key>_width".
std::string key_of_growth(timing::Growth growth) {
    static constexpr std::array keys{"",
                                     "always_faster",
                                     "always_slower",
                                     "always_equal",
                                     "never_slower",
                                     "never_faster",
                                     "then_slower",
                                     "then_faster",
                                     "mixed"};
    return keys[static_cast<std::size_t>(growth)];
}

/// Powers of 2 from one word up to the measured lengths and the marked one.
std::vector<timing::Index> lengths_around(timing::Index marked) {
    const timing::Index last = std::max(timing::SweepOptions().lengths.back(), marked);
    std::vector<timing::Index> lengths{1};
    while (lengths.back() < last)
        lengths.push_back(2 * lengths.back());
    return lengths;
}

} // namespace

Plot time_plot(const RaceFrame& frame, Along along) {
    Plot plot = plot_over_length(frame, RacePlot::time, Spacing::log10);
    plot.y.unit = Unit::seconds;
    if (along == Along::width) plot.x.title = frame.ui.text("race.axis_width");
    plot.spread = SpreadLook::whiskers;
    const bool curves = frame.state.chosen.theory;
    for (const Runner runner : timing::runners)
        if (const auto pace = pace_of(frame, runner); curves && pace)
            plot.series.push_back(computed_curve(frame, along, runner, *pace));
    for (const Runner runner : timing::runners)
        plot.series.push_back(
            {.name = curves ? std::string() : frame.ui.texts.text("race.short_" + key_of(runner)),
             .style = runner_style(runner),
             .points = measured_points(frame, along, runner),
             .kind = curves ? SeriesKind::points : SeriesKind::measured});
    const auto here =
        static_cast<double>(along == Along::length ? frame.raced() : frame.state.chosen.sizes.d);
    plot.marks.push_back({here, frame.ui.text("race.this_race")});
    return plot;
}

Plot formula_plot(const RaceFrame& frame, RacePlot which) {
    Plot plot = plot_over_length(frame, which, Spacing::log10);
    const auto lengths = lengths_around(frame.length());
    const auto add = [&](const std::string& name, SeriesStyle style, Runner runner,
                         double timing::Cost::*value) {
        PlotSeries series{.name = name, .style = style};
        for (const auto n : lengths)
            series.points.push_back({.x = static_cast<double>(n), .y = frame.cost(runner, n).*value});
        plot.series.push_back(std::move(series));
    };
    double timing::Cost::*const value = which == RacePlot::operations ? &timing::Cost::multiply_adds
                                        : which == RacePlot::memory   ? &timing::Cost::bytes
                                                                      : &timing::Cost::longest_path;
    for (const Runner runner : timing::runners)
        add(frame.name_of(runner), runner_style(runner), runner, value);
    if (which == RacePlot::memory && frame.state.chosen.mode == timing::Mode::all_words)
        add(frame.ui.text("race.attention_traced"), {Role::series_1, Dash::dashed, Marker::diamond},
            Runner::attention, &timing::Cost::traced_bytes);
    plot.marks.push_back(length_mark(frame));
    return plot;
}

Plot remembered_plot(const RaceFrame& frame, const timing::Memory& memory) {
    Plot plot;
    plot.x = {.title = frame.ui.text("race.axis_distance")};
    plot.y = {.title = frame.ui.text("race.axis_remembered"), .spacing = Spacing::log10};
    for (const Runner runner : timing::runners) {
        PlotSeries series{.name = frame.name_of(runner), .style = runner_style(runner)};
        for (std::size_t k = 0; k < memory.influence[runner].size(); ++k)
            series.points.push_back({.x = static_cast<double>(k),
                                     .y = memory.influence[runner][k],
                                     .lower = memory.lower[runner][k],
                                     .upper = memory.upper[runner][k]});
        plot.series.push_back(std::move(series));
    }
    return plot;
}

PlotLayout draw_race_plot(Ui& ui, const std::string& name, Plot plot, const Rect& area, bool titled) {
    const std::string mark = plot.marks.empty() ? "" : plot.marks.front().label;
    if (!titled) plot.y.title.clear();
    for (PlotMark& each : plot.marks) {
        each.label.clear();
        each.role = Role::edge;
    }
    const PlotLayout layout = draw_plot(ui, name, plot, area);
    if (layout.empty() || mark.empty()) return layout;
    const Point foot = layout.place(plot.marks.front().x, layout.y.low);
    if (!is_seen(foot)) return layout;
    const float gap = ui.px(7), wide = ui.canvas.width(Font::sans, ui.px(small_size), mark);
    const bool is_at_the_end = foot.x + gap + wide > layout.frame.right();
    ui.canvas.text({foot.x + (is_at_the_end ? -gap : gap), layout.frame.bottom() - ui.px(12)}, mark,
                   Font::sans, ui.px(small_size), ui[Role::quiet],
                   is_at_the_end ? Align::right : Align::left);
    return layout;
}

// The card: its tabs, where the numbers come from, and the plot.

namespace {

/// In generation, memory means something else; the other plots are the same in both modes.
std::string key_in_mode(const RaceFrame& frame) {
    const bool other =
        frame.plot() == RacePlot::memory && frame.state.chosen.mode == timing::Mode::generation;
    return key_of(frame.plot()) + (other ? "_generation" : "");
}

} // namespace

const std::string& race_title(const RaceFrame& frame) {
    return frame.ui.texts.text("race.plot_" + key_in_mode(frame));
}

std::string race_subtitle(const RaceFrame& frame) {
    const RacePlot plot = frame.plot();
    const auto sweep = plotted_sweep(frame);
    if (plot != RacePlot::time || !sweep || sweep->points.empty())
        return frame.ui.texts.text("race.more_" + key_in_mode(frame));
    int runs = std::numeric_limits<int>::max();
    for (const auto& point : sweep->points)
        for (const timing::Measurement& time : point.time.of)
            if (time.measured()) runs = std::min(runs, time.runs);
    return frame.plain("race.more_measured", {{"runs", std::to_string(runs)}});
}

namespace {

constexpr float tab_size = 18, tab_gap = 26, heading_height = 40; // design pixels
constexpr float least_plot = 150,
                least_on_slide = 120; ///< minimum height for a readable curve, design pixels

/// The rest of the area below y, for a plot; extends below the area when that is too little.
Rect plot_place(const RaceFrame& frame, const Rect& area, float y) {
    const float least = frame.on_slide ? least_on_slide : least_plot; // a slide cannot be scrolled
    return {area.x, y, area.width, std::max(area.bottom() - y, frame.ui.px(least))};
}

/// A click on the plot selects the plotted length or width nearest to the mouse.
void choose_on_plot(RaceFrame& frame, const PlotLayout& layout, const std::vector<timing::Index>& places,
                    bool by_width) {
    Ui& ui = frame.ui;
    const std::string name = by_width ? "race/plotted_width" : "race/plotted";
    if (layout.empty() || !touch(ui, name, layout.frame, true, false).clicked) return;
    const double at = layout.x_value(ui.mouse.x);
    const auto far = [&](timing::Index place) { return std::abs(std::log(static_cast<double>(place) / at)); };
    const timing::Index nearest = *std::ranges::min_element(places, {}, far);
    if (by_width)
        frame.state.chosen.sizes.d = nearest;
    else
        frame.state.chosen.length = nearest;
    ui.motion.draw_again();
}

// Measured time.

std::string whole(timing::Index number) {
    return whole_text(static_cast<double>(number));
}

/// Which runners were left out from which point on, and how long they would take.
std::string left_out_text(const RaceFrame& frame, const std::vector<timing::SweepPoint>& points,
                          Along along) {
    std::string text;
    for (const Runner runner : timing::runners) {
        const auto left_out = [&](const timing::SweepPoint& point) { return point.expected[runner] > 0; };
        const auto first = std::ranges::find_if(points, left_out);
        if (first == points.end()) continue;
        if (!text.empty()) text += ", ";
        text += frame.plain(along == Along::length ? "race.left_out_length" : "race.left_out_width",
                            {{"name", frame.ui.texts.text("race.short_" + key_of(runner))},
                             {"x", whole(along == Along::length ? first->n : first->d)},
                             {"time", clock_text(first->expected[runner], first->expected[runner])}});
    }
    return text;
}

/// Attention compared with RNN and LSTM: the length from which it is slower, or the width from which it is
/// faster.
std::string crossings_text(const RaceFrame& frame, const timing::Sweep& sweep, Along along) {
    std::string text;
    for (const Runner runner : recurrent_runners) {
        const timing::Trend trend = trend_along(sweep, along, runner);
        if (trend.growth == timing::Growth::unmeasured) continue;
        if (!text.empty()) text += "  ·  ";
        const double x = std::round(trend.crossing.value_or(static_cast<double>(trend.last)));
        text += frame.plain(
            "race." + key_of_growth(trend.growth) + (along == Along::length ? "_length" : "_width"),
            {{"name", frame.ui.texts.text("race.short_" + key_of(runner))}, {"x", whole_text(x)}});
    }
    return text.empty() ? text : frame.ui.text("race.attention_is") + " " + text;
}

} // namespace

std::string measured_text(const RaceFrame& frame, Along along) {
    const auto sweep = plotted_sweep(frame);
    if (!sweep || !sweep->finished) return {};
    std::string text = crossings_text(frame, *sweep, along);
    if (!text.empty()) text += ".";
    const auto points = along == Along::length ? sweep->along_length() : sweep->along_width();
    if (const std::string left_out = left_out_text(frame, points, along); !left_out.empty())
        text += " " + frame.plain("race.left_out", {{"list", left_out}});
    return text;
}

namespace {

/// Where the numbers come from, and what is wrong with them; or the progress of the measurement.
std::string remark_on_times(const RaceFrame& frame) {
    if (const auto* problem = frame.state.work.sweep.problem()) return problem->what();
    const auto sweep = plotted_sweep(frame);
    if (frame.is_measuring()) {
        const auto points = timing::sweep_points(frame.state.work.measuring);
        const auto& newest = frame.state.shown.sweep; // null where one that was interrupted goes on
        const std::size_t done = newest                      ? newest->points.size()
                                 : sweep && !sweep->finished ? sweep->points.size()
                                                             : 0;
        const timing::SweepPoint& next = points[std::min(done, points.size() - 1)];
        const bool other_width = next.d != frame.state.chosen.sizes.d;
        return frame.plain(other_width ? "race.measuring_width" : "race.measuring",
                           {{"n", whole(next.n)}, {"d", whole(next.d)}});
    }
    if (sweep && sweep->finished && sweep->noisy) return frame.ui.text("race.noisy");
    return frame.ui.text(sweep && sweep->finished ? "race.lines_fitted" : "race.lines_paced");
}

/// Measured points fade in as they come.
void fade_in(Ui& ui, Along along, Plot& plot) {
    for (PlotSeries& series : plot.series) {
        if (series.kind != SeriesKind::points) continue;
        const std::string name = "race/point/" + std::to_string(static_cast<int>(along)) + "/" +
                                 std::to_string(static_cast<int>(series.style.role)) + "/";
        for (PlotPoint& point : series.points)
            point.shown = ui.motion.glide_from(name + std::to_string(point.x), 0, 1);
    }
}

/// Returns the bottom.
float draw_times(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const Along along = frame.state.chosen.along;
    const Rect place = plot_place(frame, area, area.y);
    if (!frame.current_replay() && !plotted_sweep(frame)) {
        ui.canvas.text(place.centre(), ui.text(frame.trains ? "race.waits_for_training" : "race.working_out"),
                       Font::sans, ui.px(body_size), ui[Role::quiet], Align::centre);
        return place.bottom();
    }
    Plot plot = time_plot(frame, along);
    fade_in(ui, along, plot);
    const bool by_width = along == Along::width;
    choose_on_plot(frame, draw_race_plot(ui, by_width ? "race/time_width" : "race/time", plot, place),
                   places_along(frame, along), by_width);
    return place.bottom();
}

// How much of a distant word is left.

// It hardly depends on the width, and the Jacobians of wide layers take minutes.
constexpr timing::Index remembered_words = 64, widest_remembered = 256;

/// Says so for these random layers.
narration::Paragraph remembered_text(const RaceFrame& frame, const timing::Memory& memory) {
    const auto last = memory.influence[Runner::rnn].size() - 1;
    std::map<std::string, std::string> values{{"n", whole_text(static_cast<double>(last + 1))},
                                              {"last", whole_text(static_cast<double>(last))},
                                              {"d", std::to_string(memory.sizes.d)},
                                              {"samples", std::to_string(memory.samples)}};
    for (const Runner runner : timing::runners) {
        const double left = memory.influence[runner][last];
        values[key_of(runner)] = reading_text(left, Unit::none);
        values[key_of(runner) + "_step"] =
            reading_text(std::pow(left, 1 / static_cast<double>(last)), Unit::none);
    }
    return frame.said("race.remembered_why", values);
}

/// Returns the bottom.
float draw_remembered(RaceFrame& frame, const Rect& area) {
    RaceState& state = frame.state;
    timing::LayerSizes sizes = state.chosen.sizes;
    sizes.d = std::min(sizes.d, widest_remembered);
    state.shown.remembered =
        state.work.memory.ask({{}, {sizes.d, sizes.heads}}, [sizes](const base::StopToken& stop) {
            return timing::memory(remembered_words, sizes, 9, stop);
        });
    if (const auto* problem = state.work.memory.problem())
        return area.y + paragraph(frame.ui, {area.x, area.y}, area.width, {{problem->what()}});
    if (!state.shown.remembered) {
        frame.ui.canvas.text(area.centre(), frame.ui.text("race.working_out"), Font::sans,
                             frame.ui.px(body_size), frame.ui[Role::quiet], Align::centre);
        return area.bottom();
    }
    Ui& ui = frame.ui;
    // A lecturer says it, or a step has said what there is to see.
    const float said = frame.on_slide || frame.needed
                           ? 0
                           : paragraph(ui, {area.x, area.y}, area.width,
                                       remembered_text(frame, *state.shown.remembered), label_size) +
                                 ui.px(4);
    const float y = area.y + said;
    const Rect place = plot_place(frame, area, y);
    draw_race_plot(ui, "race/remembered", remembered_plot(frame, *state.shown.remembered), place);
    return place.bottom();
}

} // namespace

float draw_race_tabs(RaceFrame& frame, const Rect& area, bool reasons) {
    Ui& ui = frame.ui;
    RaceChoices& chosen = frame.state.chosen;
    const bool on_plots = !reasons || chosen.card == RaceCard::plots;
    float x = area.x;
    const auto tab = [&](const std::string& name, const std::string& label, bool on) {
        const Font font = on ? Font::sans_bold : Font::sans_medium;
        const float wide = ui.canvas.width(font, ui.px(tab_size), label);
        const Rect place{x, area.y, wide, ui.px(34)};
        const Touch t = touch(ui, name, place);
        ui.canvas.text({x, area.y + ui.px(15)}, label, font, ui.px(tab_size),
                       ui[on || t.hovered ? Role::text : Role::quiet]);
        if (on) ui.canvas.fill({x, place.bottom() - ui.px(4), wide, ui.px(2.5F)}, ui[Role::focus], ui.px(1));
        if (t.focused) focus_ring(ui, place.inset(-ui.px(3)), ui.px(4));
        x += wide + ui.px(tab_gap);
        return t.clicked;
    };
    for (const RacePlot plot : race_plots)
        if (tab("race/plot/" + std::to_string(static_cast<int>(plot)),
                ui.texts.text("race.tab_" + key_of(plot)), on_plots && plot == frame.plot())) {
            chosen.plot = plot;
            chosen.card = RaceCard::plots;
            ui.motion.draw_again();
        }
    if (reasons && tab("race/card/reasons", ui.text("race.tab_facts"), !on_plots)) {
        chosen.card = RaceCard::reasons;
        ui.motion.draw_again();
    }
    return x;
}

namespace {

/// The tabs, and where the numbers come from: beside them where there is room. Returns the bottom.
float draw_chart_heading(RaceFrame& frame, const Rect& area, bool alone) {
    Ui& ui = frame.ui;
    if (frame.on_slide || frame.needed) {
        ui.canvas.text_within({area.x, area.y + ui.px(10)}, area.width, race_title(frame), Font::sans_bold,
                              ui.px(18), ui[Role::text]);
        // The height is the plot's: the lecturer says what a line has no room for.
        const std::string more = race_subtitle(frame);
        if (area.height - ui.px(52) < ui.px(least_on_slide) ||
            ui.canvas.width(Font::sans, ui.px(label_size), more) > area.width)
            return area.y + ui.px(28);
        ui.canvas.text({area.x, area.y + ui.px(36)}, more, Font::sans, ui.px(label_size), ui[Role::quiet]);
        return area.y + ui.px(52);
    }
    const float left = draw_race_tabs(frame, area, alone), middle = area.y + ui.px(15);
    float right = area.right();
    if (frame.is_measuring()) {
        const std::string& cancel = ui.text("race.cancel");
        const Rect place{right - button_width(ui, cancel, tiny_size), middle - ui.px(13),
                         button_width(ui, cancel, tiny_size), ui.px(26)};
        if (button(ui, "race/cancel", place, cancel, {.look = ButtonLook::plain, .text_size = tiny_size}))
            cancel_measuring(frame);
        right = place.x;
    }
    const bool time = frame.plot() == RacePlot::time;
    const std::string more = time ? remark_on_times(frame) : race_subtitle(frame);
    const float bottom = area.y + ui.px(heading_height);
    if (ui.canvas.width(Font::sans, ui.px(note_size), more) <= right - left) {
        ui.canvas.text({right, middle}, more, Font::sans, ui.px(note_size), ui[Role::quiet], Align::right);
        return bottom;
    }
    return bottom +
           paragraph(ui, {area.x, bottom}, area.width, {{more}}, label_size, false, Role::quiet, 1.25F);
}

} // namespace

void draw_race_plots(RaceFrame& frame, const Rect& area, bool alone) {
    Ui& ui = frame.ui;
    const RacePlot plot = frame.plot();
    card(ui, area);
    ui.anchors.add("race/plots", area);
    const float side = ui.px(28);
    const Rect inner{area.x + side, area.y + ui.px(18), area.width - 2 * side, area.height - ui.px(28)};
    const float top = draw_chart_heading(frame, inner, alone), bar = ui.px(10);
    ScrollArea scrolled(ui, "race/plot_scroll",
                        {inner.x, top, inner.width + bar, area.bottom() - top - ui.px(6)});
    const Rect room{inner.x, scrolled.top(), inner.width, inner.bottom() - top};
    const Rect place = plot_place(frame, room, scrolled.top());
    float end = place.bottom();
    if (plot == RacePlot::time) {
        end = draw_times(frame, room);
    } else if (plot == RacePlot::remembered) {
        end = draw_remembered(frame, room);
    } else if (plot == RacePlot::cache) {
        end = draw_race_cache(frame, room);
    } else {
        choose_on_plot(frame, draw_race_plot(ui, "race/" + key_of(plot), formula_plot(frame, plot), place),
                       lengths_around(frame.length()), false);
    }
    scrolled.ends_at(end);
}

} // namespace ui
