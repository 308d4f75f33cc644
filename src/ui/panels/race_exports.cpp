// What can be kept of the race: the lanes, the plots, and the numbers behind them.

#include "drawing/clock_text.h"
#include "drawing/csv.h"
#include "ui/panels/race_cards.h"
#include "ui/panels/race_curves.h"

namespace ui {

using namespace drawing;
using timing::Index;
using timing::Runner;

namespace {

/// Lanes of their own, which keep alive what they point into.
struct KeptLanes {
    std::shared_ptr<const timing::Replay> replay;
    std::vector<drawing::Lane> lanes;
    double now;
    bool kept; ///< with the bars of what is kept from word to word

    Figure figure(Rect area, const Palette& palette, const TextMeasure& measure) const {
        Figure figure;
        const float pitch = area.height / static_cast<float>(lanes.size());
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            const Rect row{area.x, area.y + static_cast<float>(i) * pitch, area.width, 0.9F * pitch};
            const LaneLayout layout = lane_layout(row, static_cast<Index>(replay->words.size()), kept, 1);
            const Figure lane = lane_figure(lanes[i], layout, {.now = now}, palette, measure);
            figure.insert(figure.end(), lane.begin(), lane.end());
        }
        return figure;
    }

    /// Seconds until each word was ready, a line a word.
    std::string csv() const {
        attention::Matrix ready(static_cast<Index>(replay->words.size()), static_cast<Index>(lanes.size()));
        for (Index lane = 0; lane < ready.cols(); ++lane)
            for (Index word = 0; word < ready.rows(); ++word)
                ready(word, lane) = static_cast<float>(
                    lanes[static_cast<std::size_t>(lane)].ready[static_cast<std::size_t>(word)]);
        return csv_of(
            ready, [this](Index word) { return replay->words[static_cast<std::size_t>(word)]; },
            [this](Index lane) { return lanes[static_cast<std::size_t>(lane)].name + " (s)"; });
    }
};

Exportable lanes_export(const RaceFrame& frame) {
    const RaceState& state = frame.state;
    KeptLanes kept{state.replay, {}, state.clock.now(), state.replay->mode == timing::Mode::generation};
    for (const Runner runner : timing::runners)
        kept.lanes.push_back(race_lane(frame, runner));
    Exportable what{
        .name = "race-lanes",
        .title = frame.ui.text("race.export_lanes"),
        .note = frame.plain("race.export_moment", {{"time", clock_text(kept.now, state.clock.end())},
                                                   {"sizes", frame.sizes_text(sizes_in_use(*state.replay))}}),
        .anchor = "race/lanes",
        .width = 1200,
        .height = 360};
    what.figure = [kept](Rect area, const Palette& palette, const TextMeasure& measure) {
        return kept.figure(area, palette, measure);
    };
    what.csv = [kept] { return kept.csv(); };
    return what;
}

Exportable plot_export(const RaceFrame& frame, Plot plot) {
    const RaceState& state = frame.state;
    Exportable what = exportable("race-" + key_of(state.plot), race_title(frame), std::move(plot));
    const auto note = [&](const char* name, const timing::LayerSizes& sizes) {
        return frame.plain(name, {{"sizes", frame.sizes_text(sizes)}});
    };
    what.note = state.plot == RacePlot::time ? note("race.export_measured", frame.shown_sweep()->sizes)
                : state.plot == RacePlot::remembered ? note("race.export_remembered", state.remembered->sizes)
                                                     : note("race.export_computed", state.sizes);
    what.anchor = "race/plots";
    return what;
}

} // namespace

Exportables race_exports(Ui& ui, RaceState& state, const Scene& scene) {
    take_sweep(state);
    const RaceFrame frame{ui, state, scene, 0};
    Exportables all;
    if (state.replay) all.push_back(lanes_export(frame));
    if (auto plot = shown_plot(frame)) all.push_back(plot_export(frame, std::move(*plot)));
    if (state.reason == RaceReason::what_if) {
        Exportable what = exportable("race-what-if", ui.text("race.export_what_if"), what_if_plot(frame));
        what.note = frame.plain("race.export_computed", {{"sizes", frame.sizes_text(state.sizes)}});
        what.anchor = "race/reasons";
        all.push_back(std::move(what));
    }
    return all;
}

} // namespace ui
