// What the Race view shows, for tests.

#include "ui/views/race/cards.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ui {

using timing::Runner;

namespace {

nlohmann::json lane_report(const RaceState& state, Runner runner) {
    const timing::Lane& lane = state.shown.replay->lanes[runner];
    const auto ready = std::upper_bound(lane.ready.begin(), lane.ready.end(), state.shown.clock.now());
    return {{"ready", ready - lane.ready.begin()},
            {"seconds", lane.seconds()},
            {"lower", lane.time.lower},
            {"upper", lane.time.upper},
            {"threads", lane.threads},
            {"runs", lane.time.runs},
            {"kept", lane.kept_bytes.back()}};
}

nlohmann::json sweep_report(const timing::Sweep& sweep) {
    nlohmann::json points = nlohmann::json::array();
    for (const auto& point : sweep.points) {
        points.push_back({{"n", point.n}, {"d", point.d}});
        for (const Runner runner : timing::runners)
            points.back()[key_of(runner)] = point.time[runner].median;
    }
    return {{"d", sweep.sizes.d},         {"n", sweep.n},         {"threads", sweep.sizes.threads},
            {"finished", sweep.finished}, {"noisy", sweep.noisy}, {"points", points}};
}

} // namespace

nlohmann::json RaceView::shown() const {
    const RaceState& state = state_;
    nlohmann::json report{{"now", state.shown.clock.now()},
                          {"end", state.shown.clock.end()},
                          {"slowdown", state.shown.clock.slowdown()},
                          {"playing", state.shown.clock.playing()},
                          {"measuring", state.work.sweep.busy()},
                          {"timing", state.work.lanes.busy()},
                          {"waits_for_training", state.work.a_model_trains && state.work.lanes_wait},
                          {"sweeps", nlohmann::json::array()}};
    if (const auto word = shown_word(state)) report["word"] = *word;
    if (state.shown.word) report["chosen"] = *state.shown.word;
    if (state.shown.replay) {
        report["words"] = state.shown.replay->words.size();
        report["timed_d"] = state.shown.replay->sizes.d;
        report["verdict"] = state.shown.verdict;
        for (const timing::Place& place : timing::ranking(*state.shown.replay)) {
            report["ranking"].push_back(nlohmann::json::array());
            for (const Runner runner : place.runners)
                report["ranking"].back().push_back(key_of(runner));
        }
        for (const Runner runner : timing::runners)
            report["lanes"][key_of(runner)] = lane_report(state, runner);
    }
    for (const auto& sweep : state.work.measured)
        report["sweeps"].push_back(sweep_report(*sweep));
    if (state.shown.remembered) report["remembered"] = state.shown.remembered->influence[Runner::rnn].size();
    return report;
}

} // namespace ui
