// Who came first and why, in words: the sentence below the lanes, and the pages "why", "what if" and "state",
// which open in place of the facts. The measurement decides which sentences are used (timing/verdict.h).
#include "base/text.h"
#include "drawing/plot/plot.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/board/figures.h"
#include "ui/views/race/race.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/slider.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

namespace ui {

using namespace drawing;
using base::Index;
using base::Matrix;
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

/// Why attention is faster or slower than `other`: every reason that holds for the measurements, or only the
/// first `most` of them.
narration::Paragraph reasons_text(const RaceFrame& frame, const timing::Replay& replay, Runner other,
                                  std::size_t most = 9) {
    const timing::Comparison c = timing::compared(replay, other);
    const auto values = values_of(frame, replay, c);
    narration::Paragraph all;
    for (std::size_t i = 0; i < std::min(most, c.reasons.size()); ++i)
        append(all, frame.said("race.reason_" + reason_key(c.reasons[i]), values));
    return all;
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

narration::Paragraph race_verdict(const RaceFrame& frame) {
    const timing::Replay* replay = frame.state.shown.replay.get();
    if (!replay) return {};
    constexpr std::size_t main_reasons = 3;
    narration::Paragraph all = ranking_text(frame, *replay);
    append(all, reasons_text(frame, *replay, Runner::rnn, main_reasons));
    return all;
}

narration::Paragraph race_sentence(const RaceFrame& frame) {
    const timing::Replay* replay = frame.state.shown.replay.get();
    if (!replay || frame.on_slide || frame.needed) return {};
    if (frame.state.shown.lanes->in_steps)
        return {{frame.plain(replay->mode == timing::Mode::generation ? "race.sentence_steps_generation"
                                                                      : "race.sentence_steps",
                             {{"n", lane_clock_text(frame, frame.state.shown.clock.end(), 0)}}),
                 narration::Tone::strong}};
    static constexpr std::array orders{"faster", "about_equal", "slower"};
    const timing::Comparison c = timing::compared(*replay, Runner::rnn);
    const char* waiting = replay->mode == timing::Mode::generation ? "it_waits"
                          : replay->words.size() == 1              ? "one_word"
                          : c.attention == timing::Order::slower   ? "and_no_waiting"
                                                                   : "but_no_waiting";
    const std::string compared =
        frame.plain(std::string("race.sentence_") + orders[static_cast<std::size_t>(c.attention)],
                    {{"times", times_text(c.time_ratio)}});
    const std::string all =
        frame.plain("race.sentence", {{"compared", compared},
                                      {"more", times_text(c.work_ratio)},
                                      {"waiting", frame.ui.texts.text(std::string("race.") + waiting)}});
    return {{all, narration::Tone::strong}};
}

// The page "why": what each layer costs, and which reasons the measurements bear out.

namespace {

/// A row of the table: formulas are texts, "race.<key>_<runner>", the numbers below them are computed.
struct Row {
    const char* key;
    double timing::Cost::*value;
    Unit unit;
};

constexpr std::array<Row, 5> rows_all_words{{{"steps", &timing::Cost::waiting_steps, Unit::count},
                                             {"operations", &timing::Cost::multiply_adds, Unit::count},
                                             {"path", &timing::Cost::longest_path, Unit::count},
                                             {"memory", &timing::Cost::bytes, Unit::bytes},
                                             {"traced", &timing::Cost::traced_bytes, Unit::bytes}}};

constexpr std::array<Row, 4> rows_generation{
    {{"steps_generation", &timing::Cost::waiting_steps, Unit::count},
     {"operations_generation", &timing::Cost::multiply_adds, Unit::count},
     {"path", &timing::Cost::longest_path, Unit::count},
     {"kept", &timing::Cost::bytes, Unit::bytes}}};

/// The right ends of the columns, from the left: RNN, LSTM, attention.
std::array<float, 3> column_ends(const Rect& area) {
    return {area.x + 0.52F * area.width, area.x + 0.69F * area.width, area.right()};
}

/// Counts are written in full as long as the largest in the row is readable.
std::string written(double value, double largest, Unit unit) {
    return unit == Unit::count && largest < 1e9 ? whole_text(value) : unit_text(value, unit, 3);
}

void draw_row(RaceFrame& frame, const Row& row, const Rect& area, float y, float high) {
    Ui& ui = frame.ui;
    const auto ends = column_ends(area);
    const float first = y + high / 2 - ui.px(9), second = first + ui.px(18);
    ui.canvas.line({area.x, y}, {area.right(), y}, ui[Role::hairline], ui.px(1));
    const std::string key = std::string("race.row_") + row.key;
    ui.canvas.text_within({area.x, first}, 0.44F * area.width, ui.texts.text(key), Font::sans,
                          ui.px(label_size), ui[Role::text]);
    const auto value_of = [&](Runner runner) { return frame.cost(runner, frame.length()).*row.value; };
    double largest = 0;
    for (const Runner runner : timing::runners)
        largest = std::max(largest, value_of(runner));
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const Runner runner = timing::runners[i];
        ui.canvas.text({ends[i], first}, ui.texts.text(key + "_" + key_of(runner)), Font::mono,
                       ui.px(label_size), ui[Role::text], Align::right);
        ui.canvas.text({ends[i], second}, written(value_of(runner), largest, row.unit), Font::mono,
                       ui.px(label_size), ui[Role::quiet], Align::right);
    }
}

/// The length for which the formulas are evaluated: the sentence's, or a typed one.
float draw_length(RaceFrame& frame, const Rect& area, float y) {
    Ui& ui = frame.ui;
    RaceState& state = frame.state;
    const std::string label =
        frame.plain("race.at_length", {{"d", std::to_string(state.chosen.sizes.d)},
                                       {"heads", std::to_string(state.chosen.sizes.heads)}});
    const float middle = y + ui.px(14);
    ui.canvas.text({area.x, middle}, label, Font::sans, ui.px(label_size), ui[Role::quiet]);
    const float x = area.x + ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(10);
    std::int64_t length = frame.length();
    if (frame.on_slide) {
        ui.canvas.text({x, middle}, std::to_string(length), Font::mono_bold, ui.px(label_size),
                       ui[Role::text]);
        return ui.px(30);
    }
    if (stepper(ui, "race/length", {x, y, ui.px(132), ui.px(control_height)}, length, 1, longest_text)) {
        state.chosen.length = length;
        ui.motion.draw_again();
    }
    const std::string& sentence = ui.text("race.this_sentence");
    const float wide = button_width(ui, sentence);
    if (state.chosen.length && x + ui.px(142) + wide <= area.right() &&
        button(ui, "race/this_sentence", {x + ui.px(142), y, wide, ui.px(control_height)}, sentence))
        state.chosen.length.reset();
    return ui.px(38);
}

/// Attention compared with each of the others, with every reason that holds for the measurements. Returns the
/// height.
float draw_comparisons(RaceFrame& frame, const Rect& area, float y) {
    const timing::Replay* replay = frame.current_replay();
    if (!replay) return 0;
    Ui& ui = frame.ui;
    const float top = y;
    for (const Runner other : recurrent_runners) {
        narration::Paragraph text{
            {frame.plain("race.against", {{"name", ui.texts.text("race.name_" + key_of(other))}}) + " ",
             narration::Tone::strong}};
        const narration::Paragraph reasons = reasons_text(frame, *replay, other);
        if (reasons.empty()) continue;
        text.insert(text.end(), reasons.begin(), reasons.end());
        y += paragraph(ui, {area.x, y}, area.width, text, label_size, false, Role::text, 1.4F) + ui.px(6);
    }
    return y - top;
}

/// Where the measured curves cross, and the whole ranking. Returns the height.
float draw_measured(RaceFrame& frame, const Rect& area, float y) {
    Ui& ui = frame.ui;
    const float top = y;
    const auto line = [&](const narration::Paragraph& text) {
        y += paragraph(ui, {area.x, y}, area.width, text, label_size, false, Role::text, 1.4F) + ui.px(6);
    };
    if (frame.state.shown.replay) line(ranking_text(frame, *frame.state.shown.replay));
    for (const Along along : {Along::length, Along::width})
        if (const std::string found = measured_text(frame, along); !found.empty()) line({{found}});
    return y - top;
}

} // namespace

float draw_race_why(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    float y = area.y;
    y += draw_length(frame, area, y);
    const auto ends = column_ends(area);
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const Runner runner = timing::runners[i];
        ui.canvas.text({ends[i], y + ui.px(8)}, ui.texts.text("race.short_" + key_of(runner)),
                       Font::sans_bold, ui.px(label_size), ui[runner_style(runner).role], Align::right);
    }
    y += ui.px(20);
    const bool generation = frame.state.chosen.mode == timing::Mode::generation;
    const auto rows =
        generation ? std::span<const Row>(rows_generation) : std::span<const Row>(rows_all_words);
    const narration::Paragraph text = frame.said(generation ? "race.why_generation" : "race.why_text",
                                                 {{"cores", std::to_string(base::most_threads())}});
    const bool has_text = !frame.on_slide; // a slide has its caption
    const float room = (area.bottom() - y) / static_cast<float>(rows.size());
    const float pitch = has_text ? ui.px(40) : std::clamp(room, ui.px(36), ui.px(58));
    for (const Row& row : rows) {
        draw_row(frame, row, area, y, pitch);
        y += pitch;
    }
    if (!has_text) return y - area.y;
    y += ui.px(10);
    y += draw_measured(frame, area, y);
    y += draw_comparisons(frame, area, y);
    y += paragraph(ui, {area.x, y}, area.width, text, label_size, false, Role::text, 1.4F);
    return y - area.y;
}

// The page "what if": p processors, computed from the formulas and the speed of one core, with this machine's
// measurements on the same plot.

namespace {

double seconds_on(const RaceFrame& frame, const timing::Replay& replay, Runner runner, int doublings) {
    return timing::computed_seconds(runner, frame.state.chosen.mode, frame.length(), frame.state.chosen.sizes,
                                    std::ldexp(1.0, doublings), replay.product_rate);
}

/// The measured lane, if it has the length that is computed; otherwise null.
const timing::Lane* measured_lane(const RaceFrame& frame, Runner runner) {
    const timing::Replay* replay = frame.current_replay();
    return replay && frame.raced() == frame.length() ? &replay->lanes[runner] : nullptr;
}

/// How many processors: a power of 2.
void choose_processors(RaceFrame& frame, const Rect& area) {
    int& chosen = frame.state.chosen.doublings;
    auto doublings = static_cast<float>(chosen);
    if (slider(frame.ui, processors_slider, area, doublings,
               {.low = 0, .high = most_doublings, .step = 1, .dotted = true}))
        chosen = static_cast<int>(std::lround(doublings));
}

} // namespace

Plot what_if_plot(const RaceFrame& frame, const timing::Replay& replay) {
    Plot plot;
    plot.x = {.title = frame.ui.text("race.axis_processors"), .spacing = Spacing::log2, .unit = Unit::count};
    plot.y = {.title = frame.ui.text("race.axis_what_if"), .spacing = Spacing::log10, .unit = Unit::seconds};
    plot.spread = SpreadLook::whiskers;
    for (const Runner runner : timing::runners) {
        PlotSeries computed{.name = frame.ui.texts.text("race.short_" + key_of(runner)),
                            .style = runner_style(runner),
                            .kind = SeriesKind::theory};
        for (int i = 0; i <= most_doublings; ++i)
            computed.points.push_back({.x = std::ldexp(1.0, i), .y = seconds_on(frame, replay, runner, i)});
        plot.series.push_back(std::move(computed));
    }
    for (const Runner runner : timing::runners)
        if (const timing::Lane* lane = measured_lane(frame, runner))
            plot.series.push_back({.name = {},
                                   .style = runner_style(runner),
                                   .points = {{.x = static_cast<double>(lane->threads),
                                               .y = lane->time.median,
                                               .lower = lane->time.lower,
                                               .upper = lane->time.upper}}});
    plot.marks.push_back({std::ldexp(1.0, frame.state.chosen.doublings), {}});
    return plot;
}

std::map<std::string, std::string> what_if_values(const RaceFrame& frame, const timing::Replay& replay) {
    const bool generation = frame.state.chosen.mode == timing::Mode::generation;
    return {
        {"n", whole_text(static_cast<double>(frame.length()))},
        {"words", frame.ui.text(generation ? "race.what_if_generation" : "race.what_if_all_words")},
        {"d", std::to_string(frame.state.chosen.sizes.d)},
        {"rate", number_text(static_cast<float>(replay.product_rate / 1e9), 0)},
    };
}

float draw_race_what_if(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    if (!frame.state.shown.replay)
        return paragraph(ui, {area.x, area.y}, area.width, {{ui.text("race.working_out")}}, card_size, false,
                         Role::quiet);
    const timing::Replay& replay = *frame.state.shown.replay;
    const double processors = std::ldexp(1.0, frame.state.chosen.doublings);
    float y = area.y;
    const float label = ui.px(150);
    ui.canvas.text({area.x, y + ui.px(13)}, frame.plain("race.processors", {{"p", whole_text(processors)}}),
                   Font::sans_bold, ui.px(body_size), ui[Role::text]);
    choose_processors(frame, {area.x + label, y, area.width - label - ui.px(8), ui.px(26)});
    y += ui.px(34);
    const float wide = area.width / 3;
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const Runner runner = timing::runners[i];
        const float x = area.x + static_cast<float>(i) * wide;
        ui.canvas.text({x, y + ui.px(8)}, ui.texts.text("race.short_" + key_of(runner)), Font::sans_bold,
                       ui.px(label_size), ui[runner_style(runner).role]);
        ui.canvas.text(
            {x, y + ui.px(28)},
            unit_text(seconds_on(frame, replay, runner, frame.state.chosen.doublings), Unit::seconds, 3),
            Font::mono, ui.px(body_size), ui[Role::text]);
        if (const timing::Lane* lane = measured_lane(frame, runner); lane && !frame.on_slide)
            ui.canvas.text_within(
                {x, y + ui.px(48)}, wide - ui.px(8),
                frame.plain("race.measured_here", {{"time", clock_text(lane->seconds(), lane->seconds())}}),
                Font::sans, ui.px(label_size), ui[Role::quiet]);
    }
    y += ui.px(frame.on_slide ? 44 : 62); // on a slide only the plot shows the measurements
    const float high = std::max(ui.px(frame.on_slide ? 120 : 180), area.bottom() - y - ui.px(4));
    draw_plot(ui, "race/what_if", what_if_plot(frame, replay), {area.x, y, area.width, high});
    y += high;
    if (frame.on_slide) return y - area.y;
    y += ui.px(8);
    y +=
        paragraph(ui, {area.x, y}, area.width, frame.said("race.what_if_text", what_if_values(frame, replay)),
                  label_size, false, Role::quiet, 1.35F);
    return y - area.y;
}

// The page "state": the state after a word, which is all that a recurrent network keeps of the words so far.

namespace {

constexpr Index columns = 8;
constexpr float title_room = 22, readable_line = 13.5F; // design pixels

/// How many numbers are shown: full lines, as far as they fit in this height with readable digits.
Index numbers_shown(const Ui& ui, const timing::Lane& lane, float high) {
    const auto lines = static_cast<Index>((high - ui.px(title_room)) / ui.px(readable_line));
    const Index most = lane.cells.rows() > 0 ? 8 : 16;
    return std::min(lane.states.cols(), columns * std::clamp<Index>(lines, 4, most));
}

/// The first `count` numbers of a row, broken into lines.
std::shared_ptr<const Matrix> folded(const Matrix& states, Index word, Index count) {
    auto matrix =
        std::make_shared<Matrix>(Matrix::Zero((count + columns - 1) / columns, std::min(count, columns)));
    for (Index i = 0; i < count; ++i)
        (*matrix)(i / columns, i % columns) = states(word, i);
    return matrix;
}

float draw_numbers(RaceFrame& frame, const char* anchor, const std::string& title, const Matrix& states,
                   Index word, Index count, const Rect& area) {
    Ui& ui = frame.ui;
    ui.canvas.text_within({area.x, area.y + ui.px(9)}, area.width, title, Font::sans_bold, ui.px(label_size),
                          ui[Role::text]);
    const auto numbers = folded(states, word, count);
    const Rect place{area.x, area.y + ui.px(title_room), area.width, area.height - ui.px(title_room)};
    const MatrixLayout layout = draw_plain_matrix(
        ui,
        {.numbers = numbers,
         .coloured = {ColourMap::signed_values, fitted(ColourMap::signed_values, range_of(states))},
         .largest_width = 60,
         .largest_height = 26,
         .anchor = anchor},
        place);
    return layout.area.bottom() - area.y;
}

} // namespace

float draw_race_state(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    RaceState& state = frame.state;
    float y = area.y;
    std::vector<std::string> names;
    for (const Runner runner : timing::runners)
        names.push_back(ui.texts.text("race.short_" + key_of(runner)));
    const int chosen = choice(ui, "race/state_of", {area.x, y}, names, static_cast<int>(state.chosen.lane));
    if (chosen >= 0) state.chosen.lane = static_cast<Runner>(chosen);
    y += ui.px(38);
    const auto word = shown_word(state);
    if (!state.shown.replay || !word || *word >= std::ssize(state.shown.replay->words)) {
        y += paragraph(ui, {area.x, y}, area.width, {{ui.text("race.no_state_yet")}}, card_size, false,
                       Role::quiet);
        return y - area.y;
    }
    const timing::Lane& lane = state.shown.replay->lanes[state.chosen.lane];
    const bool kept =
        state.chosen.lane == Runner::attention && state.shown.replay->mode == timing::Mode::generation;
    const auto t = static_cast<std::size_t>(*word);
    const std::string width = std::to_string(lane.states.cols()), number = std::to_string(*word + 1);
    y += paragraph(ui, {area.x, y}, area.width,
                   frame.said("race.state_" + key_of(state.chosen.lane) + (kept ? "_generation" : ""),
                              {{"word", state.shown.replay->words[t]},
                               {"t", number},
                               {"d", width},
                               {"bytes", unit_text(lane.kept_bytes[t], Unit::bytes, 3)}}),
                   label_size, false, Role::text, 1.4F) +
         ui.px(8);
    const bool two = lane.cells.rows() > 0;
    const float rest = std::max(area.bottom() - y, ui.px(two ? 260 : 110)),
                high = two ? (rest - ui.px(10)) / 2 : rest;
    const Index shown = numbers_shown(ui, lane, high);
    const auto titled = [&](const char* name) {
        const Index d = lane.states.cols();
        std::string title = frame.plain(name, {{"t", number}});
        if (shown < d)
            title += ", " + frame.plain("race.shown_of", {{"shown", std::to_string(shown)}, {"d", width}});
        return title;
    };
    const char* hidden = state.chosen.lane == Runner::attention ? "race.output_title" : "race.hidden_title";
    const float first = draw_numbers(frame, "race/hidden", titled(hidden), lane.states, *word, shown,
                                     {area.x, y, area.width, high});
    y += first;
    if (two) {
        y += ui.px(10);
        y += draw_numbers(frame, "race/cell", titled("race.cell_title"), lane.cells, *word, shown,
                          {area.x, y, area.width, high});
    }
    return y - area.y;
}

} // namespace ui
