// The curves of a training: its plots, and the card with loss and accuracy over the steps, where one looks
// back, and how the training is going, in words.
#include "base/text.h"
#include "ui/board/figures.h"
#include "ui/views/learn/learn.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/text_field.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Training;
using workbench::TrainingTrack;

// The plots.

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

namespace {

/// Where the task tells how good a model can be at all: by how many bits a word the loss on the test exceeds
/// that. (loss − best)/ln 2, at each moment.
Plot excess_plot(const LearnFrame& frame) {
    Plot plot = plot_of_steps(frame);
    plot.y = {.title = frame.text("excess"), .spacing = Spacing::log10};
    const auto& tracks = frame.training()->tracks;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        PlotSeries series{.name = frame.name_of(tracks[i]), .style = track_style(i)};
        for (const auto& moment : tracks[i].moments)
            series.points.push_back(
                {.x = static_cast<double>(moment->step),
                 .y = (moment->tested.loss - *moment->tested.best_loss) / std::numbers::ln2});
        plot.series.push_back(std::move(series));
    }
    return plot;
}

} // namespace

Plot loss_plot(const LearnFrame& frame) {
    const auto& tracks = frame.training()->tracks;
    if (tracks.front().moments.front()->tested.best_loss) return excess_plot(frame);
    Plot plot = plot_of_steps(frame);
    plot.y = {.title = frame.text("loss"), .low = 0};
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
    const auto skill = skill_chosen(frame);
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        PlotSeries series{.name = frame.name_of(tracks[i]), .style = track_style(i)};
        for (const auto& moment : tracks[i].moments)
            series.points.push_back({.x = static_cast<double>(moment->step), .y = moment->tested.accuracy});
        if (skill && series.name.empty()) series.name = frame.text("all_skills");
        plot.series.push_back(std::move(series));
    }
    if (!skill) return plot;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        PlotSeries series = skill_series(frame, i, *skill);
        series.style = series_style(tracks.size() + i);
        if (tracks.size() > 1) series.name += ", " + frame.name_of(tracks[i]);
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

// The card.

namespace {

/// True when the mean loss of the last steps is above that of the first ones: the model has unlearned.
bool is_worse(const TrainingTrack& track) {
    constexpr std::size_t few = 20;
    if (track.steps.size() < 2 * few) return false;
    const auto mean = [&](std::size_t from) {
        float sum = 0;
        for (std::size_t i = from; i < from + few; ++i)
            sum += track.steps[i].loss;
        return sum / static_cast<float>(few);
    };
    return mean(track.steps.size() - few) > mean(0);
}

std::string done_text(const LearnFrame& frame, const Training& training) {
    const auto& first = training.tracks.front().moments.back()->tested;
    const std::string sentences = std::to_string(first.sentences);
    const learning::Task& task = *training.tracks.front().task;
    if (!task.has_unseen(training.all_steps()))
        return frame.plain("done_seen", {{"accuracy", base::percent(first.accuracy) + " %"},
                                         {"sentences", sentences},
                                         {"different", base::plain(task.different_examples)}});
    if (training.tracks.size() == 1)
        return frame.plain("done",
                           {{"accuracy", base::percent(first.accuracy) + " %"}, {"sentences", sentences}});
    std::string tracks;
    for (const TrainingTrack& track : training.tracks)
        tracks += (tracks.empty() ? "" : "; ") +
                  frame.plain("done_track",
                              {{"track", frame.name_of(track)},
                               {"accuracy", base::percent(track.moments.back()->tested.accuracy) + " %"}});
    return frame.plain("done_several", {{"tracks", tracks}, {"sentences", sentences}});
}

/// What goes wrong, otherwise how far the training is.
std::pair<std::string, Role> progress(const LearnFrame& frame, const Training& training) {
    for (const TrainingTrack& track : training.tracks) {
        if (track.diverged)
            return {frame.plain("diverged", {{"step", std::to_string(track.made() + 1)}}) + " " +
                        frame.text("diverged_hint"),
                    Role::warning};
        if (is_worse(track)) return {frame.text("worse"), Role::warning};
    }
    if (training.done()) return {done_text(frame, training), Role::text};
    if (training.made() == 0) return {frame.text("not_trained"), Role::quiet};
    return {frame.text("curves_more"), Role::quiet};
}

/// Whether attention got a hint where to look.
std::string hint_text(const LearnFrame& frame, const Training& training) {
    const TrainingTrack& track = training.tracks.front();
    if (track.task->recipe.hint_share <= 0) return {};
    if (track.hinted_until() == 0) return frame.text("without_hint");
    const bool for_one = training.plan.beside == workbench::Beside::no_hint;
    return frame.plain(for_one ? "hint_for_one" : "with_hint",
                       {{"steps", std::to_string(track.hinted_until())}});
}

/// Says which of several models is kept, and whether it replaces one of that name.
std::string keep_label(const LearnFrame& frame, const TrainingTrack& track, bool replaces) {
    if (replaces) return frame.plain("replace", {{"name", frame.state.shown.name}});
    if (frame.training()->tracks.size() == 1) return frame.text("keep");
    return frame.plain("keep_one", {{"track", frame.name_of(track)}});
}

/// A name and a button, for models that other views can open.
void draw_keep(LearnFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    LearnState& state = frame.state;
    const TrainingTrack& track = frame.training()->tracks.front();
    if (track.attentions == 0 || frame.training()->made() == 0) return;
    const auto replaced = frame.scene.bench.library().trained->kept_as(state.shown.name);
    const std::string label = keep_label(frame, track, replaced.has_value());
    const float wide = button_width(ui, label), field = ui.px(150);
    const Rect button_place{line.right() - wide, line.y, wide, ui.px(30)};
    const Rect field_place{button_place.x - ui.px(8) - field, line.y, field, ui.px(30)};
    const bool busy = state.work.keeping.busy();
    const auto typed = text_field(ui, "learn/name", field_place, state.shown.name,
                                  {.size = note_size, .placeholder = frame.text("keep_name")});
    const char* hint = state.shown.name.empty() ? "keep_needs_name"
                       : state.work.playing     ? "keep_needs_pause"
                                                : "keep_hint";
    const bool can_keep = !busy && !state.shown.name.empty() && !state.work.playing;
    const bool pressed = button(ui, "learn/keep", button_place, busy ? frame.text("keeping") : label,
                                {.enabled = can_keep, .hint = frame.text(hint)});
    if ((pressed || typed.entered) && can_keep) keep_model(frame, track, state.shown.name, replaced);
}

} // namespace

void look_back_on(LearnFrame& frame, const std::string& name, const Plot& plot, const Rect& area) {
    Ui& ui = frame.ui;
    const PlotLayout layout = plot_layout(area, plot, {.scale = ui.theme.scale}, ui.canvas);
    if (layout.empty() || frame.training()->made() == 0) return;
    const Touch t = touch(ui, name, layout.frame, true, false);
    if (t.held || t.clicked)
        look_at(frame, static_cast<Index>(std::lround(std::max(layout.x_value(ui.mouse.x), 0.0))));
}

void draw_learn_curves(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("learn/curves", area);
    const Rect inner = area.inset(ui.px(18));
    const Training* training = frame.training();
    if (const auto* problem = frame.state.work.training.problem()) {
        paragraph(ui, {inner.x, inner.y}, inner.width, std::string(problem->what()), Font::sans, body_size,
                  ui[Role::warning]);
        return;
    }
    if (!training) return;
    const auto [said, role] = progress(frame, *training);
    frame.state.shown.warning = role == Role::warning ? said : "";
    const std::string& title = frame.text("curves");
    ui.canvas.text({inner.x, inner.y + ui.px(10)}, title, Font::sans_bold, ui.px(headline_size),
                   ui[Role::text]);
    const float beside = ui.canvas.width(Font::sans_bold, ui.px(headline_size), title) + ui.px(12);
    const float room = inner.width - beside - ui.px(330);
    ui.canvas.text_within({inner.x + beside, inner.y + ui.px(11)}, room, said, Font::sans, ui.px(note_size),
                          ui[role]);
    draw_keep(frame, {inner.x, inner.y - ui.px(5), inner.width, 0});
    ui.canvas.text_within({inner.x, inner.y + ui.px(33)}, inner.width, hint_text(frame, *training),
                          Font::sans, ui.px(label_size), ui[Role::quiet]);
    const float top = inner.y + ui.px(46), gap = ui.px(24), width = (inner.width - gap) / 2;
    const Rect left{inner.x, top, width, inner.bottom() - top},
        right{inner.x + width + gap, top, width, inner.bottom() - top};
    const Plot loss = loss_plot(frame), accuracy = accuracy_plot(frame);
    look_back_on(frame, "learn/loss/steps", loss, left);
    look_back_on(frame, "learn/accuracy/steps", accuracy, right);
    draw_plot(ui, "learn/loss", loss, left);
    draw_plot(ui, "learn/accuracy", accuracy, right);
}

} // namespace ui
