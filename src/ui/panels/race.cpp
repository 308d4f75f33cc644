#include "ui/panels/race.h"

#include "ui/panels/race_cards.h"
#include "ui/widgets/rich_text.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;
using timing::Index;
using timing::Runner;

std::string key_of(Runner runner) {
    return runner == Runner::rnn ? "rnn" : runner == Runner::lstm ? "lstm" : "attention";
}

std::string key_of(RacePlot plot) {
    static constexpr std::array keys{"time", "operations", "memory", "path", "remembered"};
    return keys[static_cast<std::size_t>(plot)];
}

std::string key_of(RaceReason reason) {
    return reason == RaceReason::why ? "why" : reason == RaceReason::what_if ? "what_if" : "state";
}

SeriesStyle runner_style(Runner runner) {
    switch (runner) {
    case Runner::rnn:
        return {Role::series_2, Dash::solid, Marker::square};
    case Runner::lstm:
        return {Role::series_4, Dash::dash_dot, Marker::triangle};
    default:
        return {Role::series_1, Dash::solid, Marker::disc};
    }
}

lesson::Paragraph RaceFrame::said(const std::string& name,
                                  const std::map<std::string, std::string>& values) const {
    lesson::Values spans;
    for (const auto& [key, value] : values)
        spans[key] = {{value}};
    return lesson::fill(ui.texts.text(name), spans);
}

std::string RaceFrame::plain(const std::string& name,
                             const std::map<std::string, std::string>& values) const {
    return lesson::plain_text(said(name, values));
}

Index RaceFrame::sentence() const {
    return static_cast<Index>(scene.pass().names.queries.size());
}

const timing::Replay* RaceFrame::current_replay() const {
    const auto& replay = state.replay;
    const bool is_current = replay && replay->sizes == state.sizes && replay->mode == state.mode &&
                            static_cast<Index>(replay->words.size()) == raced();
    return is_current ? replay.get() : nullptr;
}

timing::Cost RaceFrame::cost(timing::Runner runner, Index n) const {
    return timing::cost(runner, state.mode, n, state.sizes);
}

std::shared_ptr<const timing::Sweep> RaceFrame::current_sweep() const {
    for (const auto& sweep : state.measured)
        if (is_current(*sweep)) return sweep;
    return nullptr;
}

std::shared_ptr<const timing::Sweep> RaceFrame::shown_sweep() const {
    if (is_measuring()) return state.telling;
    if (auto current = current_sweep()) return current;
    return state.measured.empty() ? nullptr : state.measured.back();
}

timing::LayerSizes sizes_in_use(const timing::Replay& replay) {
    timing::LayerSizes sizes = replay.sizes;
    if (replay.mode == timing::Mode::generation) sizes.threads = 1;
    return sizes;
}

void take_sweep(RaceState& state) {
    const auto sweep = state.sweep.newest();
    if (sweep == state.telling) return;
    state.telling = sweep;
    if (!sweep || sweep->points.empty()) return;
    const auto same = [&](const auto& other) { return other->sizes == sweep->sizes && other->n == sweep->n; };
    // A finished sweep is not replaced by a partial one.
    if (!sweep->finished && std::ranges::any_of(state.measured, [&](const auto& other) {
            return same(other) && other->finished;
        }))
        return;
    std::erase_if(state.measured, same);
    state.measured.push_back(sweep);
}

std::string RaceFrame::sizes_text(const timing::LayerSizes& sizes) const {
    return plain(sizes.threads == 1 ? "race.sizes_one" : "race.sizes",
                 {{"d", std::to_string(sizes.d)},
                  {"heads", std::to_string(sizes.heads)},
                  {"threads", std::to_string(sizes.threads)}});
}

std::optional<Index> shown_word(const RaceState& state) {
    if (!state.replay) return std::nullopt;
    const auto& ready = state.replay->lanes[state.lane].ready;
    if (state.word && *state.word < static_cast<Index>(ready.size())) return state.word;
    const auto there = std::upper_bound(ready.begin(), ready.end(), state.clock.now()) - ready.begin();
    return there > 0 ? std::optional<Index>(there - 1) : std::nullopt;
}

void start_race_sweep(RaceFrame& frame, timing::SweepOptions options) {
    RaceState& state = frame.state;
    state.measuring = std::move(options);
    state.clock.pause();
    state.sweep.start([wanted = state.measuring](const base::StopToken& stop, const auto& tell) {
        return timing::sweep(wanted, tell, stop);
    });
    frame.ui.motion.keep_going();
}

namespace {

/// What the lanes' numbers depend on: which layers run, how, and on which words.
std::string spelled_out(const RaceFrame& frame) {
    const RaceState& state = frame.state;
    std::string all;
    for (const auto number :
         {static_cast<Index>(state.mode), state.sizes.d, state.sizes.heads,
          static_cast<Index>(state.sizes.threads), static_cast<Index>(state.timed_again), frame.raced()})
        all += std::to_string(number) + "/";
    for (const auto& word : frame.scene.pass().names.queries)
        all += '\n' + word;
    return all;
}

/// The sentence repeated to n words in all.
std::vector<std::string> repeated(const std::vector<std::string>& sentence, Index n) {
    std::vector<std::string> words;
    for (std::size_t t = 0; t < static_cast<std::size_t>(n); ++t)
        words.push_back(sentence[t % sentence.size()]);
    return words;
}

void begin_replay(RaceState& state, std::shared_ptr<const timing::Replay> replay, bool play) {
    state.replay = std::move(replay);
    double end = 0;
    for (const Runner runner : timing::runners) {
        const timing::Lane& lane = state.replay->lanes[runner];
        end = std::max(end, lane.seconds());
        state.ranges[runner] = fitted(ColourMap::signed_values, range_of(lane.states));
    }
    state.word.reset();
    state.clock.load(end);
    if (play) state.clock.play_from_start();
    if (std::exchange(state.scrub_to_middle, false)) state.clock.go_to(0.57 * end);
}

/// For tour pictures: a sweep that takes only a moment.
timing::SweepOptions brief_sweep(const RaceFrame& frame) {
    timing::SweepOptions options = sweep_options(frame);
    options.each = {.least_runs = 3, .least_seconds = 0, .most_seconds = 0.05};
    options.longest_run = 0.25;
    options.most_seconds = 6;
    return options;
}

void time_lanes(RaceFrame& frame) {
    RaceState& state = frame.state;
    state.asked = spelled_out(frame);
    state.part = nullptr;
    state.lanes.start([words = repeated(frame.scene.pass().names.queries, frame.raced()), mode = state.mode,
                       sizes = state.sizes](const base::StopToken& stop, const auto& tell) {
        return timing::replay(words, mode, sizes, stop, tell);
    });
}

/// Takes over the worker's results, and requests lanes for the selected words and sizes. While a sweep is
/// being measured, nothing else is.
void ask(RaceFrame& frame) {
    RaceState& state = frame.state;
    take_sweep(state);
    const bool is_old = state.asked != spelled_out(frame);
    state.lanes_wait = frame.is_measuring() && is_old;
    if (frame.is_measuring()) return;
    if (is_old) time_lanes(frame);
    state.part = state.lanes.newest();
    if (state.part && state.part != state.replay && !state.lanes.busy())
        begin_replay(state, state.part, !frame.ui.theme.reduce_motion);
    if (frame.current_sweep() || state.sweep.problem()) state.brief = false;
    if (state.brief && !state.lanes.busy()) start_race_sweep(frame, brief_sweep(frame));
}

} // namespace

timing::SweepOptions sweep_options(const RaceFrame& frame) {
    return {.sizes = frame.state.sizes, .n = frame.raced()};
}

void draw_race(Ui& ui, RaceState& state, const Scene& scene, const Rect& area, double seconds) {
    RaceFrame frame{ui, state, scene, seconds};
    ask(frame);
    const float margin = ui.px(16);
    const Rect body = area.inset(margin);
    const float said = paragraph(ui, {}, body.width - ui.px(40), race_verdict(frame), 14, true);
    const float top = std::clamp(0.36F * body.height, ui.px(244), ui.px(350)) + said;
    const float left = 0.6F * (body.width - margin), low = body.y + top + margin;
    draw_race_lanes(frame, {body.x, body.y, body.width, top});
    draw_race_plots(frame, {body.x, low, left, body.bottom() - low});
    draw_race_reasons(frame, {body.x + left + margin, low, body.width - left - margin, body.bottom() - low});
}

namespace {

/// Jumps to the moment at which the previous or next word is ready in the selected lane.
void go_to_word(RaceState& state, int by) {
    if (!state.replay) return;
    const auto& ready = state.replay->lanes[state.lane].ready;
    const double now = state.clock.now();
    state.word.reset();
    if (by > 0) {
        const auto next = std::upper_bound(ready.begin(), ready.end(), now);
        state.clock.go_to(next == ready.end() ? now : *next);
    } else {
        const auto here = std::lower_bound(ready.begin(), ready.end(), now);
        state.clock.go_to(here == ready.begin() ? 0 : *(here - 1));
    }
}

} // namespace

void race_keys(Ui& ui, RaceState& state) {
    if (ui.pressed(GLFW_KEY_SPACE) && !state.sweep.busy()) {
        state.word.reset();
        state.clock.toggle();
    }
    const bool on_slider = ui.focus.visible() && ui.focus.name() == "race/processors";
    const int by = (ui.pressed(GLFW_KEY_RIGHT) ? 1 : 0) - (ui.pressed(GLFW_KEY_LEFT) ? 1 : 0);
    if (by != 0 && on_slider)
        state.processors = std::clamp(state.processors + by, 0, most_doublings);
    else if (by != 0)
        go_to_word(state, by);
    if (ui.pressed(GLFW_KEY_HOME)) state.clock.go_to(0);
    if (ui.pressed(GLFW_KEY_END)) state.clock.go_to(state.clock.end());
    if (ui.pressed(GLFW_KEY_ESCAPE)) state.word.reset();
    for (const int key :
         {GLFW_KEY_SPACE, GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_HOME, GLFW_KEY_END, GLFW_KEY_ESCAPE})
        if (ui.pressed(key)) ui.motion.keep_going();
}

std::vector<std::string> race_pages() {
    return {"lanes", "generation", "state", "time", "operations", "memory", "path", "remembered", "what_if"};
}

namespace {

constexpr Index tour_width = 512; // a tour waits for its lanes, whose time grows with d²

} // namespace

void open_race(RaceState& state, const std::string& page) {
    state.mode = page == "generation" ? timing::Mode::generation : timing::Mode::all_words;
    state.plot = RacePlot::time;
    state.reason = RaceReason::why;
    for (const RacePlot plot : race_plots)
        if (key_of(plot) == page) state.plot = plot;
    for (const RaceReason reason : race_reasons)
        if (key_of(reason) == page) state.reason = reason;
    state.scrub_to_middle = true;
    state.brief = page == "time";
    state.sizes.d = tour_width;
    if (!state.replay || state.replay->mode != state.mode) return;
    begin_replay(state, state.replay, false);
}

void connect_race(RaceState& state, const std::function<void()>& wake) {
    state.lanes.on_ready(wake);
    state.sweep.on_ready(wake);
    state.memory.on_ready(wake);
}

bool race_is_timing(const RaceState& state) {
    return state.lanes.busy() || state.memory.busy() || state.brief;
}

} // namespace ui
