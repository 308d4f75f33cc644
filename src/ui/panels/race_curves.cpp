#include "ui/panels/race_curves.h"

#include "drawing/clock_text.h"

#include <cmath>

namespace ui {

using namespace drawing;
using timing::Runner;

namespace {

constexpr std::array recurrent_runners{Runner::rnn, Runner::lstm};

Plot plot_over_length(const RaceFrame& frame, RacePlot which, Spacing y) {
    Plot plot;
    plot.x = {.title = frame.ui.text("race.axis_length"), .spacing = Spacing::log2, .unit = Unit::count};
    plot.y = {.title = frame.ui.texts.text("race.axis_" + key_of(which)),
              .spacing = y,
              .unit = which == RacePlot::memory ? Unit::bytes : Unit::count};
    return plot;
}

/// factor·operations(n): what the measured times should follow.
PlotSeries theory_line(const timing::Sweep& sweep, Runner runner, double factor) {
    PlotSeries line{.name = {}, .style = runner_style(runner), .kind = SeriesKind::theory};
    for (const auto& point : sweep.points) {
        const double work = timing::cost(runner, point.n, sweep.sizes).multiply_adds;
        line.points.push_back({.x = static_cast<double>(point.n), .y = factor * work});
    }
    return line;
}

PlotMark length_mark(const RaceFrame& frame) {
    const auto n = static_cast<double>(frame.length());
    return {n, frame.plain("race.mark_length", {{"n", whole_text(n)}})};
}

/// Doubled from one word on, as far as the measured lengths and the marked one.
std::vector<timing::Index> lengths_around(timing::Index marked) {
    const timing::Index last = std::max(timing::SweepOptions{}.lengths.back(), marked);
    std::vector<timing::Index> lengths{1};
    while (lengths.back() < last)
        lengths.push_back(2 * lengths.back());
    return lengths;
}

} // namespace

Plot time_plot(const RaceFrame& frame, const timing::Sweep& sweep) {
    Plot plot = plot_over_length(frame, RacePlot::time, Spacing::log10);
    plot.y.unit = Unit::seconds;
    plot.spread = SpreadLook::whiskers;
    for (const Runner runner : timing::runners) {
        PlotSeries series{.name = frame.name_of(runner), .style = runner_style(runner)};
        for (const auto& point : sweep.points) {
            const timing::Measurement& time = point.time[runner];
            if (time.measured())
                series.points.push_back({.x = static_cast<double>(point.n),
                                         .y = time.median,
                                         .lower = time.lower,
                                         .upper = time.upper});
        }
        plot.series.push_back(std::move(series));
    }
    for (const Runner runner : timing::runners)
        if (const auto factor = timing::fitted_factor(sweep, runner); factor && frame.state.theory)
            plot.series.push_back(theory_line(sweep, runner, *factor));
    for (const Runner runner : recurrent_runners)
        if (const auto n = timing::crossover(sweep, runner))
            plot.marks.push_back({*n, frame.plain("race.crossover", {{"name", frame.name_of(runner)}})});
    if (frame.state.length) plot.marks.push_back(length_mark(frame));
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
    if (which == RacePlot::memory && frame.state.mode == timing::Mode::all_words)
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

std::optional<Plot> shown_plot(const RaceFrame& frame) {
    const RaceState& state = frame.state;
    if (state.plot == RacePlot::time) {
        const auto sweep = frame.shown_sweep();
        if (!sweep || sweep->points.empty()) return std::nullopt;
        return time_plot(frame, *sweep);
    }
    if (state.plot != RacePlot::remembered) return formula_plot(frame, state.plot);
    if (!state.remembered) return std::nullopt;
    return remembered_plot(frame, *state.remembered);
}

std::string crossovers_text(const RaceFrame& frame, const timing::Sweep& sweep) {
    std::string text;
    for (const Runner runner : recurrent_runners) {
        const auto n = timing::crossover(sweep, runner);
        const timing::SweepPoint& last = sweep.points.back();
        const auto slower = [&](const timing::SweepPoint& point) {
            return point.time[Runner::attention].median > point.time[runner].median;
        };
        const char* name = n                                            ? "race.crossed_at"
                           : slower(last)                               ? "race.always_slower"
                           : std::ranges::none_of(sweep.points, slower) ? "race.never_slower"
                                                                        : "race.faster_at_last";
        if (!text.empty()) text += "  ·  ";
        text += frame.plain(name, {{"name", frame.name_of(runner)},
                                   {"n", whole_text(std::round(n.value_or(static_cast<double>(last.n))))}});
    }
    return text;
}

} // namespace ui
