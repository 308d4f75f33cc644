#include "ui/views/race/race.h"

#include "drawing/shapes/fitted_text.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/slider.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace ui {

using namespace drawing;
using timing::Index;
using timing::Runner;

std::string key_of(Runner runner) {
    return runner == Runner::rnn ? "rnn" : runner == Runner::lstm ? "lstm" : "attention";
}

std::string key_of(RacePlot plot) {
    static constexpr std::array keys{"time", "operations", "memory", "path", "remembered", "cache"};
    return keys[static_cast<std::size_t>(plot)];
}

std::string key_of(RaceReason reason) {
    static constexpr std::array keys{"facts", "why", "what_if", "state"};
    return keys[static_cast<std::size_t>(reason)];
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

narration::Paragraph RaceFrame::said(const std::string& name,
                                     const std::map<std::string, std::string>& values) const {
    return ui.said(name, narration::values_of(values));
}

std::string RaceFrame::plain(const std::string& name,
                             const std::map<std::string, std::string>& values) const {
    return narration::plain_text(said(name, values));
}

Index RaceFrame::sentence() const {
    return static_cast<Index>(scene.pass().names.queries.size());
}

std::vector<std::string> RaceFrame::raced_words() const {
    const auto& sentence = scene.pass().names.queries;
    std::vector<std::string> words;
    for (std::size_t t = 0; t < static_cast<std::size_t>(raced()); ++t)
        words.push_back(sentence[t % sentence.size()]);
    return words;
}

const timing::Replay* RaceFrame::current_replay() const {
    const auto& replay = state.shown.replay;
    const bool is_current = replay && replay->sizes == state.chosen.sizes &&
                            replay->mode == state.chosen.mode &&
                            static_cast<Index>(replay->words.size()) == raced();
    return is_current ? replay.get() : nullptr;
}

timing::Cost RaceFrame::cost(timing::Runner runner, Index n) const {
    return timing::cost(runner, state.chosen.mode, n, state.chosen.sizes);
}

std::shared_ptr<const timing::Sweep> RaceFrame::current_sweep() const {
    for (const auto& sweep : state.work.measured)
        if (is_current(*sweep)) return sweep;
    return nullptr;
}

std::string RaceFrame::sizes_text(const timing::LayerSizes& sizes) const {
    return plain(sizes.threads == 1 ? "race.sizes_one" : "race.sizes",
                 {{"d", std::to_string(sizes.d)},
                  {"heads", std::to_string(sizes.heads)},
                  {"threads", std::to_string(sizes.threads)}});
}

std::string RaceFrame::words_text(Index count) const {
    return plain(count == 1 ? "count.word.one" : "count.word.many",
                 {{"count", drawing::whole_text(static_cast<double>(count))}});
}

timing::LayerSizes sizes_in_use(const timing::Replay& replay) {
    timing::LayerSizes sizes = replay.sizes;
    if (replay.mode == timing::Mode::generation) sizes.threads = 1;
    return sizes;
}

std::optional<Index> shown_word(const RaceState& state) {
    if (!state.shown.lanes) return std::nullopt;
    const auto& ready = state.shown.lanes->lanes[state.chosen.lane].ready;
    if (state.shown.word && *state.shown.word < static_cast<Index>(ready.size())) return state.shown.word;
    const auto there = std::upper_bound(ready.begin(), ready.end(), state.shown.clock.now()) - ready.begin();
    return there > 0 ? std::optional<Index>(there - 1) : std::nullopt;
}

// Measuring: the lanes for the current choice, and a sweep when asked for.

void take_sweep(RaceState& state) {
    const auto sweep = state.work.sweep.newest();
    if (sweep == state.shown.sweep) return;
    state.shown.sweep = sweep;
    if (!sweep || sweep->points.empty()) return;
    const auto same = [&](const auto& other) { return other->sizes == sweep->sizes && other->n == sweep->n; };
    // A finished sweep is not replaced by a partial one.
    if (!sweep->finished && std::ranges::any_of(state.work.measured, [&](const auto& other) {
            return same(other) && other->finished;
        }))
        return;
    std::erase_if(state.work.measured, same);
    state.work.measured.push_back(sweep);
    try {
        keep_sweep(state.work.kept_in, *sweep);
    } catch (const base::InputError&) { // it is there in this window
    }
}

namespace {

timing::SweepOptions sweep_options(const RaceFrame& frame) {
    return {.sizes = frame.state.chosen.sizes, .n = frame.raced()};
}

/// Begins a sweep, or goes on with the one that was interrupted.
void start_sweep(RaceWork& work, timing::SweepOptions options) {
    work.sweep_wanted = false;
    if (!work.run || work.measuring != options) work.run = std::make_shared<timing::SweepRun>(options);
    work.measuring = std::move(options);
    work.sweep.start([run = work.run](const base::StopToken& stop) -> base::Slice<timing::Sweep> {
        const auto part = run->next(stop);
        return {part, run->finished()};
    });
}

} // namespace

void measure_again(RaceFrame& frame) {
    frame.state.work.sweep_wanted = true;
    frame.state.work.run.reset();
    frame.state.shown.clock.pause();
    frame.ui.motion.draw_again();
}

void cancel_measuring(RaceFrame& frame) {
    RaceWork& work = frame.state.work;
    work.sweep.cancel();
    work.sweep_wanted = false;
    work.refused.push_back(work.measuring);
    frame.ui.motion.draw_again();
}

void play_replay(RaceState& state, bool from_start) {
    state.work.sweep.cancel();
    state.shown.word.reset();
    from_start ? state.shown.clock.play_from_start() : state.shown.clock.toggle();
}

namespace {

/// What the lanes' numbers depend on: which layers run, how, and on which words.
std::string spelled_out(const RaceFrame& frame) {
    const RaceState& state = frame.state;
    std::string all;
    for (const auto number : {static_cast<Index>(state.chosen.mode), state.chosen.sizes.d,
                              state.chosen.sizes.heads, static_cast<Index>(state.chosen.sizes.threads),
                              static_cast<Index>(state.work.timed_again), frame.raced()})
        all += std::to_string(number) + "/";
    for (const auto& word : frame.scene.pass().names.queries)
        all += '\n' + word;
    return all;
}

/// When every lane that waits has read the words that are spelt out; 0: there are no others.
double first_words_end(const timing::Replay& replay) {
    if (static_cast<Index>(replay.words.size()) <= spelt_out) return 0;
    double end = 0;
    for (const Runner runner : timing::runners)
        if (runner != Runner::attention || replay.mode == timing::Mode::generation)
            end = std::max(end, replay.lanes[runner].ready[static_cast<std::size_t>(spelt_out - 1)]);
    return end;
}

void begin_replay(RaceState& state, std::shared_ptr<const timing::Replay> replay, bool play) {
    state.shown.lanes = std::move(replay);
    double end = 0;
    for (const Runner runner : timing::runners)
        end = std::max(end, state.shown.lanes->lanes[runner].seconds());
    state.shown.word.reset();
    state.shown.clock.load(end, first_words_end(*state.shown.lanes), state.shown.lanes->in_steps);
    if (play) state.shown.clock.play_from_start();
    if (std::exchange(state.work.scrub_to_middle, false)) state.shown.clock.go_to(0.57 * end);
}

void time_lanes(RaceFrame& frame) {
    RaceState& state = frame.state;
    state.work.asked = spelled_out(frame);
    state.shown.part = nullptr;
    const auto run =
        std::make_shared<timing::ReplayRun>(frame.raced_words(), state.chosen.mode, state.chosen.sizes);
    state.work.lanes.start([run](const base::StopToken& stop) -> base::Slice<timing::Replay> {
        const auto part = run->next(stop);
        return {part, run->finished()};
    });
}

/// For tour pictures: a sweep that takes only a moment.
timing::SweepOptions brief_sweep(const RaceFrame& frame) {
    timing::SweepOptions options = sweep_options(frame);
    options.each = {.least_runs = 3, .least_seconds = 0, .most_seconds = 0.05};
    options.longest_run = 0.25;
    options.most_seconds = 6;
    return options;
}

bool is_refused(const RaceWork& work, const timing::SweepOptions& options) {
    return std::ranges::find(work.refused, options) != work.refused.end();
}

/// Without being asked, a choice of sizes is measured once, and only while its chart is on screen.
bool measures_by_itself(const RaceFrame& frame) {
    const RaceChoices& chosen = frame.state.chosen;
    const auto sweep = frame.current_sweep();
    const bool done = sweep && sweep->finished;
    return chosen.by_itself && chosen.plot == RacePlot::time && chosen.mode == timing::Mode::all_words &&
           !done && !frame.on_slide && frame.shows_part("race/plots") &&
           base::most_threads() > 1 && // a processor is left for the window
           !is_refused(frame.state.work, sweep_options(frame));
}

/// Measures while nothing is played, timed or worked out.
void measure_when_idle(RaceFrame& frame) {
    RaceWork& work = frame.state.work;
    if (work.sweep.problem() && !is_refused(work, work.measuring)) work.refused.push_back(work.measuring);
    if (frame.current_sweep() || work.sweep.problem()) work.brief = false;
    if (frame.state.chosen.plot != RacePlot::time) work.sweep.cancel(); // goes on when its chart is back
    if (work.lanes.busy() || work.memory.busy() || work.sweep.busy() || frame.state.shown.clock.playing() ||
        !frame.current_replay())
        return;
    if (work.brief)
        start_sweep(work, brief_sweep(frame));
    else if (work.sweep_wanted || measures_by_itself(frame))
        start_sweep(work, sweep_options(frame));
    else if (const auto sweep = frame.current_sweep(); sweep && sweep->finished)
        work.run.reset();
}

/// Puts what is chosen into the lanes: what was timed, or the same race counted in steps.
void fill_lanes(RaceFrame& frame) {
    RaceState& state = frame.state;
    const timing::Replay* lanes = state.shown.lanes.get();
    std::shared_ptr<const timing::Replay> wanted = state.shown.replay;
    if (state.chosen.clock == RaceClock::steps) {
        const auto words = frame.raced_words();
        if (lanes && lanes->in_steps && lanes->words == words && lanes->mode == state.chosen.mode &&
            lanes->sizes == state.chosen.sizes)
            return;
        wanted = std::make_shared<const timing::Replay>(
            timing::counted_in_steps(words, state.chosen.mode, state.chosen.sizes));
    }
    if (!wanted || wanted.get() == lanes) return;
    state.shown.period = frame.sentence();
    begin_replay(state, std::move(wanted), !frame.ui.theme.reduce_motion);
}

/// True when nothing that is shown has been timed.
bool only_steps(const RaceFrame& frame) {
    return frame.state.chosen.clock == RaceClock::steps && frame.needed && !frame.shows_part("race/plots") &&
           !frame.shows_part("race/reasons");
}

/// Takes over the workers' results, and requests lanes for the selected words and sizes, which interrupts a
/// sweep. Nothing new is timed while a model trains, or for steps alone.
void ask(RaceFrame& frame) {
    RaceState& state = frame.state;
    take_sweep(state);
    state.work.lanes.newest(); // also taken when they end during a sweep
    state.work.memory.newest();
    const bool is_old = state.work.asked != spelled_out(frame);
    state.work.a_model_trains = frame.trains;
    state.work.lanes_wait = frame.trains && is_old;
    if (state.chosen.clock == RaceClock::steps) fill_lanes(frame);
    if (frame.trains || only_steps(frame)) return;
    if (is_old) {
        state.work.sweep.cancel();
        time_lanes(frame);
    }
    state.shown.part = state.work.lanes.newest();
    if (state.shown.part && !state.work.lanes.busy()) state.shown.replay = state.shown.part;
    if (state.chosen.clock == RaceClock::time) fill_lanes(frame);
    measure_when_idle(frame);
}

/// A picture waits for the lanes, and for a brief sweep; not for one that the user started.
void wait_for_work(RaceFrame& frame) {
    RaceWork& work = frame.state.work;
    frame.ui.wait_for(work.lanes);
    frame.ui.wait_for(work.memory);
    frame.ui.listen_to(work.sweep);
    if (work.brief) frame.ui.motion.await();
}

} // namespace

// The view.

void RaceView::keep_in(const std::filesystem::path& folder) {
    if (folder.empty()) return;
    state_.work.kept_in = folder / "race.json";
    state_.work.measured = kept_sweeps(state_.work.kept_in);
}

namespace {

/// Beside a step of a lesson: what it needs of lanes, chart and reasons, as large as there is room.
void draw_needed(RaceFrame& frame, const Rect& body) {
    const bool lanes = frame.shows_part("race/lanes"), plots = frame.shows_part("race/plots"),
               reasons = frame.shows_part("race/reasons"), others = plots || reasons;
    const float gap = frame.ui.px(16), high = std::min(0.6F * body.height, frame.ui.px(430));
    Rect low = body;
    if (lanes) {
        draw_race_lanes(frame, {body.x, body.y, body.width, others ? 0.55F * body.height : high});
        low.y += 0.55F * body.height + gap;
        low.height = body.bottom() - low.y;
    }
    const float left = plots && reasons ? 0.634F * (low.width - gap) : low.width;
    if (plots) draw_race_plots(frame, {low.x, low.y, left, low.height}, false);
    if (!reasons) return;
    const float x = plots ? low.x + left + gap : low.x;
    draw_race_reasons(frame, {x, low.y, low.right() - x, low.height}, false);
}

} // namespace

void RaceView::draw(ViewFrame& view) {
    RaceFrame frame{view, state_};
    Ui& ui = frame.ui;
    const Rect& area = frame.area;
    ask(frame);
    const float margin = ui.px(16);
    const Rect body = area.inset(margin);
    if (frame.needed) {
        draw_needed(frame, body);
        return wait_for_work(frame);
    }
    const float top = std::clamp(0.555F * body.height, ui.px(frame.on_slide ? 240 : 330), ui.px(480));
    draw_race_lanes(frame, {body.x, body.y, body.width, top});

    const Rect low{body.x, body.y + top + margin, body.width, body.height - top - margin};
    const bool alone = !frame.guided && !frame.on_slide && body.width < ui.px(1300); // one card, by its tabs
    if (!alone) {
        const float left = 0.634F * (body.width - margin);
        draw_race_plots(frame, {low.x, low.y, left, low.height}, false);
        draw_race_reasons(frame, {low.x + left + margin, low.y, low.width - left - margin, low.height},
                          false);
    } else if (state_.chosen.card == RaceCard::plots) {
        draw_race_plots(frame, low, true);
    } else {
        draw_race_reasons(frame, low, true);
    }
    wait_for_work(frame);
}

namespace {

/// Jumps to the moment at which the previous or next word is ready in the selected lane.
void go_to_word(RaceState& state, int by) {
    if (!state.shown.lanes) return;
    const auto& ready = state.shown.lanes->lanes[state.chosen.lane].ready;
    const double now = state.shown.clock.now();
    state.shown.word.reset();
    if (by > 0) {
        const auto next = std::upper_bound(ready.begin(), ready.end(), now);
        state.shown.clock.go_to(next == ready.end() ? now : *next);
    } else {
        const auto here = std::lower_bound(ready.begin(), ready.end(), now);
        state.shown.clock.go_to(here == ready.begin() ? 0 : *(here - 1));
    }
}

} // namespace

void RaceView::replay() {
    if (state_.shown.lanes) play_replay(state_, true);
}

void RaceView::keys(ViewFrame& frame) {
    Ui& ui = frame.ui;
    RaceState& state = state_;
    if (ui.pressed(GLFW_KEY_SPACE)) play_replay(state);
    const int by = (ui.pressed(GLFW_KEY_RIGHT) ? 1 : 0) - (ui.pressed(GLFW_KEY_LEFT) ? 1 : 0);
    if (by != 0 && !slider_has_keys(ui, processors_slider)) go_to_word(state, by);
    if (ui.pressed(GLFW_KEY_HOME)) state.shown.clock.go_to(0);
    if (ui.pressed(GLFW_KEY_END)) state.shown.clock.go_to(state.shown.clock.end());
    if (ui.pressed(GLFW_KEY_ESCAPE)) {
        if (!state.shown.word) state.chosen.reason = RaceReason::facts;
        state.shown.word.reset();
    }
    for (const int key :
         {GLFW_KEY_SPACE, GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_HOME, GLFW_KEY_END, GLFW_KEY_ESCAPE})
        if (ui.pressed(key)) ui.motion.draw_again();
}

void RaceView::stop_timing() {
    if (state_.work.lanes.busy()) {
        state_.work.lanes.cancel();
        state_.work.asked.clear(); // timed again afterwards
    }
    if (state_.work.sweep.busy()) state_.work.sweep.cancel();
}

namespace {

const std::vector<std::string> tour_pages{"lanes", "generation", "state", "time", "operations", "memory",
                                          "path",  "remembered", "cache", "why",  "what_if"};
constexpr Index tour_width = 512; // at most: a tour waits for its lanes, whose time grows with d²

} // namespace

std::vector<std::string> RaceView::pages(const attention::Trace&) const {
    return tour_pages;
}

bool RaceView::open(const std::string& page) {
    if (std::ranges::find(tour_pages, page) == tour_pages.end()) return false;
    RaceState& state = state_;
    state.chosen.mode =
        page == "generation" || page == "cache" ? timing::Mode::generation : timing::Mode::all_words;
    state.chosen.plot = RacePlot::time;
    state.chosen.reason = RaceReason::facts;
    state.chosen.by_itself = false; // a picture shows what it was asked for
    for (const RacePlot plot : race_plots)
        if (key_of(plot) == page) state.chosen.plot = plot;
    for (const RaceReason reason : race_reasons)
        if (key_of(reason) == page) state.chosen.reason = reason;
    state.chosen.card = state.chosen.reason == RaceReason::facts ? RaceCard::plots : RaceCard::reasons;
    state.work.scrub_to_middle = true;
    state.work.brief = page == "time";
    state.chosen.sizes.d = std::min(state.chosen.sizes.d, tour_width);
    if (!state.shown.lanes || state.shown.lanes->mode != state.chosen.mode) return true;
    begin_replay(state, state.shown.lanes, false);
    return true;
}

// What is shown, for tests.

namespace {

nlohmann::json lane_report(const RaceState& state, Runner runner) {
    const timing::Lane& lane = state.shown.lanes->lanes[runner];
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
    if (state.shown.lanes) {
        report["words"] = state.shown.lanes->words.size();
        report["in_steps"] = state.shown.lanes->in_steps;
        for (const Runner runner : timing::runners)
            report["lanes"][key_of(runner)] = lane_report(state, runner);
    }
    if (state.shown.replay) {
        report["timed_d"] = state.shown.replay->sizes.d;
        report["sentence"] = state.shown.sentence;
        report["verdict"] = state.shown.verdict;
        for (const timing::Place& place : timing::ranking(*state.shown.replay)) {
            report["ranking"].push_back(nlohmann::json::array());
            for (const Runner runner : place.runners)
                report["ranking"].back().push_back(key_of(runner));
        }
    }
    for (const auto& sweep : state.work.measured)
        report["sweeps"].push_back(sweep_report(*sweep));
    if (state.shown.remembered) report["remembered"] = state.shown.remembered->influence[Runner::rnn].size();
    return report;
}

} // namespace ui
