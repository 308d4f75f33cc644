#include "ui/panels/race_curves.h"

#include "drawing/unit_text.h"
#include "timing/cost.h"

#include <cmath>

namespace ui {

using namespace drawing;
using timing::Runner;

namespace {

constexpr std::array recurrent_runners{Runner::rnn, Runner::lstm};

Plot plot_over_length(const RaceFrame& frame, RacePlot which, Spacing y) {
    Plot plot;
    plot.x = {.title = frame.ui.text("race.axis_length"), .spacing = Spacing::log2};
    plot.y = {.title = frame.ui.texts.text("race.axis_" + key_of(which)), .spacing = y};
    return plot;
}

/// factor·operations(n): what the measured times should follow.
PlotSeries theory_line(const RaceFrame& frame, const timing::Sweep& sweep, Runner runner, double factor) {
    SeriesStyle style = runner_style(runner);
    style.dash = Dash::dashed;
    PlotSeries line{.name = frame.plain("race.theory_of", {{"name", frame.name_of(runner)}}), .style = style};
    for (const auto& point : sweep.points) {
        const double work = timing::cost(runner, point.n, sweep.sizes).multiply_adds;
        line.points.push_back({.x = static_cast<double>(point.n), .y = 1e3 * factor * work});
    }
    return line;
}

} // namespace

Plot time_plot(const RaceFrame& frame, const timing::Sweep& sweep) {
    Plot plot = plot_over_length(frame, RacePlot::time, Spacing::log10);
    plot.y.suffix = " ms";
    for (const Runner runner : timing::runners) {
        PlotSeries series{.name = frame.name_of(runner), .style = runner_style(runner)};
        for (const auto& point : sweep.points) {
            const timing::Measurement& time = point.time[runner];
            if (time.measured())
                series.points.push_back({.x = static_cast<double>(point.n),
                                         .y = 1e3 * time.median,
                                         .lower = 1e3 * time.lower,
                                         .upper = 1e3 * time.upper});
        }
        plot.series.push_back(std::move(series));
    }
    for (const Runner runner : timing::runners)
        if (const auto factor = timing::fitted_factor(sweep, runner); factor && frame.state.theory)
            plot.series.push_back(theory_line(frame, sweep, runner, *factor));
    for (const Runner runner : recurrent_runners)
        if (const auto n = timing::crossover(sweep, runner))
            plot.mark = PlotMark{*n, frame.plain("race.crossover", {{"name", frame.name_of(runner)}})};
    return plot;
}

Plot formula_plot(const RaceFrame& frame, RacePlot which) {
    Plot plot = plot_over_length(frame, which, Spacing::log10);
    const auto lengths = timing::SweepOptions{}.lengths;
    const auto add = [&](const std::string& name, SeriesStyle style, Runner runner,
                         double timing::Cost::*value) {
        PlotSeries series{.name = name, .style = style};
        for (const auto n : lengths)
            series.points.push_back(
                {.x = static_cast<double>(n), .y = timing::cost(runner, n, frame.state.sizes).*value});
        plot.series.push_back(std::move(series));
    };
    double timing::Cost::*const value = which == RacePlot::operations ? &timing::Cost::multiply_adds
                                        : which == RacePlot::memory   ? &timing::Cost::bytes
                                                                      : &timing::Cost::longest_path;
    for (const Runner runner : timing::runners)
        add(frame.name_of(runner), runner_style(runner), runner, value);
    if (which == RacePlot::memory)
        add(frame.ui.text("race.attention_traced"), {Role::series_1, Dash::dashed, Marker::diamond},
            Runner::attention, &timing::Cost::traced_bytes);
    plot.mark =
        PlotMark{static_cast<double>(frame.length()),
                 frame.plain("race.mark_length", {{"n", whole_text(static_cast<double>(frame.length()))}})};
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

std::string crossovers_text(const RaceFrame& frame, const timing::Sweep& sweep) {
    std::string text;
    for (const Runner runner : recurrent_runners) {
        const auto n = timing::crossover(sweep, runner);
        if (!text.empty()) text += "  ·  ";
        const double last = static_cast<double>(sweep.points.back().n);
        text +=
            frame.plain(n ? "race.crossed_at" : "race.not_crossed",
                        {{"name", frame.name_of(runner)}, {"n", whole_text(std::round(n.value_or(last)))}});
    }
    return text;
}

} // namespace ui
