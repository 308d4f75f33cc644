// The card of the lanes: the clock of its replay, a lane at a moment, and what stands around the lanes.
#include "ui/views/race/race.h"

#include "base/instruction_set.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using namespace drawing;
using timing::Mode;
using timing::Runner;

// The clock.

namespace {

constexpr double wanted_seconds = 7, most_seconds = 600;
constexpr int slowest = 36; // 10^12

/// 1, 2, 5, 10, 20, 50, …
double factor(int rung) {
    static constexpr std::array<double, 3> digits{1, 2, 5};
    return digits[static_cast<std::size_t>(rung % 3)] * std::pow(10.0, rung / 3);
}

} // namespace

void ReplayClock::load(double end) {
    end_ = std::max(end, 0.0);
    now_ = 0;
    rung_ = 0;
    const auto far = [&](int rung) { return std::abs(std::log(factor(rung) * end_ / wanted_seconds)); };
    if (end_ > 0)
        while (rung_ < slowest && far(rung_ + 1) < far(rung_))
            ++rung_;
}

double ReplayClock::slowdown() const {
    return factor(rung_);
}

bool ReplayClock::can_be_slower() const {
    return rung_ < slowest && factor(rung_ + 1) * end_ <= most_seconds;
}

void ReplayClock::climb(int by) {
    if (by > 0 ? can_be_slower() : can_be_faster()) rung_ += by;
}

void ReplayClock::advance(double seconds) {
    if (!playing_) return;
    now_ += seconds / slowdown();
    if (now_ < end_) return;
    now_ = end_;
    playing_ = false;
}

void ReplayClock::toggle() {
    if (!playing_ && now_ >= end_) now_ = 0;
    playing_ = !playing_ && end_ > 0;
}

void ReplayClock::play_from_start() {
    now_ = 0;
    playing_ = end_ > 0;
}

void ReplayClock::go_to(double seconds) {
    now_ = std::clamp(seconds, 0.0, end_);
    playing_ = false;
}

// A lane at a moment.

bool lanes_are_rough(const timing::Replay& replay) {
    return std::ranges::any_of(timing::runners,
                               [&](Runner runner) { return !replay.lanes[runner].time.settled; });
}

namespace {

/// "h₆": subscript digits.
std::string with_index(const std::string& symbol, Index number) {
    static constexpr std::array low{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    std::string text = symbol;
    for (const char digit : std::to_string(number))
        text += low[static_cast<std::size_t>(digit - '0')];
    return text;
}

/// Who is waiting for whom: "h₆ waits for h₅".
std::string waits_of(const RaceFrame& frame, Runner runner, const LanePicture& lane) {
    const auto n = static_cast<Index>(lane.words.size());
    const double now = frame.state.shown.clock.now();
    const Index word = std::min(words_ready(lane.work, now) + 1, n); // counted from 1
    if (!lane.work.one_by_one) return frame.ui.text("race.no_waiting");
    if (n == 1) return frame.ui.text("race.waits_for_nothing");
    if (!lane.work.passes.empty() && now < lane.work.passes.back().until)
        return frame.ui.text("race.inputs_first");
    const Index later = std::max<Index>(word, 2);
    if (runner == Runner::attention)
        return frame.plain("race.waits_for_word",
                           {{"later", std::to_string(later)}, {"before", std::to_string(later - 1)}});
    const std::string symbol = runner == Runner::rnn ? "h" : "c";
    return frame.plain("race.waits_for",
                       {{"later", with_index(symbol, later)}, {"before", with_index(symbol, later - 1)}});
}

std::string threads_text(const RaceFrame& frame, int threads) {
    return frame.plain(threads == 1 ? "race.on_one_thread" : "race.on_threads",
                       {{"threads", std::to_string(threads)}});
}

/// What it was timed with: "Timed with AVX-512, 2 threads."
std::string machine_text(const RaceFrame& frame, int threads) {
    return frame.plain("race.hint_machine", {{"vectors", std::string(base::instruction_set().name)},
                                             {"threads", threads_text(frame, threads)}});
}

/// Work on all words that needs no waiting. Recurrent lanes: the products with the inputs, half of the
/// multiply-adds. Attention: Q, K and V, then every word with every word, then W_O, each lasting its share of
/// the multiply-adds; only their total was measured.
std::vector<LanePass> passes_of(const timing::Replay& replay, Runner runner) {
    if (replay.mode == Mode::generation) return {};
    const timing::Lane& lane = replay.lanes[runner];
    if (runner != Runner::attention) return {{0, lane.inputs_seconds(), 0.5}};
    const auto n = static_cast<Index>(replay.words.size());
    const timing::AttentionParts parts = timing::attention_parts(replay.mode, n, replay.sizes);
    std::vector<LanePass> passes;
    double from = 0;
    for (const double part : {parts.projections, parts.pairs, parts.output}) {
        const double share = part / parts.total();
        passes.push_back({from, from + share * lane.seconds(), share});
        from = passes.back().until;
    }
    passes.back().until = lane.seconds();
    return passes;
}

} // namespace

LanePicture race_lane(const RaceFrame& frame, Runner runner) {
    const timing::Replay& replay = *frame.state.shown.replay;
    const timing::Lane& timed = replay.lanes[runner];
    const double now = frame.state.shown.clock.now();
    // Running clocks share one format; a stopped clock shows its own three digits.
    const bool through = now >= timed.seconds();
    LanePicture lane{.name = frame.name_of(runner),
                     .time = through ? clock_text(timed.seconds(), timed.seconds())
                                     : clock_text(now, frame.state.shown.clock.end()),
                     .running = !through,
                     .role = runner_style(runner).role,
                     .marker = runner_style(runner).marker,
                     .words = replay.words,
                     .work = {.ready = timed.ready,
                              .one_by_one = runner != Runner::attention || replay.mode == Mode::generation,
                              .passes = passes_of(replay, runner),
                              .workers = timed.threads},
                     .hands_over = runner != Runner::attention,
                     .numbers = {frame.state.shown.replay, &timed.states},
                     .range = frame.state.shown.ranges[runner]};
    const auto n = static_cast<Index>(replay.words.size());
    lane.waits = waits_of(frame, runner, lane);
    const std::string steps = !lane.work.one_by_one ? frame.ui.text("race.one_step")
                              : n == 1
                                  ? frame.ui.text("race.one_step_alone")
                                  : frame.plain("race.steps", {{"n", whole_text(static_cast<double>(n))}});
    lane.notes = {steps + ", " + threads_text(frame, timed.threads)};
    if (replay.mode == Mode::generation) {
        lane.kept = timed.kept_bytes;
        for (const Runner other : timing::runners)
            lane.most_kept = std::max(lane.most_kept, replay.lanes[other].kept_bytes.back());
        const Index ready =
            words_ready(lane.work, now); // a state exists from the start, the cache starts empty
        const double first = runner == Runner::attention ? 0 : timed.kept_bytes.front();
        const double kept = ready > 0 ? timed.kept_bytes[static_cast<std::size_t>(ready - 1)] : first;
        lane.notes.push_back(
            frame.plain(runner == Runner::attention ? "race.keeps_cache" : "race.keeps_state",
                        {{"bytes", unit_text(kept, Unit::bytes, 3)}}));
    }
    return lane;
}

// The card.

namespace {

/// A hovered word shows when it was ready; a click opens its state. Each box is an anchor.
void touch_words(RaceFrame& frame, Runner runner, const LanePicture& lane, const LaneLayout& layout,
                 LaneOptions& options) {
    Ui& ui = frame.ui;
    if (layout.empty()) return;
    const std::string name = "race/lane/" + key_of(runner);
    const Rect words{layout.left, layout.box_y, layout.right() - layout.left,
                     layout.strip_y + layout.strip - layout.box_y};
    const Touch t = touch(ui, name, words);
    if (t.focused) focus_ring(ui, words, ui.px(6));
    for (Index i = 0; i < layout.boxes(); ++i)
        ui.anchors.add(name + "/" + std::to_string(i), layout.box_at(i));
    if (t.hovered) options.hovered = layout.word_at(ui.mouse);
    if (options.hovered) {
        const auto i = static_cast<std::size_t>(*options.hovered);
        ui.cursor_hint =
            frame.plain("race.word_hint", {{"word", lane.words[i]},
                                           {"number", std::to_string(i + 1)},
                                           {"time", clock_text(lane.work.ready[i], lane.work.ready[i])}});
    }
    if (!t.clicked) return;
    frame.state.chosen.lane = runner;
    frame.state.shown.word = options.hovered ? options.hovered : shown_word(frame.state);
    frame.state.chosen.reason = RaceReason::state;
    ui.motion.draw_again();
}

/// The name on the left shows on hover what kind of layer it is; a click opens its state.
void touch_name(RaceFrame& frame, Runner runner, const LaneLayout& layout) {
    Ui& ui = frame.ui;
    const Rect place{layout.area.x, layout.area.y, layout.left - layout.area.x - ui.px(8),
                     layout.area.height};
    const Touch t = touch(ui, "race/name/" + key_of(runner), place, true, false);
    const bool known = frame.state.shown.replay->mode == Mode::all_words;
    if (t.hovered) {
        ui.cursor_hint = ui.texts.text("race.hint_" + key_of(runner));
        if (known && runner != Runner::attention) ui.cursor_hint += " " + ui.text("race.hint_first_word");
        if (known && runner == Runner::attention) ui.cursor_hint += " " + ui.text("race.hint_fused");
        ui.cursor_hint += " " + machine_text(frame, frame.state.shown.replay->lanes[runner].threads);
    }
    if (!t.clicked) return;
    frame.state.chosen.lane = runner;
    frame.state.chosen.reason = RaceReason::state;
}

void draw_lanes(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const bool kept = frame.state.shown.replay->mode == Mode::generation;
    const float pitch = area.height / 3;
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const Runner runner = timing::runners[i];
        const LanePicture lane = race_lane(frame, runner);
        const Rect row{area.x, area.y + static_cast<float>(i) * pitch, area.width, pitch - ui.px(4)};
        const LaneLayout layout =
            lane_layout(row, static_cast<Index>(lane.words.size()), {.kept = kept}, ui.theme.scale);
        LaneOptions options{.now = frame.state.shown.clock.now()};
        if (runner == frame.state.chosen.lane) options.marked = frame.state.shown.word;
        touch_name(frame, runner, layout);
        touch_words(frame, runner, lane, layout, options);
        ui.canvas.paint(lane_figure(lane, layout, options, ui.theme.palette(), ui.canvas));
    }
}

std::string speed_text(const RaceFrame& frame) {
    const ReplayClock& clock = frame.state.shown.clock;
    if (!clock.can_be_faster()) return frame.ui.text("race.as_fast");
    return frame.plain("race.slower_than", {{"times", whole_text(clock.slowdown())}});
}

/// Which lane is being timed, and which are done.
std::string progress_text(const RaceFrame& frame) {
    const timing::Replay* part = frame.state.shown.part.get();
    const std::size_t done = part ? part->lanes_done : 0;
    const Runner next = timing::runners[std::min(done, timing::runners.size() - 1)];
    return frame.plain("race.timing_lanes", {{"name", frame.ui.texts.text("race.name_" + key_of(next))},
                                             {"done", std::to_string(done)},
                                             {"words", frame.words_text(frame.raced())},
                                             {"d", std::to_string(frame.state.chosen.sizes.d)}});
}

/// What the lanes show and how it was measured, or what is being measured.
std::string subtitle(const RaceFrame& frame) {
    const RaceState& state = frame.state;
    if (frame.trains && state.work.lanes_wait) return frame.ui.text("race.waits_for_training");
    if (state.work.lanes_wait) return frame.ui.text("race.lanes_wait");
    if (state.work.lanes.busy()) return progress_text(frame);
    if (!state.shown.replay) return {};
    std::string said =
        frame.plain("race.replayed", {{"speed", speed_text(frame)},
                                      {"words", frame.words_text(std::ssize(state.shown.replay->words))},
                                      {"d", std::to_string(state.shown.replay->sizes.d)}});
    const auto add = [&](const std::string& more) { said += "; " + more; };
    if (frame.raced() < frame.length())
        add(frame.plain("race.too_long", {{"words", frame.words_text(frame.length())}}));
    if (lanes_are_rough(*state.shown.replay)) add(frame.ui.text("race.lanes_rough"));
    return said;
}

/// The choice between known words and generation, at the right end of the area; returns its left end.
float choose_mode(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    Mode& chosen = frame.state.chosen.mode;
    const std::vector<std::string> modes{ui.text("race.words_known"), ui.text("race.one_by_one")};
    const float left = area.right() - choice_width(ui, modes);
    const int mode =
        choice(ui, "race/mode", {left, area.y - ui.px(4)}, modes, static_cast<int>(chosen), control_height,
               {ui.text("race.words_known_hint"), ui.text("race.one_by_one_hint")});
    if (mode >= 0) chosen = static_cast<Mode>(mode);
    return left;
}

/// The title, what is replayed, and the mode choice.
void draw_heading(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    RaceState& state = frame.state;
    const float right = frame.on_slide ? area.right() : choose_mode(frame, area);
    const float middle = area.y + ui.px(10);
    const Mode shown = state.shown.replay ? state.shown.replay->mode : state.chosen.mode;
    const std::string& title =
        ui.text(shown == Mode::generation ? "race.title_generation" : "race.title_lanes");
    ui.canvas.text({area.x, middle}, title, Font::sans_bold, ui.px(18), ui[Role::text]);
    const float x = area.x + ui.canvas.width(Font::sans_bold, ui.px(18), title) + ui.px(12);
    const std::string more = subtitle(frame);
    const float room = right - x - ui.px(12);
    if (frame.on_slide && ui.canvas.width(Font::sans, ui.px(label_size), more) > room) return;
    ui.canvas.text_within({x, middle}, room, more, Font::sans, ui.px(label_size), ui[Role::quiet]);
}

/// Advances a playing replay by the time since the last frame.
void advance_replay(RaceFrame& frame) {
    ReplayClock& clock = frame.state.shown.clock;
    if (!clock.playing()) return;
    clock.advance(std::min(frame.seconds, 0.1));
    frame.ui.motion.keep_going();
}

} // namespace

narration::Paragraph text_below_lanes(const RaceFrame& frame) {
    return frame.on_slide ? narration::Paragraph() : race_verdict(frame);
}

void draw_race_lanes(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("race/lanes", area);
    const Rect inner{area.x + ui.px(20), area.y + ui.px(16), area.width - 2 * ui.px(20),
                     area.height - ui.px(28)};
    draw_heading(frame, inner);
    const float top = inner.y + ui.px(frame.on_slide ? 28 : 38), foot = frame.on_slide ? 0 : ui.px(40);
    if (const auto* problem = frame.state.work.lanes.problem()) {
        paragraph(ui, {inner.x, top}, inner.width, {{problem->what()}});
        return;
    }
    if (!frame.state.shown.replay) {
        ui.canvas.text(area.centre(), progress_text(frame), Font::sans, ui.px(body_size), ui[Role::quiet],
                       Align::centre);
        return;
    }
    const narration::Paragraph verdict = text_below_lanes(frame);
    frame.state.shown.verdict = narration::plain_text(verdict);
    const float said = paragraph(ui, {}, inner.width, verdict, card_size, true);
    const float controls = inner.bottom() - foot - said - ui.px(4);
    draw_lanes(frame, {inner.x, top, inner.width, controls - top - ui.px(4)});
    if (!frame.on_slide) draw_race_controls(frame, {inner.x, controls, inner.width, foot});
    advance_replay(frame);
    paragraph(ui, {inner.x, inner.bottom() - said}, inner.width, verdict, card_size);
    ui.anchors.add("race/verdict", {inner.x, inner.bottom() - said, inner.width, said});
}

} // namespace ui
