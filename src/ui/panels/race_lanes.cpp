#include "drawing/clock_text.h"
#include "ui/panels/race_cards.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using timing::Mode;
using timing::Runner;

bool lanes_are_rough(const timing::Replay& replay) {
    return std::ranges::any_of(timing::runners, [&](Runner runner) { return !replay.lanes[runner].settled; });
}

namespace {

/// "h₆": digits below the line.
std::string with_index(const std::string& symbol, Index number) {
    static constexpr std::array low{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    std::string text = symbol;
    for (const char digit : std::to_string(number))
        text += low[static_cast<std::size_t>(digit - '0')];
    return text;
}

/// Who waits for whom just now: "h₆ waits for h₅".
std::string waits_of(const RaceFrame& frame, Runner runner, const drawing::Lane& lane) {
    const auto n = static_cast<Index>(lane.words.size());
    const Index word = std::min(words_ready(lane, frame.state.clock.now()) + 1, n); // counted from 1
    if (!lane.one_by_one) return frame.ui.text("race.all_at_once");
    if (n == 1) return frame.ui.text("race.waits_for_nothing");
    const bool known = frame.state.replay->mode == Mode::all_words;
    if (known && word == 1) return frame.ui.text("race.inputs_first"); // most of the first word's time
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

} // namespace

drawing::Lane race_lane(const RaceFrame& frame, Runner runner) {
    const timing::Replay& replay = *frame.state.replay;
    const timing::Lane& timed = replay.lanes[runner];
    const double now = frame.state.clock.now();
    // Clocks that run show the same; the one that has stopped, its own three digits.
    const bool through = now >= timed.seconds;
    drawing::Lane lane{.name = frame.name_of(runner),
                       .time = through ? clock_text(timed.seconds, timed.seconds)
                                       : clock_text(now, frame.state.clock.end()),
                       .role = runner_style(runner).role,
                       .words = replay.words,
                       .ready = timed.ready,
                       .one_by_one = runner != Runner::attention || replay.mode == Mode::generation,
                       .hands_over = runner != Runner::attention,
                       .numbers = {frame.state.replay, &timed.states},
                       .range = frame.state.ranges[runner]};
    const auto n = static_cast<Index>(replay.words.size());
    lane.waits = waits_of(frame, runner, lane);
    lane.notes = {!lane.one_by_one ? frame.ui.text("race.one_step")
                  : n == 1         ? frame.ui.text("race.one_step_alone")
                                   : frame.plain("race.steps", {{"n", whole_text(static_cast<double>(n))}})};
    if (replay.mode == Mode::all_words && replay.sizes.threads > 1)
        lane.notes.push_back(threads_text(frame, timed.threads));
    if (replay.mode == Mode::generation) {
        lane.kept = timed.kept_bytes;
        for (const Runner other : timing::runners)
            lane.most_kept = std::max(lane.most_kept, replay.lanes[other].kept_bytes.back());
        const Index ready = words_ready(lane, now); // a state is there from the start, the cache is empty
        const double first = runner == Runner::attention ? 0 : timed.kept_bytes.front();
        const double kept = ready > 0 ? timed.kept_bytes[static_cast<std::size_t>(ready - 1)] : first;
        lane.notes.push_back(
            frame.plain(runner == Runner::attention ? "race.keeps_cache" : "race.keeps_state",
                        {{"bytes", unit_text(kept, Unit::bytes, 3)}}));
    }
    return lane;
}

namespace {

/// The word under the mouse says when it was ready; a click opens its state.
void touch_words(RaceFrame& frame, Runner runner, const drawing::Lane& lane, const LaneLayout& layout,
                 LaneOptions& options) {
    Ui& ui = frame.ui;
    if (layout.empty()) return;
    const std::string name = "race/lane/" + key_of(runner);
    const Rect words{layout.left, layout.area.y, layout.right() - layout.left,
                     layout.strip_y + layout.strip - layout.area.y};
    const Touch t = touch(ui, name, words);
    if (t.focused) focus_ring(ui, words, ui.px(6));
    if (!layout.is_bar())
        for (Index i = 0; i < layout.words; ++i)
            ui.anchors.add(name + "/" + std::to_string(i), layout.box_of(i));
    if (t.hovered) options.hovered = layout.word_at(ui.mouse);
    if (options.hovered) {
        const auto i = static_cast<std::size_t>(*options.hovered);
        ui.cursor_hint = frame.plain("race.word_hint", {{"word", lane.words[i]},
                                                        {"number", std::to_string(i + 1)},
                                                        {"time", clock_text(lane.ready[i], lane.ready[i])}});
    }
    if (!t.clicked) return;
    frame.state.lane = runner;
    frame.state.word = options.hovered ? options.hovered : shown_word(frame.state);
    frame.state.reason = RaceReason::state;
    ui.motion.keep_going();
}

/// The name at the left says what kind of layer it is; a click opens its state.
void touch_name(RaceFrame& frame, Runner runner, const LaneLayout& layout) {
    Ui& ui = frame.ui;
    const Rect place{layout.area.x, layout.area.y, layout.left - layout.area.x - ui.px(8),
                     layout.area.height};
    const Touch t = touch(ui, "race/name/" + key_of(runner), place, true, false);
    const bool known = frame.state.replay->mode == Mode::all_words;
    if (t.hovered) {
        ui.cursor_hint = ui.texts.text("race.hint_" + key_of(runner));
        if (known && runner != Runner::attention) ui.cursor_hint += " " + ui.text("race.hint_first_word");
    }
    if (!t.clicked) return;
    frame.state.lane = runner;
    frame.state.reason = RaceReason::state;
}

void draw_lanes(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const bool kept = frame.state.replay->mode == Mode::generation;
    const float pitch = area.height / 3;
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const Runner runner = timing::runners[i];
        const drawing::Lane lane = race_lane(frame, runner);
        const Rect row{area.x, area.y + static_cast<float>(i) * pitch, area.width, pitch - ui.px(4)};
        const LaneLayout layout =
            lane_layout(row, static_cast<Index>(lane.words.size()), kept, ui.theme.scale);
        LaneOptions options{.now = frame.state.clock.now()};
        if (runner == frame.state.lane) options.marked = frame.state.word;
        touch_name(frame, runner, layout);
        touch_words(frame, runner, lane, layout, options);
        ui.canvas.paint(lane_figure(lane, layout, options, ui.theme.palette(), ui.canvas));
    }
}

std::string speed_text(const RaceFrame& frame) {
    const ReplayClock& clock = frame.state.clock;
    if (!clock.can_be_faster()) return frame.ui.text("race.as_fast");
    return frame.plain("race.slower_than", {{"times", whole_text(clock.slowdown())}});
}

/// Title, what is replayed, and the choice of the mode.
void draw_heading(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    RaceState& state = frame.state;
    const std::vector<std::string> modes{ui.text("race.words_known"), ui.text("race.one_by_one")};
    const float right = area.right() - choice_width(ui, modes);
    const int mode = choice(ui, "race/mode", {right, area.y - ui.px(4)}, modes, static_cast<int>(state.mode),
                            28, {ui.text("race.words_known_hint"), ui.text("race.one_by_one_hint")});
    if (mode >= 0) state.mode = static_cast<Mode>(mode);
    const float middle = area.y + ui.px(10);
    const Mode shown = state.replay ? state.replay->mode : state.mode;
    const std::string& title =
        ui.text(shown == Mode::generation ? "race.title_generation" : "race.title_lanes");
    ui.canvas.text({area.x, middle}, title, Font::sans_bold, ui.px(18), ui[Role::text]);
    if (!state.replay) return;
    const float x = area.x + ui.canvas.width(Font::sans_bold, ui.px(18), title) + ui.px(12);
    const timing::LayerSizes sizes = sizes_in_use(*state.replay);
    std::string said = frame.plain(sizes.threads == 1 ? "race.replayed_one" : "race.replayed",
                                   {{"speed", speed_text(frame)},
                                    {"threads", std::to_string(sizes.threads)},
                                    {"d", std::to_string(sizes.d)}});
    if (lanes_are_rough(*state.replay)) said += "; " + ui.text("race.lanes_rough");
    if (state.lanes_wait) said = ui.text("race.lanes_wait");
    ui.canvas.text_within({x, middle}, right - x - ui.px(12), said, Font::sans, ui.px(13), ui[Role::quiet]);
}

} // namespace

void draw_race_lanes(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("race/lanes", area);
    const Rect inner{area.x + ui.px(20), area.y + ui.px(16), area.width - 2 * ui.px(20),
                     area.height - ui.px(28)};
    draw_heading(frame, inner);
    const float top = inner.y + ui.px(38), foot = ui.px(40);
    if (const auto* problem = frame.state.lanes.problem()) {
        paragraph(ui, {inner.x, top}, inner.width, {{problem->what()}});
        return;
    }
    if (!frame.state.replay) {
        ui.canvas.text(area.centre(), ui.text("race.timing_lanes"), Font::sans, ui.px(15), ui[Role::quiet],
                       Align::centre);
        return;
    }
    draw_lanes(frame, {inner.x, top, inner.width, inner.bottom() - foot - top - ui.px(4)});
    draw_race_controls(frame, {inner.x, inner.bottom() - foot, inner.width, foot});
}

} // namespace ui
