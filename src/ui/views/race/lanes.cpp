// The card of the lanes: a lane at a moment, and what stands around the lanes.
#include "ui/views/race/race.h"

#include "base/instruction_set.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace ui {

using namespace drawing;
using timing::Mode;
using timing::Runner;

namespace {

constexpr float title_size = 25, sentence_size = 20, timeline_height = 78; // design pixels

} // namespace

// A lane at a moment.

bool lanes_are_rough(const timing::Replay& replay) {
    return std::ranges::any_of(timing::runners,
                               [&](Runner runner) { return !replay.lanes[runner].time.settled; });
}

namespace {

/// What the next word waits for: "waits for word 53"; before and after, how many steps there are.
std::string state_of(const RaceFrame& frame, const LaneWork& work) {
    const auto n = static_cast<Index>(work.ready.size());
    const double now = frame.state.shown.clock.now();
    const Index ready = words_ready(work, now);
    if (!work.one_by_one) return frame.ui.text("race.one_step");
    if (n == 1) return frame.ui.text("race.waits_for_nothing");
    if (now <= 0 || ready == n) return frame.plain("race.steps", {{"n", whole_text(static_cast<double>(n))}});
    if (!work.passes.empty() && now < work.passes.back().until) return frame.ui.text("race.inputs_first");
    return frame.plain("race.waits_for_word", {{"before", std::to_string(std::max<Index>(ready, 1))}});
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
/// multiply-adds. Attention: everything; only the total was measured.
std::vector<LanePass> passes_of(const timing::Replay& replay, Runner runner) {
    if (replay.mode == Mode::generation || replay.in_steps) return {};
    const timing::Lane& lane = replay.lanes[runner];
    if (runner == Runner::attention) return {{0, lane.seconds(), 1}};
    return {{0, lane.inputs_seconds(), 0.5}};
}

/// "1.63" and "ms", in the unit of the longest time, so that lanes can be compared.
std::pair<std::string, std::string> time_and_unit(double seconds, double longest) {
    const double unit = std::pow(1000.0, std::floor(std::log10(std::max(longest, 1e-9) * 1.0005) / 3));
    const std::string text = clock_text(seconds, std::max(seconds, std::min(unit, 1.0)));
    const std::size_t space = text.find(' ');
    return {text.substr(0, space), text.substr(space + 1)};
}

/// Opens the page on which a word's numbers can be read.
void open_state(RaceFrame& frame) {
    frame.state.chosen.reason = RaceReason::state;
    frame.state.chosen.card = RaceCard::reasons;
    frame.ui.motion.draw_again();
}

} // namespace

std::string lane_clock_text(const RaceFrame& frame, double now, double end) {
    if (!frame.state.shown.lanes->in_steps) return clock_text(now, end);
    const double steps = std::floor(now);
    return frame.plain(steps == 1 ? "count.step.one" : "count.step.many", {{"count", whole_text(steps)}});
}

LanePicture race_lane(const RaceFrame& frame, Runner runner) {
    const timing::Replay& replay = *frame.state.shown.lanes;
    const timing::Lane& timed = replay.lanes[runner];
    auto [time, unit] = time_and_unit(timed.seconds(), frame.state.shown.clock.end());
    if (replay.in_steps) {
        time = whole_text(timed.seconds());
        unit = frame.ui.text(timed.seconds() == 1 ? "race.step" : "race.steps_unit");
    }
    LanePicture lane{.name = frame.ui.texts.text("race.short_" + key_of(runner)),
                     .time = time,
                     .unit = unit,
                     .role = runner_style(runner).role,
                     .marker = runner_style(runner).marker,
                     .words = replay.words,
                     .work = {.ready = timed.ready,
                              .one_by_one = runner != Runner::attention || replay.mode == Mode::generation,
                              .passes = passes_of(replay, runner)}};
    lane.state = state_of(frame, lane.work);
    if (replay.mode == Mode::generation) {
        lane.kept = timed.kept_bytes;
        for (const Runner other : timing::runners)
            lane.most_kept = std::max(lane.most_kept, replay.lanes[other].kept_bytes.back());
        const Index ready = words_ready(lane.work, frame.state.shown.clock.now());
        // A state exists from the start, the cache starts empty.
        const double first = runner == Runner::attention ? 0 : timed.kept_bytes.front();
        const double kept = ready > 0 ? timed.kept_bytes[static_cast<std::size_t>(ready - 1)] : first;
        lane.notes.push_back(
            frame.plain(runner == Runner::attention ? "race.keeps_cache" : "race.keeps_state",
                        {{"bytes", unit_text(kept, Unit::bytes, 3)}}));
    }
    return lane;
}

LaneText lane_text(const RaceState& state) {
    return {static_cast<Index>(state.shown.lanes->words.size()), state.shown.period};
}

Rect finish_place(const LaneLayout& first, const LaneLayout& last) {
    const float scale = first.scale, over = 6 * scale;
    return {first.finish, first.box_y - over, 10 * scale,
            last.box_y + last.box_height - first.box_y + 2 * over};
}

// The card.

namespace {

/// A hovered word shows when it was ready; a click opens its state. Each box is an anchor.
void touch_words(RaceFrame& frame, Runner runner, const LanePicture& lane, const LaneLayout& layout,
                 LaneOptions& options) {
    Ui& ui = frame.ui;
    if (layout.empty()) return;
    const std::string name = "race/lane/" + key_of(runner);
    const Rect words{layout.left, layout.box_y, layout.right() - layout.left, layout.box_height};
    const Touch t = touch(ui, name, words);
    if (t.focused) focus_ring(ui, words, ui.px(6));
    for (Index i = 0; i < layout.boxes; ++i)
        ui.anchors.add(name + "/" + std::to_string(i), layout.box_at(i));
    if (t.hovered) options.hovered = layout.word_at(ui.mouse);
    if (options.hovered) {
        const auto i = static_cast<std::size_t>(*options.hovered);
        ui.cursor_hint = frame.plain(
            "race.word_hint", {{"word", lane.words[i]},
                               {"number", std::to_string(i + 1)},
                               {"time", lane_clock_text(frame, lane.work.ready[i], lane.work.ready[i])}});
    }
    if (!t.clicked) return;
    frame.state.chosen.lane = runner;
    frame.state.shown.word = options.hovered ? options.hovered : shown_word(frame.state);
    open_state(frame);
}

/// The name on the left shows on hover what kind of layer it is; a click opens its state.
void touch_name(RaceFrame& frame, Runner runner, const LaneLayout& layout) {
    Ui& ui = frame.ui;
    const Rect place{layout.area.x, layout.area.y, layout.left - layout.area.x - ui.px(8),
                     layout.area.height};
    const Touch t = touch(ui, "race/name/" + key_of(runner), place, true, false);
    const bool known = frame.state.shown.lanes->mode == Mode::all_words;
    if (t.hovered && frame.state.shown.lanes->in_steps) {
        ui.cursor_hint = ui.texts.text("race.hint_" + key_of(runner));
    } else if (t.hovered) {
        ui.cursor_hint = ui.texts.text("race.hint_" + key_of(runner));
        if (known && runner != Runner::attention) ui.cursor_hint += " " + ui.text("race.hint_first_word");
        if (known && runner == Runner::attention) ui.cursor_hint += " " + ui.text("race.hint_fused");
        ui.cursor_hint += " " + machine_text(frame, frame.state.shown.lanes->lanes[runner].threads);
    }
    if (!t.clicked) return;
    frame.state.chosen.lane = runner;
    open_state(frame);
}

/// 1 when the lane has just finished in the replay, then fading.
float flash_of(const RaceFrame& frame, Runner runner) {
    constexpr double long_enough = 0.5; // seconds
    const ReplayClock& clock = frame.state.shown.clock;
    if (!clock.playing() || frame.ui.theme.reduce_motion) return 0;
    const double since = (clock.now() - frame.state.shown.lanes->lanes[runner].seconds()) * clock.slowdown();
    return since < 0 ? 0.0F : static_cast<float>(std::max(1 - since / long_enough, 0.0));
}

std::array<LaneLayout, 3> layouts_of(const RaceFrame& frame, const Rect& area, const LaneText& text,
                                     Mode mode) {
    const bool kept = mode == Mode::generation;
    const float pitch = area.height / 3;
    std::array<LaneLayout, 3> layouts;
    for (std::size_t i = 0; i < layouts.size(); ++i)
        layouts[i] = lane_layout({area.x, area.y + static_cast<float>(i) * pitch, area.width, pitch}, text,
                                 {.kept = kept}, frame.ui.theme.scale);
    return layouts;
}

void draw_finish(RaceFrame& frame, const std::array<LaneLayout, 3>& layouts) {
    if (!layouts.front().empty())
        frame.ui.canvas.paint(finish_line(finish_place(layouts.front(), layouts.back()), frame.ui.theme.scale,
                                          frame.ui.theme.palette()));
}

/// Before all three are timed: the words that they will read, and the times so far.
void draw_waiting_lanes(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const std::vector<std::string> words = frame.raced_words();
    const std::vector<double> never(words.size(), std::numeric_limits<double>::infinity());
    const timing::Replay* part = frame.state.shown.part.get();
    const auto layouts =
        layouts_of(frame, area, {std::ssize(words), frame.sentence()}, frame.state.chosen.mode);
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const Runner runner = timing::runners[i];
        LanePicture lane{.name = ui.texts.text("race.short_" + key_of(runner)),
                         .role = runner_style(runner).role,
                         .marker = runner_style(runner).marker,
                         .words = words,
                         .work = {.ready = never,
                                  .one_by_one = runner != Runner::attention ||
                                                frame.state.chosen.mode == Mode::generation}};
        lane.state = state_of(frame, lane.work);
        if (part && i < part->lanes_done) {
            const double seconds = part->lanes[runner].seconds();
            std::tie(lane.time, lane.unit) = time_and_unit(seconds, seconds);
        }
        ui.canvas.paint(lane_figure(lane, layouts[i], {}, ui.theme.palette(), ui.canvas));
    }
    draw_finish(frame, layouts);
}

void draw_lanes(RaceFrame& frame, const std::array<LaneLayout, 3>& layouts) {
    Ui& ui = frame.ui;
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const Runner runner = timing::runners[i];
        LanePicture lane = race_lane(frame, runner);
        const bool in_steps = frame.state.shown.lanes->in_steps;
        if (frame.needed && !in_steps) lane.time = lane.unit = ""; // of this computer, at this moment
        LaneOptions options{.now = frame.state.shown.clock.now(), .flash = flash_of(frame, runner)};
        if (runner == frame.state.chosen.lane) options.marked = frame.state.shown.word;
        touch_name(frame, runner, layouts[i]);
        touch_words(frame, runner, lane, layouts[i], options);
        ui.canvas.paint(lane_figure(lane, layouts[i], options, ui.theme.palette(), ui.canvas));
    }
    draw_finish(frame, layouts);
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

/// How many words are raced, how they are drawn, and where the times come from; or what is being measured.
std::string subtitle(const RaceFrame& frame, const LaneLayout& layout) {
    const RaceState& state = frame.state;
    const bool in_steps = state.shown.lanes && state.shown.lanes->in_steps;
    if (!in_steps && frame.trains && state.work.lanes_wait) return frame.ui.text("race.waits_for_training");
    if (!in_steps && state.work.lanes.busy()) return progress_text(frame);
    if (!state.shown.lanes) return {};
    const Index words = layout.text.words;
    const std::map<std::string, std::string> values{
        {"words", frame.words_text(words)},
        {"spelt", std::to_string(layout.boxes)},
        {"others", whole_text(static_cast<double>(words - layout.boxes))},
        {"how", in_steps ? frame.ui.text("race.counted")
                         : frame.plain("race.measured", {{"roughly", lanes_are_rough(*state.shown.lanes)
                                                                         ? frame.ui.text("race.roughly")
                                                                         : ""}})}};
    std::string said = frame.plain(layout.boxes < words ? "race.raced_lines" : "race.raced", values);
    if (frame.raced() < frame.length())
        said += " " + frame.plain("race.too_long", {{"words", frame.words_text(frame.length())}});
    return said;
}

/// The title, what is raced, and Set-up.
void draw_heading(RaceFrame& frame, const Rect& area, const std::string& more) {
    Ui& ui = frame.ui;
    const RaceState& state = frame.state;
    const float middle = area.centre().y;
    const Mode shown = state.shown.lanes ? state.shown.lanes->mode : state.chosen.mode;
    const std::string& title =
        ui.text(shown == Mode::generation ? "race.title_generation" : "race.title_lanes");
    float right = area.right();
    if (!frame.on_slide && !frame.needed) {
        const float wide = std::max(button_width(ui, ui.text("race.set_up"), card_size), ui.px(92));
        const Rect place{right - wide, area.y, wide, area.height};
        draw_race_set_up(frame, place);
        right = place.x - ui.px(12);
    }
    const float size = ui.px(title_size);
    ui.canvas.text_within({area.x, middle}, right - area.x, title, Font::sans_bold, size, ui[Role::text]);
    const float x = area.x + ui.canvas.width(Font::sans_bold, size, title) + ui.px(18);
    if (ui.canvas.width(Font::sans, ui.px(body_size), more) <= right - x)
        ui.canvas.text({x, middle + ui.px(2)}, more, Font::sans, ui.px(body_size), ui[Role::quiet]);
    else if (!frame.on_slide && !frame.needed && right - x > ui.px(120))
        ui.canvas.text_within({x, middle + ui.px(2)}, right - x, more, Font::sans, ui.px(label_size),
                              ui[Role::quiet]);
}

/// Advances a playing replay by the time since the last frame.
void advance_replay(RaceFrame& frame) {
    ReplayClock& clock = frame.state.shown.clock;
    if (!clock.playing()) return;
    clock.advance(std::min(frame.seconds, 0.1));
    frame.ui.motion.keep_going();
}

} // namespace

void draw_race_lanes(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("race/lanes", area);
    const float side = ui.px(28);
    const Rect inner{area.x + side, area.y + ui.px(16), area.width - 2 * side, area.height - ui.px(32)};
    const Rect heading{inner.x, inner.y, inner.width, ui.px(36)};
    const float top = heading.bottom() + ui.px(4), line = ui.px(1.25F * sentence_size);
    const float foot = frame.on_slide ? 0 : ui.px(timeline_height);
    if (const auto* problem = frame.state.work.lanes.problem()) {
        draw_heading(frame, heading, {});
        paragraph(ui, {inner.x, top + ui.px(20)}, inner.width, {{problem->what()}});
        return;
    }
    if (!frame.state.shown.lanes) {
        const bool waits = frame.trains && frame.state.work.lanes_wait;
        draw_heading(frame, heading, waits ? ui.text("race.waits_for_training") : progress_text(frame));
        draw_waiting_lanes(frame, {inner.x, top, inner.width, inner.bottom() - line - foot - ui.px(4) - top});
        return;
    }
    const narration::Paragraph sentence = race_sentence(frame);
    frame.state.shown.sentence = narration::plain_text(sentence);
    frame.state.shown.verdict = narration::plain_text(race_verdict(frame));
    const float said = paragraph(ui, {}, inner.width, sentence, sentence_size, true, Role::text, 1.25F);
    const float bottom = inner.bottom() - said - foot - ui.px(4);
    const auto layouts = layouts_of(frame, {inner.x, top, inner.width, bottom - top}, lane_text(frame.state),
                                    frame.state.shown.lanes->mode);
    const bool busy =
        !frame.state.shown.lanes->in_steps && (frame.state.work.lanes.busy() || frame.state.work.lanes_wait);
    draw_heading(frame, heading, frame.needed && !busy ? "" : subtitle(frame, layouts.front()));
    draw_lanes(frame, layouts);
    if (!frame.on_slide)
        draw_race_timeline(frame, {inner.x, bottom, inner.width, foot}, layouts.front().left,
                           layouts.front().finish + ui.px(5));
    advance_replay(frame);
    paragraph(ui, {inner.x, inner.bottom() - said}, inner.width, sentence, sentence_size, false, Role::text,
              1.25F);
    ui.anchors.add("race/verdict", {inner.x, inner.bottom() - said, inner.width, said});
}

} // namespace ui
