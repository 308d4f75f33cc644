// What the race measured or computed, as plots, and the card that shows one of them.
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
            trend.growth == timing::Growth::then_slower ? "race.slower_from_here" : "race.faster_from_here";
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

// The card: its heading, the controls, the plot and the remarks on it.

namespace {

/// In generation, memory means something else; the other plots are the same in both modes.
std::string key_in_mode(const RaceState& state) {
    const bool other = state.chosen.plot == RacePlot::memory && state.chosen.mode == timing::Mode::generation;
    return key_of(state.chosen.plot) + (other ? "_generation" : "");
}

} // namespace

const std::string& race_title(const RaceFrame& frame) {
    return frame.ui.texts.text("race.plot_" + key_in_mode(frame.state));
}

std::string race_subtitle(const RaceFrame& frame) {
    const RacePlot plot = frame.state.chosen.plot;
    const auto sweep = frame.shown_sweep();
    if (plot != RacePlot::time || !sweep || sweep->points.empty())
        return frame.ui.texts.text("race.more_" + key_in_mode(frame.state));
    int runs = std::numeric_limits<int>::max();
    for (const auto& point : sweep->points)
        for (const timing::Measurement& time : point.time.of)
            if (time.measured()) runs = std::min(runs, time.runs);
    return frame.plain("race.more_measured", {{"runs", std::to_string(runs)}});
}

namespace {

constexpr float least_plot = 180; ///< minimum height for a readable curve, design pixels
constexpr float least_half = 300; ///< minimum width of two plots side by side, design pixels

/// The rest of the area below y, for a plot; extends below the area when that is too little.
Rect plot_place(const Ui& ui, const Rect& area, float y) {
    return {area.x, y, area.width, std::max(area.bottom() - y, ui.px(least_plot))};
}

/// A click on the plot selects the plotted length or width nearest to the mouse.
void choose_on_plot(RaceFrame& frame, const Plot& plot, const PlotLayout& layout, bool by_width) {
    Ui& ui = frame.ui;
    const std::string name = by_width ? "race/plotted_width" : "race/plotted";
    if (layout.empty() || !touch(ui, name, layout.frame, true, false).clicked) return;
    const double at = layout.x_value(ui.mouse.x);
    const auto far = [&](const PlotPoint& point) { return std::abs(std::log(point.x / at)); };
    const auto& points = plot.series.back().points; // attention's, which is measured everywhere
    const auto nearest = std::ranges::min_element(points, {}, far);
    if (nearest == points.end()) return;
    if (by_width)
        frame.state.chosen.sizes.d = std::lround(nearest->x);
    else
        frame.state.chosen.length = std::lround(nearest->x);
    ui.motion.draw_again();
}

/// The title and subtitle, with the button on the right that starts and cancels measuring. Returns their
/// height.
float draw_heading(RaceFrame& frame, const Rect& area, const std::string& more) {
    Ui& ui = frame.ui;
    const std::string& start = ui.text(frame.current_sweep() ? "race.measure_again" : "race.measure");
    const std::string& label = frame.is_measuring() ? ui.text("race.cancel") : start;
    const bool wanted =
        !frame.on_slide && (frame.state.chosen.plot == RacePlot::time || frame.is_measuring());
    const float wide = wanted ? button_width(ui, label) + ui.px(8) : 0;
    const Rect place{area.right() - wide, area.y - ui.px(4), wide, ui.px(30)};
    if (wide > 0 && frame.is_measuring()) {
        if (button(ui, "race/cancel", place, label)) frame.state.work.sweep.cancel();
    } else if (wide > 0) {
        const bool enabled =
            !frame.state.work.lanes.busy() && !frame.state.work.memory.busy() && !frame.trains;
        const std::string why_not =
            enabled ? "" : ui.text(frame.trains ? "race.measure_trains" : "race.measure_waits");
        if (button(ui, "race/measure", place, label,
                   {.look = ButtonLook::filled, .enabled = enabled, .hint = why_not}))
            start_race_sweep(frame, sweep_options(frame));
    }
    const float middle = area.y + ui.px(10);
    const std::string& title = race_title(frame);
    ui.canvas.text_within({area.x, middle}, place.x - area.x - ui.px(12), title, Font::sans_bold, ui.px(18),
                          ui[Role::text]);
    if (frame.on_slide) // all of it, in two lines if need be
        return ui.px(28) + paragraph(ui, {area.x, area.y + ui.px(26)}, area.width, {{more}}, label_size,
                                     false, Role::quiet, 1.25F);
    ui.canvas.text_within({area.x, middle + ui.px(24)}, area.width, more, Font::sans, ui.px(label_size),
                          ui[Role::quiet]);
    return ui.px(46);
}

// Measured time against the length and, beside it, against the width.

std::string whole(timing::Index number) {
    return whole_text(static_cast<double>(number));
}

/// What is being measured.
std::string progress_text(const RaceFrame& frame, const timing::Sweep* sweep) {
    const auto points = timing::sweep_points(frame.state.work.measuring);
    const std::size_t done = sweep ? sweep->points.size() : 0;
    const timing::SweepPoint& next = points[std::min(done, points.size() - 1)];
    return frame.plain("race.measuring", {{"n", whole(next.n)},
                                          {"d", whole(next.d)},
                                          {"done", std::to_string(done)},
                                          {"all", std::to_string(points.size())}});
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

/// A remark on the numbers, or the progress of the measurement.
std::string remark_on(const RaceFrame& frame, const timing::Sweep* sweep) {
    if (frame.is_measuring()) return progress_text(frame, sweep);
    if (const auto* problem = frame.state.work.sweep.problem()) return problem->what();
    if (!sweep) return {};
    if (!frame.is_current(*sweep))
        return frame.plain("race.old", {{"n", whole(sweep->n)}, {"sizes", frame.sizes_text(sweep->sizes)}});
    if (!sweep->finished) return frame.ui.text("race.unfinished");
    if (sweep->noisy) return frame.ui.text("race.noisy");
    return {};
}

void draw_before_measuring(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const timing::SweepOptions options = sweep_options(frame);
    const char* what = frame.on_slide ? "race.before_measuring_on_slide" : "race.before_measuring";
    const auto text = frame.said(what, {{"first", whole(options.lengths.front())},
                                        {"last", whole(options.lengths.back())},
                                        {"narrowest", whole(options.widths.front())},
                                        {"widest", whole(options.widths.back())},
                                        {"n", whole(options.n)},
                                        {"d", whole(options.sizes.d)},
                                        {"most", whole_text(options.most_seconds)}});
    const float width = std::min(area.width - ui.px(40), ui.px(560));
    const float height = paragraph(ui, {}, width, text, body_size, true);
    paragraph(ui, {area.centre().x - width / 2, std::max(area.y, area.centre().y - height / 2)}, width, text,
              15);
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

/// The findings, above their plot. Returns the bottom of the plot.
float draw_half(RaceFrame& frame, const timing::Sweep& sweep, Along along, const Rect& area) {
    Ui& ui = frame.ui;
    float y = area.y;
    const auto line = [&](const narration::Paragraph& text, Role role) {
        y += paragraph(ui, {area.x, y}, area.width, text, label_size, false, role, 1.3F) + ui.px(3);
    };
    const bool length = along == Along::length;
    line({{frame.plain(length ? "race.along_length" : "race.along_width",
                       {{"n", whole(sweep.n)}, {"d", whole(sweep.sizes.d)}}),
           narration::Tone::strong}},
         Role::text);
    if (!frame.is_measuring()) {
        line({{crossings_text(frame, sweep, along)}}, Role::text);
        const std::string left_out =
            left_out_text(frame, length ? sweep.along_length() : sweep.along_width(), along);
        if (!left_out.empty()) line({{frame.plain("race.left_out", {{"list", left_out}})}}, Role::quiet);
    }
    const Rect place = plot_place(ui, area, y);
    const Plot plot = time_plot(frame, sweep, along);
    choose_on_plot(frame, plot, draw_plot(ui, length ? "race/time" : "race/time_width", plot, place),
                   !length);
    return place.bottom();
}

/// Both plots, or how to measure them. Returns the bottom.
float draw_times(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto sweep = frame.shown_sweep();
    float y = area.y;
    const auto line = [&](const std::string& text, Role role) {
        if (!text.empty())
            y += paragraph(ui, {area.x, y}, area.width, {{text}}, label_size, false, role, 1.3F) + ui.px(4);
    };
    line(remark_on(frame, sweep.get()), frame.is_measuring() ? Role::text : Role::warning);
    if (!sweep || sweep->points.empty()) {
        if (!frame.is_measuring()) draw_before_measuring(frame, plot_place(ui, area, y));
        return plot_place(ui, area, y).bottom();
    }
    if (frame.state.chosen.theory) line(ui.text("race.theory_lines"), Role::quiet);
    if (!frame.is_current(*sweep)) ui.canvas.set_opacity(0.45F); // outdated: drawn faded
    const float gap = ui.px(20), half = (area.width - gap) / 2;
    float end = 0;
    if (half >= ui.px(least_half)) {
        const Rect left{area.x, y, half, area.bottom() - y};
        end = std::max(draw_half(frame, *sweep, Along::length, left),
                       draw_half(frame, *sweep, Along::width, {left.right() + gap, y, half, left.height}));
    } else {
        const float high = ui.px(300);
        end = draw_half(frame, *sweep, Along::length, {area.x, y, area.width, high});
        end = draw_half(frame, *sweep, Along::width, {area.x, end + ui.px(14), area.width, high});
    }
    ui.canvas.set_opacity(1);
    return end;
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
    if (!frame.is_measuring()) {
        timing::LayerSizes sizes = state.chosen.sizes;
        sizes.d = std::min(sizes.d, widest_remembered);
        state.shown.remembered =
            state.work.memory.ask({{}, {sizes.d, sizes.heads}}, [sizes](const base::StopToken& stop) {
                return timing::memory(remembered_words, sizes, 9, stop);
            });
    }
    if (const auto* problem = state.work.memory.problem())
        return area.y + paragraph(frame.ui, {area.x, area.y}, area.width, {{problem->what()}});
    if (!state.shown.remembered) {
        frame.ui.canvas.text(
            area.centre(), frame.ui.text(frame.is_measuring() ? "race.worked_out_later" : "race.working_out"),
            Font::sans, frame.ui.px(body_size), frame.ui[Role::quiet], Align::centre);
        return area.bottom();
    }
    Ui& ui = frame.ui;
    const float y = area.y +
                    paragraph(ui, {area.x, area.y}, area.width,
                              remembered_text(frame, *state.shown.remembered), label_size) +
                    ui.px(4);
    const Rect place = plot_place(ui, area, y);
    draw_plot(ui, "race/remembered", remembered_plot(frame, *state.shown.remembered), place);
    return place.bottom();
}

} // namespace

void draw_race_plots(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const RacePlot plot = frame.state.chosen.plot;
    card(ui, area);
    ui.anchors.add("race/plots", area);
    const Rect inner{area.x + ui.px(20), area.y + ui.px(16), area.width - 2 * ui.px(20),
                     area.height - ui.px(28)};
    const float top = inner.y + draw_heading(frame, inner, race_subtitle(frame)), bar = ui.px(10);
    const float margin = ui.px(6); // for the focus ring, which would be clipped
    ScrollArea scrolled(ui, "race/plot_scroll",
                        {inner.x - margin, top - margin, inner.width + margin + bar,
                         area.bottom() - top + margin - ui.px(6)});
    float y = scrolled.top() + margin;
    if (!frame.on_slide) y += draw_race_choices(frame, {inner.x, y, inner.width, 0});
    const Rect room{inner.x, y, inner.width, inner.bottom() - top + scrolled.top() + margin - y};
    const Rect place = plot_place(ui, room, y);
    float end = place.bottom();
    if (plot == RacePlot::time) {
        end = draw_times(frame, room);
    } else if (plot == RacePlot::remembered) {
        end = draw_remembered(frame, room);
    } else {
        const Plot formulas = formula_plot(frame, plot);
        choose_on_plot(frame, formulas, draw_plot(ui, "race/" + key_of(plot), formulas, place), false);
    }
    scrolled.ends_at(end);
}

} // namespace ui
