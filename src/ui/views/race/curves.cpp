#include "ui/views/race/curves.h"

#include "drawing/clock_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using namespace drawing;
using timing::Runner;

namespace {

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
    for (const auto& point : sweep.along_length()) {
        const double work = timing::cost(runner, point.n, sweep.sizes).multiply_adds;
        line.points.push_back({.x = static_cast<double>(point.n), .y = factor * work});
    }
    return line;
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
std::string key_of(timing::Course course) {
    static constexpr std::array keys{"",
                                     "always_faster",
                                     "always_slower",
                                     "always_equal",
                                     "never_slower",
                                     "never_faster",
                                     "then_slower",
                                     "then_faster",
                                     "mixed"};
    return keys[static_cast<std::size_t>(course)];
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

Plot time_plot(const RaceFrame& frame, const timing::Sweep& sweep, Along along) {
    const bool length = along == Along::length;
    const auto points = length ? sweep.along_length() : sweep.along_width();
    const auto x_of = [&](const auto& point) { return static_cast<double>(length ? point.n : point.d); };
    Plot plot = plot_over_length(frame, RacePlot::time, Spacing::log10);
    plot.y.unit = Unit::seconds;
    if (!length) plot.x.title = frame.ui.text("race.axis_width");
    plot.spread = SpreadLook::whiskers;
    if (length && frame.state.chosen.theory)
        for (const Runner runner : timing::runners)
            if (const auto factor = timing::fitted_factor(sweep, runner))
                plot.series.push_back(theory_line(sweep, runner, *factor));
    for (const Runner runner : timing::runners) {
        PlotSeries series{.name = frame.ui.texts.text("race.short_" + key_of(runner)),
                          .style = runner_style(runner)};
        for (const auto& point : points)
            if (const timing::Measurement& time = point.time[runner]; time.measured())
                series.points.push_back(
                    {.x = x_of(point), .y = time.median, .lower = time.lower, .upper = time.upper});
        plot.series.push_back(std::move(series));
    }
    for (const Runner runner : recurrent_runners) {
        const timing::Trend trend = trend_along(sweep, along, runner);
        const char* label =
            trend.course == timing::Course::then_slower ? "race.slower_from_here" : "race.faster_from_here";
        const std::string& name = frame.ui.texts.text("race.short_" + key_of(runner));
        if (trend.crossing) plot.marks.push_back({*trend.crossing, frame.plain(label, {{"name", name}})});
    }
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

std::string crossings_text(const RaceFrame& frame, const timing::Sweep& sweep, Along along) {
    std::string text;
    for (const Runner runner : recurrent_runners) {
        const timing::Trend trend = trend_along(sweep, along, runner);
        if (trend.course == timing::Course::unmeasured) continue;
        if (!text.empty()) text += "  ·  ";
        const double x = std::round(trend.crossing.value_or(static_cast<double>(trend.last)));
        text += frame.plain(
            "race." + key_of(trend.course) + (along == Along::length ? "_length" : "_width"),
            {{"name", frame.ui.texts.text("race.short_" + key_of(runner))}, {"x", whole_text(x)}});
    }
    return text.empty() ? text : frame.ui.text("race.attention_is") + " " + text;
}

} // namespace ui
