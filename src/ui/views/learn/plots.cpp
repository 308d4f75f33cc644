// The curves of a training as plots.

#include "ui/views/learn/cards.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Training;
using workbench::TrainingTrack;

namespace {

// Points of a line; more steps are averaged.
constexpr std::size_t most_losses = 240, most_gradients = 60;

/// The mean of `value(i)` over equal shares of the `count` steps, at the last step of each.
template <class Value>
std::vector<PlotPoint> averaged(std::size_t count, std::size_t most, Value value) {
    const std::size_t share = count / most + 1;
    std::vector<PlotPoint> points;
    for (std::size_t from = 0; from < count; from += share) {
        const std::size_t to = std::min(from + share, count);
        double sum = 0;
        for (std::size_t i = from; i < to; ++i)
            sum += value(i);
        points.push_back({.x = static_cast<double>(to), .y = sum / static_cast<double>(to - from)});
    }
    return points;
}

/// The axis of steps with the moments on screen and the end of the hint.
Plot plot_of_steps(const LearnFrame& frame) {
    const Training& training = *frame.training();
    Plot plot;
    plot.names_above = true; // lines grow towards the right edge
    plot.x = {.title = frame.text("step_axis"), .low = 0, .high = static_cast<double>(training.all_steps())};
    const auto mark = [&](Index step, const char* label) {
        plot.marks.push_back(
            {static_cast<double>(step), frame.plain(label, {{"step", std::to_string(step)}})});
    };
    if (const Index hinted = training.tracks.front().hinted_until(); hinted > 0) mark(hinted, "hint_ends");
    if (frame.state.shown.beside) mark(*frame.state.shown.beside, "other_moment");
    if (training.made() > 0) mark(frame.step(), "this_moment");
    return plot;
}

} // namespace

SeriesStyle track_style(std::size_t track) {
    return series_style(track);
}

Plot loss_plot(const LearnFrame& frame) {
    Plot plot = plot_of_steps(frame);
    plot.y = {.title = frame.text("loss"), .low = 0};
    const auto& tracks = frame.training()->tracks;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const auto& steps = tracks[i].steps;
        plot.series.push_back(
            {.name = frame.name_of(tracks[i]),
             .style = track_style(i),
             .points = averaged(steps.size(), most_losses, [&](std::size_t s) { return steps[s].loss; })});
    }
    return plot;
}

Plot accuracy_plot(const LearnFrame& frame) {
    Plot plot = plot_of_steps(frame);
    const Training& training = *frame.training();
    const bool unseen = training.tracks.front().task->has_unseen(training.all_steps());
    plot.y = {.title = frame.text(unseen ? "accuracy" : "accuracy_seen"), .low = 0, .high = 1};
    const auto& tracks = frame.training()->tracks;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        PlotSeries series{.name = frame.name_of(tracks[i]), .style = track_style(i)};
        for (const auto& moment : tracks[i].moments)
            series.points.push_back({.x = static_cast<double>(moment->step), .y = moment->tested.accuracy});
        plot.series.push_back(std::move(series));
    }
    return plot;
}

Plot gradient_plot(const LearnFrame& frame) {
    Plot plot = plot_of_steps(frame);
    plot.marks.clear();
    plot.marks.push_back({static_cast<double>(frame.step()), {}});
    plot.y = {.title = {}, .spacing = Spacing::log10};
    constexpr std::array roles{Role::query, Role::key_line, Role::value};
    constexpr std::array names{"gradient_q", "gradient_k", "gradient_v"};
    constexpr std::array dashes{Dash::solid, Dash::dashed};
    constexpr std::array markers{Marker::disc, Marker::square, Marker::triangle};
    const auto& tracks = frame.training()->tracks;
    for (std::size_t t = 0; t < tracks.size(); ++t) {
        const TrainingTrack& track = tracks[t];
        if (track.attentions == 0) continue;
        const std::int64_t chosen = frame.state.chosen.place;
        const auto all = static_cast<std::int64_t>(track.attentions);
        const auto place = static_cast<std::size_t>(chosen < 0 || chosen >= all ? all - 1 : chosen);
        for (std::size_t p = 0; p < roles.size(); ++p) {
            std::string name = frame.text(names[p]);
            if (tracks.size() > 1) name += ", " + frame.name_of(track);
            plot.series.push_back({.name = name,
                                   .style = {roles[p], dashes[t % 2], markers[p]},
                                   .points = averaged(track.steps.size(), most_gradients, [&](std::size_t s) {
                                       return track.gradients_of(s, place)[p];
                                   })});
        }
    }
    return plot;
}

Plot distance_plot(const LearnFrame& frame) {
    Plot plot;
    plot.x = {.title = frame.text("distance_axis"), .spacing = Spacing::log2, .unit = Unit::count};
    plot.y = {.title = {}, .low = 0, .high = 1};
    const auto& tracks = frame.training()->tracks;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        PlotSeries series{.name = frame.name_of(tracks[i]), .style = track_style(i)};
        for (const auto& share : workbench::by_distance(tracks[i].moment(frame.step())->tested))
            series.points.push_back(
                {.x = std::sqrt(static_cast<double>(share.from) * static_cast<double>(share.to)),
                 .y = share.right});
        plot.series.push_back(std::move(series));
    }
    return plot;
}

} // namespace ui
