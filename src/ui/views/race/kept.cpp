// What outlives the Race view: its measurements, kept in a file, and its exports.
#include "ui/views/race/race.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/instruction_set.h"
#include "base/json_text.h"
#include "base/parallel.h"
#include "base/system.h"
#include "drawing/paper/exportable.h"
#include "drawing/shapes/fitted_text.h"
#include "timing/runner.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using nlohmann::json;
using timing::Measurement;
using timing::Runner;
using timing::Sweep;
using timing::SweepPoint;

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 20;
constexpr std::size_t most_kept = 20;

/// The processor's name, if the system has it in a file; otherwise empty.
std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 1, line.size()));
    return {};
}

json json_of(const Measurement& time) {
    return {time.lower, time.median, time.upper, time.runs, time.settled};
}

/// Throws on a number that json_of() never writes: damaged ones must not reach the logarithmic plots.
template <class Number>
Number within(const json& kept, Number least, Number most) {
    using Wide = std::conditional_t<std::is_integral_v<Number>, std::int64_t, double>;
    if (std::is_integral_v<Number> ? !kept.is_number_integer() : !kept.is_number())
        throw std::out_of_range("no number");
    const auto number = kept.get<Wide>();
    if (!(number >= Wide{least} && number <= Wide{most})) throw std::out_of_range("no such number");
    return static_cast<Number>(number);
}

Measurement measurement(const json& kept) {
    constexpr double longest = 1e6; // seconds
    const int runs = within(kept.at(3), 0, std::numeric_limits<int>::max());
    const double least = runs > 0 ? std::numeric_limits<double>::min() : 0; // no time is 0
    const double lower = within(kept.at(0), least, longest), median = within(kept.at(1), lower, longest);
    return {lower, median, within(kept.at(2), median, longest), runs, kept.at(4)};
}

json json_of(const Sweep& sweep) {
    json points = json::array();
    for (const SweepPoint& point : sweep.points) {
        json each = json::array();
        for (const Runner runner : timing::runners)
            each.push_back({{"time", json_of(point.time[runner])}, {"expected", point.expected[runner]}});
        points.push_back({point.n, point.d, each});
    }
    return {{"machine", this_machine()},      {"d", sweep.sizes.d},       {"heads", sweep.sizes.heads},
            {"threads", sweep.sizes.threads}, {"seed", sweep.sizes.seed}, {"n", sweep.n},
            {"noisy", sweep.noisy},           {"points", points}};
}

/// Throws on an entry that json_of() never writes.
std::shared_ptr<const Sweep> sweep_of(const json& kept) {
    constexpr Index most = std::numeric_limits<std::int32_t>::max(); // expect_sizes() checks the rest
    constexpr std::size_t most_points = 100;
    constexpr double longest = 1e12; // seconds that a run was expected to take
    Sweep sweep;
    sweep.sizes = {within(kept.at("d"), Index{1}, most), within(kept.at("heads"), Index{1}, most),
                   within(kept.at("threads"), 1, std::numeric_limits<int>::max()),
                   within(kept.at("seed"), std::uint32_t{0}, std::numeric_limits<std::uint32_t>::max())};
    sweep.n = within(kept.at("n"), Index{1}, most);
    sweep.noisy = kept.at("noisy");
    sweep.finished = true;
    timing::expect_sizes(sweep.sizes, sweep.n);
    const json& points = kept.at("points");
    if (points.empty() || points.size() > most_points) throw std::out_of_range("points");
    for (const json& one : points) {
        SweepPoint point;
        point.n = within(one.at(0), Index{1}, most);
        point.d = within(one.at(1), Index{1}, most);
        timing::expect_sizes({.d = point.d}, point.n);
        for (const Runner runner : timing::runners) {
            const json& of = one.at(2).at(static_cast<std::size_t>(runner));
            point.time[runner] = measurement(of.at("time"));
            point.expected[runner] = within(of.at("expected"), 0.0, longest);
        }
        sweep.points.push_back(point);
    }
    return std::make_shared<const Sweep>(std::move(sweep));
}

/// What is in the file; an empty list where it is missing or damaged.
json all_kept(const std::filesystem::path& file) {
    try {
        const std::string text = base::read_whole_file(file, largest_file);
        base::expect_bounded_json(text, base::shown(file));
        json all = json::parse(text, nullptr, false);
        if (all.is_array()) return all;
    } catch (const base::InputError&) {
        // it can be measured again
    }
    return json::array();
}

/// The same race on the same machine.
bool same_race(const json& a, const json& b) {
    return std::ranges::all_of(std::array{"machine", "d", "heads", "threads", "seed", "n"},
                               [&](const char* name) { return a.value(name, json()) == b.at(name); });
}

} // namespace

std::string this_machine() {
    static const std::string machine = processor() + ", " + std::string(base::instruction_set().name) + ", " +
                                       std::to_string(base::most_threads());
    return machine;
}

std::vector<std::shared_ptr<const Sweep>> kept_sweeps(const std::filesystem::path& file) {
    std::vector<std::shared_ptr<const Sweep>> sweeps;
    if (file.empty()) return sweeps;
    for (const json& kept : all_kept(file))
        try {
            if (kept.at("machine") == this_machine()) sweeps.push_back(sweep_of(kept));
        } catch (const std::exception&) {
            // the entry is damaged: it can be measured again
        }
    return sweeps;
}

void keep_sweep(const std::filesystem::path& file, const Sweep& sweep) {
    if (file.empty() || !sweep.finished) return;
    std::error_code made; // a failure shows when the file is written
    std::filesystem::create_directories(file.parent_path(), made);
    const base::FolderLock lock(file.parent_path());
    json all = all_kept(file), newest = json_of(sweep);
    std::erase_if(all.get_ref<json::array_t&>(),
                  [&](const json& kept) { return !kept.is_object() || same_race(kept, newest); });
    all.push_back(std::move(newest));
    while (all.size() > most_kept)
        all.erase(0);
    base::write_whole_file(file, base::json_text(all));
}

// The exports: the lanes, the plots, and the numbers behind them.

namespace {

/// A copy of the lanes that keeps alive what they point into.
struct KeptLanes {
    std::shared_ptr<const timing::Replay> replay;
    LaneText text;
    std::vector<LanePicture> lanes;
    std::vector<std::string> names; ///< in full
    double now;
    bool kept; ///< draw the bars of what is kept from word to word

    Figure figure(Rect area, const Palette& palette, const TextMeasure& measure) const {
        Figure figure;
        const auto add = [&](const Figure& more) { figure.insert(figure.end(), more.begin(), more.end()); };
        const float pitch = area.height / static_cast<float>(lanes.size());
        std::vector<LaneLayout> layouts;
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            const Rect row{area.x, area.y + static_cast<float>(i) * pitch, area.width, 0.9F * pitch};
            layouts.push_back(lane_layout(row, text, {.kept = kept, .times = true}, 1));
            add(lane_figure(lanes[i], layouts[i], {.now = now, .times = !replay->in_steps}, palette,
                            measure));
        }
        if (!layouts.front().empty())
            add(finish_line(finish_place(layouts.front(), layouts.back()), 1, palette));
        return figure;
    }

    /// Seconds, or steps, until each word was ready, one line per word.
    std::string csv() const {
        const std::string unit = replay->in_steps ? " (steps)" : " (s)";
        base::Matrix ready(static_cast<Index>(replay->words.size()), static_cast<Index>(lanes.size()));
        for (Index lane = 0; lane < ready.cols(); ++lane)
            for (Index word = 0; word < ready.rows(); ++word)
                ready(word, lane) = static_cast<float>(
                    lanes[static_cast<std::size_t>(lane)].work.ready[static_cast<std::size_t>(word)]);
        return csv_of(
            ready, [this](Index word) { return replay->words[static_cast<std::size_t>(word)]; },
            [&](Index lane) { return names[static_cast<std::size_t>(lane)] + unit; });
    }
};

/// The sizes without the threads, where those do not matter.
std::string sizes_alone(const RaceFrame& frame, const timing::LayerSizes& sizes) {
    return frame.plain("race.export_sizes",
                       {{"d", std::to_string(sizes.d)}, {"heads", std::to_string(sizes.heads)}});
}

Exportable lanes_export(const RaceFrame& frame) {
    const RaceState& state = frame.state;
    const timing::Replay& raced = *state.shown.lanes;
    KeptLanes kept{state.shown.lanes,
                   lane_text(state),
                   {},
                   {},
                   state.shown.clock.now(),
                   raced.mode == timing::Mode::generation};
    for (const Runner runner : timing::runners) {
        kept.lanes.push_back(race_lane(frame, runner));
        kept.names.push_back(frame.name_of(runner));
    }
    Exportable what{
        .name = "race-lanes",
        .title = frame.ui.text("race.export_lanes"),
        .note = frame.plain(
            raced.in_steps ? "race.export_moment_steps" : "race.export_moment",
            {{"time", lane_clock_text(frame, kept.now, state.shown.clock.end())},
             {"words", frame.words_text(std::ssize(raced.words))},
             {"sizes", frame.sizes_text(sizes_in_use(raced))},
             {"ranking", raced.in_steps ? "" : narration::plain_text(ranking_text(frame, raced))}}),
        .anchor = "race/lanes",
        .width = 1400,
        .height = 460};
    if (lanes_are_rough(raced)) what.note += " (" + frame.ui.text("race.rough") + ")";
    what.figure = [kept](Rect area, const Palette& palette, const TextMeasure& measure) {
        return kept.figure(area, palette, measure);
    };
    what.csv = [kept] { return kept.csv(); };
    return what;
}

/// Without its card's tabs, a curve is named beside its points.
Plot named_apart(const RaceFrame& frame, Plot plot) {
    for (PlotSeries& series : plot.series) {
        if (series.kind == SeriesKind::computed)
            series.name = frame.plain("race.export_curve", {{"name", series.name}});
        for (const Runner runner : timing::runners)
            if (series.kind == SeriesKind::points && series.style.role == runner_style(runner).role)
                series.name = frame.ui.texts.text("race.short_" + key_of(runner));
    }
    return plot;
}

Exportable time_export(const RaceFrame& frame, Along along) {
    const bool length = along == Along::length;
    const timing::LayerSizes& team = frame.state.chosen.sizes;
    Exportable what =
        exportable(length ? "race-time" : "race-time-width",
                   frame.plain(length ? "race.export_along_length" : "race.export_along_width",
                               {{"n", std::to_string(frame.raced())}, {"d", std::to_string(team.d)}}),
                   named_apart(frame, time_plot(frame, along)));
    const std::string sizes = frame.plain(team.threads == 1 ? "race.export_team_one" : "race.export_team",
                                          {{"heads", std::to_string(team.heads)},
                                           {"threads", std::to_string(team.threads)}}); // d is in the title
    what.note = frame.plain("race.export_measured", {{"sizes", sizes}, {"more", race_subtitle(frame)}});
    if (const std::string found = measured_text(frame, along); !found.empty()) what.note += ". " + found;
    if (const auto sweep = frame.current_sweep(); sweep && sweep->noisy)
        what.note += " (" + frame.ui.text("race.rough") + ")";
    what.anchor = length ? "race/time" : "race/time_width";
    return what;
}

/// A plot computed from the formulas, or for random layers.
Exportable plot_export(const RaceFrame& frame, Plot plot) {
    const RaceState& state = frame.state;
    Exportable what = exportable("race-" + key_of(frame.plot()), race_title(frame), std::move(plot));
    const bool remembered = frame.plot() == RacePlot::remembered;
    const bool blocks = frame.plot() == RacePlot::memory &&
                        state.chosen.mode == timing::Mode::all_words; // one block per thread
    what.note = frame.plain(remembered ? "race.export_remembered" : "race.export_computed",
                            {{"sizes", remembered ? sizes_alone(frame, state.shown.remembered->sizes)
                                       : blocks   ? frame.sizes_text(state.chosen.sizes)
                                                  : sizes_alone(frame, state.chosen.sizes)}});
    if (frame.plot() == RacePlot::cache) what.note = cache_note(frame);
    what.anchor = "race/plots";
    return what;
}

void add_plots(const RaceFrame& frame, Exportables& all) {
    const RaceState& state = frame.state;
    if (frame.plot() == RacePlot::remembered) {
        if (state.shown.remembered)
            all.push_back(plot_export(frame, remembered_plot(frame, *state.shown.remembered)));
    } else if (frame.plot() == RacePlot::cache) {
        all.push_back(plot_export(frame, cache_plot(frame)));
    } else if (frame.plot() != RacePlot::time) {
        all.push_back(plot_export(frame, formula_plot(frame, frame.plot())));
    } else if (frame.current_replay() || frame.current_sweep()) {
        for (const Along along : {Along::length, Along::width})
            all.push_back(time_export(frame, along));
    }
}

} // namespace

Exportables RaceView::exports(ViewFrame& view) {
    RaceState& state = state_;
    const Ui& ui = view.ui;
    take_sweep(state);
    const RaceFrame frame{view, state};
    Exportables all;
    if (state.shown.lanes) all.push_back(lanes_export(frame));
    add_plots(frame, all);
    if (state.chosen.reason == RaceReason::what_if && state.shown.replay) {
        Exportable what = exportable("race-what-if", ui.text("race.export_what_if"),
                                     what_if_plot(frame, *state.shown.replay));
        auto values = what_if_values(frame, *state.shown.replay);
        values["sizes"] = sizes_alone(frame, state.chosen.sizes);
        what.note = frame.plain("race.export_what_if_note", values);
        what.anchor = "race/reasons";
        all.push_back(std::move(what));
    }
    return all;
}

} // namespace ui
