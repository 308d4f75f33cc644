// The reasons card: its pages, and the table "why".

#include "drawing/clock_text.h"
#include "drawing/fitted_text.h"
#include "drawing/plot_unit.h"
#include "ui/views/race/cards.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/scroll_area.h"

#include <algorithm>
#include <span>

namespace ui {

using namespace drawing;
using timing::Runner;

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
float draw_comparisons(RaceFrame& frame, const Rect& area, float y, bool measure_only) {
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
        y += paragraph(ui, {area.x, y}, area.width, text, label_size, measure_only, Role::text, 1.4F) +
             ui.px(6);
    }
    return y - top;
}

/// The choice among the pages, which a slide has made; returns its height.
float draw_pages(RaceFrame& frame, const Rect& area) {
    if (frame.on_slide) return 0;
    RaceReason& chosen = frame.state.chosen.reason;
    std::vector<std::string> pages;
    for (const RaceReason reason : race_reasons)
        pages.push_back(frame.ui.texts.text("race.page_" + key_of(reason)));
    const int page = choice(frame.ui, "race/reason", {area.x, area.y}, pages, static_cast<int>(chosen));
    if (page >= 0) chosen = static_cast<RaceReason>(page);
    return frame.ui.px(40);
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
    const bool told = !frame.on_slide; // a slide has its caption
    const float below = told ? draw_comparisons(frame, area, 0, true) +
                                   paragraph(ui, {}, area.width, text, label_size, true, Role::text, 1.4F) +
                                   ui.px(10)
                             : 0;
    const float room = (area.bottom() - y - below) / static_cast<float>(rows.size());
    const float pitch = std::clamp(room, ui.px(frame.on_slide ? 36 : 40), ui.px(58));
    for (const Row& row : rows) {
        draw_row(frame, row, area, y, pitch);
        y += pitch;
    }
    if (!told) return y - area.y;
    y += ui.px(10);
    y += draw_comparisons(frame, area, y, false);
    y += paragraph(ui, {area.x, y}, area.width, text, label_size, false, Role::text, 1.4F);
    return y - area.y;
}

void draw_race_reasons(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    RaceState& state = frame.state;
    card(ui, area);
    ui.anchors.add("race/reasons", area);
    const Rect inner{area.x + ui.px(20), area.y + ui.px(14), area.width - 2 * ui.px(20),
                     area.height - ui.px(24)};
    const float top = inner.y + draw_pages(frame, inner), bar = ui.px(10);
    ScrollArea scrolled(ui, "race/scroll", {inner.x, top, inner.width + bar, inner.bottom() - top});
    const Rect room{inner.x, scrolled.top(), inner.width, inner.bottom() - top - ui.px(4)};
    const float used = state.chosen.reason == RaceReason::why       ? draw_race_why(frame, room)
                       : state.chosen.reason == RaceReason::what_if ? draw_race_what_if(frame, room)
                                                                    : draw_race_state(frame, room);
    scrolled.ends_at(scrolled.top() + used);
}

} // namespace ui
