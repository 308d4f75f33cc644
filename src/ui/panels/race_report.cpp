// What the Race view reports to tests.

#include "ui/panels/race_cards.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ui {

using timing::Runner;

namespace {

nlohmann::json lane_report(const RaceState& state, Runner runner) {
    const timing::Lane& lane = state.replay->lanes[runner];
    const auto ready = std::upper_bound(lane.ready.begin(), lane.ready.end(), state.clock.now());
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

nlohmann::json race_report(const RaceState& state) {
    nlohmann::json report{{"plot", key_of(state.plot)},
                          {"reason", key_of(state.reason)},
                          {"mode", state.mode == timing::Mode::generation ? "generation" : "all_words"},
                          {"d", state.sizes.d},
                          {"heads", state.sizes.heads},
                          {"threads", state.sizes.threads},
                          {"now", state.clock.now()},
                          {"end", state.clock.end()},
                          {"slowdown", state.clock.slowdown()},
                          {"playing", state.clock.playing()},
                          {"measuring", state.sweep.busy()},
                          {"timing", state.lanes.busy()},
                          {"theory", state.theory},
                          {"processors", 1L << state.processors},
                          {"sweeps", nlohmann::json::array()}};
    if (const auto word = shown_word(state)) report["word"] = *word;
    if (state.length) report["length"] = *state.length;
    if (state.word) report["chosen"] = *state.word;
    if (state.replay) {
        report["words"] = state.replay->words.size();
        report["timed_d"] = state.replay->sizes.d;
        report["verdict"] = state.verdict;
        for (const timing::Place& place : timing::ranking(*state.replay)) {
            report["ranking"].push_back(nlohmann::json::array());
            for (const Runner runner : place.runners)
                report["ranking"].back().push_back(key_of(runner));
        }
        for (const Runner runner : timing::runners)
            report["lanes"][key_of(runner)] = lane_report(state, runner);
    }
    for (const auto& sweep : state.measured)
        report["sweeps"].push_back(sweep_report(*sweep));
    if (state.remembered) report["remembered"] = state.remembered->influence[Runner::rnn].size();
    return report;
}

} // namespace ui
