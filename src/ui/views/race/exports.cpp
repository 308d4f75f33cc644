// The race's exports: the lanes, the plots, and the numbers behind them.

#include "drawing/clock_text.h"
#include "drawing/csv.h"
#include "ui/views/race/cards.h"
#include "ui/views/race/curves.h"

namespace ui {

using namespace drawing;
using timing::Index;
using timing::Runner;

namespace {

/// A copy of the lanes that keeps alive what they point into.
struct KeptLanes {
    std::shared_ptr<const timing::Replay> replay;
    std::vector<drawing::LanePicture> lanes;
    double now;
    bool kept; ///< draw the bars of what is kept from word to word

    Figure figure(Rect area, const Palette& palette, const TextMeasure& measure) const {
        Figure figure;
        const float pitch = area.height / static_cast<float>(lanes.size());
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            const Rect row{area.x, area.y + static_cast<float>(i) * pitch, area.width, 0.9F * pitch};
            const LaneLayout layout =
                lane_layout(row, static_cast<Index>(replay->words.size()), {.kept = kept, .times = true}, 1);
            const Figure lane = lane_figure(lanes[i], layout, {.now = now, .times = true}, palette, measure);
            figure.insert(figure.end(), lane.begin(), lane.end());
        }
        return figure;
    }

    /// Seconds until each word was ready, one line per word.
    std::string csv() const {
        base::Matrix ready(static_cast<Index>(replay->words.size()), static_cast<Index>(lanes.size()));
        for (Index lane = 0; lane < ready.cols(); ++lane)
            for (Index word = 0; word < ready.rows(); ++word)
                ready(word, lane) = static_cast<float>(
                    lanes[static_cast<std::size_t>(lane)].work.ready[static_cast<std::size_t>(word)]);
        return csv_of(
            ready, [this](Index word) { return replay->words[static_cast<std::size_t>(word)]; },
            [this](Index lane) { return lanes[static_cast<std::size_t>(lane)].name + " (s)"; });
    }
};

/// The sizes, for what does not depend on threads.
std::string sizes_alone(const RaceFrame& frame, const timing::LayerSizes& sizes) {
    return frame.plain("race.export_sizes",
                       {{"d", std::to_string(sizes.d)}, {"heads", std::to_string(sizes.heads)}});
}

Exportable lanes_export(const RaceFrame& frame) {
    const RaceState& state = frame.state;
    KeptLanes kept{state.shown.replay,
                   {},
                   state.shown.clock.now(),
                   state.shown.replay->mode == timing::Mode::generation};
    for (const Runner runner : timing::runners)
        kept.lanes.push_back(race_lane(frame, runner));
    Exportable what{
        .name = "race-lanes",
        .title = frame.ui.text("race.export_lanes"),
        .note = frame.plain("race.export_moment",
                            {{"time", clock_text(kept.now, state.shown.clock.end())},
                             {"words", frame.words_text(std::ssize(state.shown.replay->words))},
                             {"sizes", frame.sizes_text(sizes_in_use(*state.shown.replay))},
                             {"ranking", narration::plain_text(ranking_text(frame, *state.shown.replay))}}),
        .anchor = "race/lanes",
        .width = 1400,
        .height = 460};
    if (lanes_are_rough(*state.shown.replay)) what.note += " (" + frame.ui.text("race.lanes_rough") + ")";
    what.figure = [kept](Rect area, const Palette& palette, const TextMeasure& measure) {
        return kept.figure(area, palette, measure);
    };
    what.csv = [kept] { return kept.csv(); };
    return what;
}

Exportable time_export(const RaceFrame& frame, const timing::Sweep& sweep, Along along) {
    const bool length = along == Along::length;
    Exportable what =
        exportable(length ? "race-time" : "race-time-width",
                   frame.plain(length ? "race.export_along_length" : "race.export_along_width",
                               {{"n", std::to_string(sweep.n)}, {"d", std::to_string(sweep.sizes.d)}}),
                   time_plot(frame, sweep, along));
    const std::string sizes =
        frame.plain(sweep.sizes.threads == 1 ? "race.export_team_one" : "race.export_team",
                    {{"heads", std::to_string(sweep.sizes.heads)},
                     {"threads", std::to_string(sweep.sizes.threads)}}); // d is in the title
    what.note = frame.plain("race.export_measured", {{"sizes", sizes}, {"more", race_subtitle(frame)}});
    if (sweep.noisy) what.note += "; " + frame.ui.text("race.lanes_rough");
    what.anchor = length ? "race/time" : "race/time_width";
    return what;
}

/// A plot computed from the formulas, or for random layers.
Exportable plot_export(const RaceFrame& frame, Plot plot) {
    const RaceState& state = frame.state;
    Exportable what = exportable("race-" + key_of(state.chosen.plot), race_title(frame), std::move(plot));
    const bool remembered = state.chosen.plot == RacePlot::remembered;
    const bool blocks = state.chosen.plot == RacePlot::memory &&
                        state.chosen.mode == timing::Mode::all_words; // one block per thread
    what.note = frame.plain(remembered ? "race.export_remembered" : "race.export_computed",
                            {{"sizes", remembered ? sizes_alone(frame, state.shown.remembered->sizes)
                                       : blocks   ? frame.sizes_text(state.chosen.sizes)
                                                  : sizes_alone(frame, state.chosen.sizes)}});
    what.anchor = "race/plots";
    return what;
}

void add_plots(const RaceFrame& frame, Exportables& all) {
    const RaceState& state = frame.state;
    if (state.chosen.plot == RacePlot::remembered) {
        if (state.shown.remembered)
            all.push_back(plot_export(frame, remembered_plot(frame, *state.shown.remembered)));
    } else if (state.chosen.plot != RacePlot::time) {
        all.push_back(plot_export(frame, formula_plot(frame, state.chosen.plot)));
    } else if (const auto sweep = frame.shown_sweep(); sweep && !sweep->points.empty()) {
        for (const Along along : {Along::length, Along::width})
            all.push_back(time_export(frame, *sweep, along));
    }
}

} // namespace

Exportables RaceView::exports(ViewFrame& view) {
    RaceState& state = state_;
    const Ui& ui = view.ui;
    take_sweep(state);
    const RaceFrame frame{view, state};
    Exportables all;
    if (state.shown.replay) all.push_back(lanes_export(frame));
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
