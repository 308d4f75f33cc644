// The card beside the chart: three facts about this race, computed from the formulas; and in their place,
// once someone asks, the pages that say why.
#include "drawing/plot/layout.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/views/race/race.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using timing::Runner;

namespace {

struct Fact {
    const char* key; ///< of its texts and its anchor
    double timing::Cost::*value;
};
constexpr std::array<Fact, 3> facts{{{"steps", &timing::Cost::waiting_steps},
                                     {"operations", &timing::Cost::multiply_adds},
                                     {"path", &timing::Cost::longest_path}}};

constexpr float name_size = 18, name_width = 168, head_height = 40, number_size = 42; // design pixels
constexpr std::array<float, 4> smaller_sizes{32, 24, 18, 15};
constexpr std::size_t short_number = 4; ///< characters of a number that is set large

/// "256", "134 M", "2.15 bn": three digits from ten thousand on.
std::string counted(const RaceFrame& frame, double value) {
    constexpr double written_out = 1e4;
    if (value < written_out) return whole_text(value);
    const std::string name = value < 1e6    ? "race.thousand"
                             : value < 1e9  ? "race.million"
                             : value < 1e12 ? "race.billion"
                                            : "race.trillion";
    const double unit = value < 1e6 ? 1e3 : value < 1e9 ? 1e6 : value < 1e12 ? 1e9 : 1e12;
    return frame.plain(
        name, {{"count", number_text(static_cast<float>(value / unit), value >= 99.95 * unit   ? 0
                                                                       : value >= 9.995 * unit ? 1
                                                                                               : 2)}});
}

/// The right ends of the columns: RNN, LSTM, attention.
std::array<float, 3> column_ends(const Ui& ui, const Rect& area) {
    const float first = area.x + ui.px(name_width), wide = (area.right() - first) / 3;
    return {first + wide, first + 2 * wide, area.right()};
}

void draw_column_names(const RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto ends = column_ends(ui, area);
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const SeriesStyle style = runner_style(timing::runners[i]);
        const std::string& name = ui.texts.text("race.short_" + key_of(timing::runners[i]));
        const float room = ends[1] - ends[0] - ui.px(22);
        const float size =
            ui.px(ui.canvas.width(Font::sans_bold, ui.px(name_size), name) <= room ? name_size : label_size);
        const float wide = ui.canvas.width(Font::sans_bold, size, name), y = area.y + ui.px(14);
        ui.canvas.text({ends[i], y}, name, Font::sans_bold, size, ui[style.role], Align::right);
        Figure mark;
        append_marker(mark, {ends[i] - wide - ui.px(13), y}, style.marker, ui.px(6), ui[style.role]);
        ui.canvas.paint(mark);
    }
}

/// A row of three numbers. What attention alone needs less of is in its colour. A click asks why.
void draw_fact(RaceFrame& frame, const Fact& fact, const Rect& area) {
    Ui& ui = frame.ui;
    const std::string key = std::string("race.fact_") + fact.key;
    const Touch t = touch(ui, std::string("race/fact/") + fact.key, area);
    const float y = area.centre().y;
    ui.canvas.line({area.x, area.y}, {area.right(), area.y}, ui[Role::hairline], ui.px(1));
    if (t.hovered) {
        ui.canvas.fill(area.inset(ui.px(2)), mix(ui[Role::card], ui[Role::text], 0.03F), ui.px(8));
        ui.cursor_hint = ui.text("race.fact_hint");
    }
    if (t.focused) focus_ring(ui, area.inset(ui.px(3)), ui.px(6));
    const float room = ui.px(name_width - 8);
    ui.canvas.text_within({area.x, y - ui.px(11)}, room, ui.texts.text(key), Font::sans_bold,
                          ui.px(name_size), ui[Role::text]);
    ui.canvas.text_within({area.x, y + ui.px(12)}, room, ui.texts.text(key + "_more"), Font::sans,
                          ui.px(body_size), ui[Role::quiet]);

    timing::Each<double> values;
    std::array<std::string, 3> written;
    bool all_short = true;
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        values.of[i] = frame.cost(timing::runners[i], frame.length()).*fact.value;
        written[i] = counted(frame, values.of[i]);
        all_short &= written[i].size() <= short_number;
    }
    const auto ends = column_ends(ui, area);
    const auto fits = [&](float size) {
        return std::ranges::all_of(written, [&](const std::string& text) {
            return ui.canvas.width(Font::mono, ui.px(size), text) <= ends[1] - ends[0] - ui.px(8);
        });
    };
    float size = number_size;
    if (!all_short || !fits(size)) {
        const auto found = std::ranges::find_if(smaller_sizes, fits);
        size = found == smaller_sizes.end() ? smaller_sizes.back() : *found;
    }
    for (std::size_t i = 0; i < timing::runners.size(); ++i) {
        const bool least = timing::runners[i] == Runner::attention && values.of[i] < values[Runner::rnn] &&
                           values.of[i] < values[Runner::lstm];
        ui.canvas.text({ends[i], y}, written[i], least ? Font::mono_bold : Font::mono, ui.px(size),
                       least ? ui[runner_style(Runner::attention).role] : ui[Role::text], Align::right);
    }
    if (!t.clicked) return;
    frame.state.chosen.reason = RaceReason::why;
    ui.motion.draw_again();
}

} // namespace

float draw_race_facts(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    draw_column_names(frame, area);
    const std::string& more = ui.text("race.more");
    if (!frame.on_slide && !frame.needed &&
        button(ui, "race/more", {area.x, area.y, button_width(ui, more), ui.px(control_height)}, more,
               {.hint = ui.text("race.more_hint")})) {
        frame.state.chosen.reason = RaceReason::why;
        ui.motion.draw_again();
    }
    const float first = area.y + ui.px(head_height);
    const float pitch = std::max((area.bottom() - first) / static_cast<float>(facts.size()), ui.px(52));
    for (std::size_t i = 0; i < facts.size(); ++i)
        draw_fact(frame, facts[i], {area.x, first + static_cast<float>(i) * pitch, area.width, pitch});
    return first + static_cast<float>(facts.size()) * pitch - area.y;
}

namespace {

/// The tabs of the pages, and back to the facts; a slide does without. Returns their height.
float draw_pages(RaceFrame& frame, const Rect& area) {
    if (frame.on_slide || frame.needed) return 0;
    Ui& ui = frame.ui;
    RaceReason& chosen = frame.state.chosen.reason;
    std::vector<std::string> pages;
    for (const RaceReason reason : race_reasons)
        if (reason != RaceReason::facts) pages.push_back(ui.texts.text("race.page_" + key_of(reason)));
    const int page = choice(ui, "race/reason", {area.x, area.y}, pages, static_cast<int>(chosen) - 1);
    if (page >= 0) chosen = static_cast<RaceReason>(page + 1);
    const float side = ui.px(control_height);
    if (icon_button(ui, "race/less", {area.right() - side, area.y, side, side}, Icon::cross,
                    {.look = ButtonLook::plain, .hint = ui.text("race.less_hint")})) {
        chosen = RaceReason::facts;
        ui.motion.draw_again();
    }
    return ui.px(38);
}

float draw_page(RaceFrame& frame, const Rect& area) {
    switch (frame.state.chosen.reason) {
    case RaceReason::why:
        return draw_race_why(frame, area);
    case RaceReason::what_if:
        return draw_race_what_if(frame, area);
    case RaceReason::state:
        return draw_race_state(frame, area);
    default:
        return draw_race_facts(frame, area);
    }
}

} // namespace

void draw_race_reasons(RaceFrame& frame, const Rect& area, bool alone) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("race/reasons", area);
    const float side = ui.px(28), bar = ui.px(10);
    Rect inner{area.x + side, area.y + ui.px(18), area.width - 2 * side, area.height - ui.px(28)};
    if (alone) {
        draw_race_tabs(frame, inner, true);
        inner.y += ui.px(42);
        inner.height -= ui.px(42);
    }
    const bool asked = frame.state.chosen.reason != RaceReason::facts;
    const float top = inner.y + (asked ? draw_pages(frame, inner) : 0);
    const float margin = ui.px(6); // for the focus ring, which would be clipped
    ScrollArea scrolled(ui, "race/scroll/" + key_of(frame.state.chosen.reason),
                        {inner.x - margin, top - margin, inner.width + margin + bar,
                         area.bottom() - top + margin - ui.px(6)});
    const Rect room{inner.x, scrolled.top() + margin, inner.width, inner.bottom() - top};
    scrolled.ends_at(room.y + draw_page(frame, room));
}

} // namespace ui
