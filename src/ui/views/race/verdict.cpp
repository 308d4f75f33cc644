// Who came first and why, in words; the measurement decides which sentences are used (timing/verdict.h).

#include "base/number_text.h"
#include "drawing/clock_text.h"
#include "drawing/fitted_text.h"
#include "drawing/plot_unit.h"
#include "ui/views/race/cards.h"

#include <cmath>

namespace ui {

using namespace drawing;
using timing::Reason;
using timing::Runner;

namespace {

std::string reason_key(Reason reason) {
    static constexpr std::array keys{"although", "other_more", "projections", "pairs",        "waiting",
                                     "cache",    "closer",     "slower_pace", "not_explained"};
    return keys[static_cast<std::size_t>(reason)];
}

/// "2.1", "5.3", "18": as many digits as are meaningful.
std::string times_text(double ratio) {
    return number_text(static_cast<float>(ratio), ratio < 9.95 ? 1 : 0);
}

std::string seconds_text(double seconds) {
    return clock_text(seconds, seconds);
}

std::map<std::string, std::string> values_of(const RaceFrame& frame, const timing::Replay& replay,
                                             const timing::Comparison& c) {
    constexpr double billion = 1e9;
    return {{"other", frame.ui.texts.text("race.short_" + key_of(c.other))},
            {"n", whole_text(static_cast<double>(replay.words.size()))},
            {"times", times_text(c.time_ratio)},
            {"more", times_text(std::max(c.work_ratio, 1 / c.work_ratio))},
            {"share", base::percent(c.pairs_share)},
            {"inputs", seconds_text(c.inputs_seconds)},
            {"steps", seconds_text(c.steps_seconds)},
            {"bytes", unit_text(c.pace.bytes, Unit::bytes, 2)},
            {"narrow", unit_text(c.pace.narrow_bytes, Unit::bytes, 2)},
            {"slowdown", times_text(c.pace.slowdown())},
            {"rate", times_text(c.rate / billion)},
            {"other_rate", times_text(c.other_rate / billion)}};
}

void append(narration::Paragraph& paragraph, narration::Paragraph&& more) {
    if (!paragraph.empty()) paragraph.push_back({" "});
    paragraph.insert(paragraph.end(), more.begin(), more.end());
}

} // namespace

narration::Paragraph ranking_text(const RaceFrame& frame, const timing::Replay& replay) {
    const std::vector<timing::Place> places = timing::ranking(replay);
    narration::Values values;
    std::string pattern; // "1_2": one winner, and two tied for the next place
    std::size_t i = 0;
    for (const timing::Place& place : places) {
        pattern += (pattern.empty() ? "" : "_") + std::to_string(place.runners.size());
        for (const Runner runner : place.runners) {
            const std::string at = std::to_string(++i);
            const auto tone = &place == &places.front() ? narration::Tone::strong : narration::Tone::plain;
            values["name" + at] = {{frame.ui.texts.text("race.name_" + key_of(runner)), tone}};
            values["Name" + at] = {{frame.ui.texts.text("race.first_" + key_of(runner)), tone}};
            values["time" + at] = {{seconds_text(replay.lanes[runner].seconds())}};
            values["times" + at] = {{times_text(place.times_first)}};
        }
    }
    return frame.ui.said("race.rank_" + pattern, values);
}

narration::Paragraph reasons_text(const RaceFrame& frame, const timing::Replay& replay, Runner other,
                                  std::size_t most) {
    const timing::Comparison c = timing::compared(replay, other);
    const auto values = values_of(frame, replay, c);
    narration::Paragraph all;
    for (std::size_t i = 0; i < std::min(most, c.reasons.size()); ++i)
        append(all, frame.said("race.reason_" + reason_key(c.reasons[i]), values));
    return all;
}

narration::Paragraph race_verdict(const RaceFrame& frame) {
    const timing::Replay* replay = frame.state.shown.replay.get();
    if (!replay) return {};
    constexpr std::size_t main_reasons = 3;
    narration::Paragraph all = ranking_text(frame, *replay);
    append(all, reasons_text(frame, *replay, Runner::rnn, main_reasons));
    return all;
}

} // namespace ui
