#include "drawing/clock_text.h"
#include "ui/panels/plot_panel.h"
#include "ui/panels/race_cards.h"
#include "ui/panels/race_curves.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/scroll_area.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

using namespace drawing;

namespace {

constexpr std::array<timing::Index, 5> widths{32, 64, 128, 256, 512};
constexpr std::array<timing::Index, 4> head_counts{1, 2, 4, 8};
constexpr timing::Index remembered_words = 64;
constexpr int most_thread_buttons = 4;
constexpr float least_plot = 180; // the lowest in which a curve can be read, design pixels

template <class Numbers>
std::vector<std::string> labels_of(const Numbers& numbers) {
    std::vector<std::string> labels;
    for (const auto number : numbers)
        labels.push_back(std::to_string(number));
    return labels;
}

/// In generation memory is another thing; the other plots ask the same in both modes.
std::string key_in_mode(const RaceState& state) {
    const bool other = state.plot == RacePlot::memory && state.mode == timing::Mode::generation;
    return key_of(state.plot) + (other ? "_generation" : "");
}

/// Title and what it is, and at the right what starts and ends the measuring. Returns its height.
float draw_heading(RaceFrame& frame, const Rect& area, const std::string& more) {
    Ui& ui = frame.ui;
    const std::string& start = ui.text(frame.current_sweep() ? "race.measure_again" : "race.measure");
    const std::string& label = frame.is_measuring() ? ui.text("race.cancel") : start;
    const bool wanted = frame.state.plot == RacePlot::time || frame.is_measuring();
    const float wide = wanted ? button_width(ui, label) + ui.px(8) : 0;
    const Rect place{area.right() - wide, area.y - ui.px(4), wide, ui.px(30)};
    if (wide > 0 && frame.is_measuring()) {
        if (button(ui, "race/cancel", place, label)) frame.state.sweep.cancel();
    } else if (wide > 0) {
        const bool enabled = !frame.state.lanes.busy() && !frame.state.memory.busy();
        if (button(ui, "race/measure", place, label, {.look = ButtonLook::filled, .enabled = enabled}))
            start_race_sweep(frame, {.sizes = frame.state.sizes});
    }
    const float middle = area.y + ui.px(10);
    const std::string& title = race_title(frame);
    ui.canvas.text_within({area.x, middle}, place.x - area.x - ui.px(12), title, Font::sans_bold, ui.px(18),
                          ui[Role::text]);
    ui.canvas.text_within({area.x, middle + ui.px(24)}, area.width, more, Font::sans, ui.px(13),
                          ui[Role::quiet]);
    return ui.px(46);
}

/// What is plotted, and the sizes of the layers. Returns their height.
float draw_choices(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    RaceState& state = frame.state;
    std::vector<std::string> plots;
    for (const RacePlot plot : race_plots)
        plots.push_back(ui.texts.text("race.tab_" + key_of(plot)));
    const int plot = choice(ui, "race/plot", {area.x, area.y}, plots, static_cast<int>(state.plot));
    if (plot >= 0) state.plot = static_cast<RacePlot>(plot);
    if (state.plot == RacePlot::time) {
        const std::string& theory = ui.text("race.theory");
        const float wide = ui.canvas.width(Font::sans, ui.px(13), theory) + ui.px(44);
        if (toggle(ui, "race/theory", {area.right() - wide, area.y + ui.px(4)}, theory, state.theory))
            state.theory = !state.theory;
    }
    float x = area.x;
    const float y = area.y + ui.px(36);
    const auto label = [&](const char* name) {
        const std::string& text = ui.texts.text(name);
        ui.canvas.text({x, y + ui.px(14)}, text, Font::sans, ui.px(13), ui[Role::quiet]);
        x += ui.canvas.width(Font::sans, ui.px(13), text) + ui.px(8);
    };
    const auto choose = [&](const char* name, const auto& numbers, auto& value, const char* hint) {
        const auto labels = labels_of(numbers);
        const auto here = std::find(numbers.begin(), numbers.end(), value) - numbers.begin();
        const int chosen = choice(ui, name, {x, y}, labels, static_cast<int>(here), 28, {ui.text(hint)});
        if (chosen >= 0) value = numbers[static_cast<std::size_t>(chosen)];
        x += choice_width(ui, labels) + ui.px(18);
    };
    label("race.threads");
    const int most = attention::most_threads();
    if (most <= most_thread_buttons) {
        std::vector<int> counts;
        for (int i = 1; i <= most; ++i)
            counts.push_back(i);
        choose("race/threads", counts, state.sizes.threads, "race.threads_hint");
    } else {
        long threads = state.sizes.threads;
        if (stepper(ui, "race/threads", {x, y, ui.px(110), ui.px(28)}, threads, 1, most))
            state.sizes.threads = static_cast<int>(threads), ui.motion.keep_going();
        x += ui.px(110 + 18);
    }
    label("race.width");
    choose("race/d", widths, state.sizes.d, "race.width_hint");
    label("race.heads");
    choose("race/heads", head_counts, state.sizes.heads, "race.heads_hint");
    return ui.px(36 + 28 + 10);
}

/// What is under way, or what to think of the numbers.
std::string remark_on(const RaceFrame& frame, const timing::Sweep* sweep) {
    const auto& options = frame.state.measuring;
    if (frame.is_measuring()) {
        const std::size_t done = sweep ? sweep->points.size() : 0;
        const auto next = options.lengths[std::min(done, options.lengths.size() - 1)];
        return frame.plain("race.measuring", {{"n", whole_text(static_cast<double>(next))},
                                              {"done", std::to_string(done)},
                                              {"all", std::to_string(options.lengths.size())},
                                              {"sizes", frame.sizes_text(options.sizes)}});
    }
    if (const auto* problem = frame.state.sweep.problem()) return problem->what();
    if (!sweep) return {};
    if (sweep->sizes != frame.state.sizes)
        return frame.plain("race.old", {{"sizes", frame.sizes_text(sweep->sizes)}});
    if (!sweep->finished) return frame.ui.text("race.unfinished");
    if (sweep->noisy) return frame.ui.text("race.noisy");
    return {};
}

void draw_before_measuring(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const timing::SweepOptions options;
    const timing::MeasureOptions each;
    const auto runs = static_cast<double>(options.lengths.size() * timing::runners.size());
    const auto text = frame.said("race.before_measuring",
                                 {{"first", whole_text(static_cast<double>(options.lengths.front()))},
                                  {"last", whole_text(static_cast<double>(options.lengths.back()))},
                                  {"most", whole_text(runs * each.most_seconds)},
                                  {"sizes", frame.sizes_text(frame.state.sizes)}});
    const float width = std::min(area.width - ui.px(40), ui.px(520));
    const float height = paragraph(ui, {}, width, text, 15, true);
    paragraph(ui, {area.centre().x - width / 2, area.centre().y - height / 2}, width, text, 15);
}

/// A click takes the length under the mouse, of those that are plotted, over to the table.
void choose_length(RaceFrame& frame, const Plot& plot, const PlotLayout& layout) {
    Ui& ui = frame.ui;
    if (layout.empty() || !touch(ui, "race/plotted", layout.frame, true, false).clicked) return;
    const double at = layout.x_value(ui.mouse.x);
    const auto far = [&](const PlotPoint& point) { return std::abs(std::log(point.x / at)); };
    const auto& points = plot.series.front().points;
    const auto nearest = std::ranges::min_element(points, {}, far);
    if (nearest == points.end()) return;
    frame.state.length = std::lround(nearest->x);
    ui.motion.keep_going();
}

/// What is left of the area from y down for a plot; below the area's end when that is too little.
Rect plot_place(const Ui& ui, const Rect& area, float y) {
    return {area.x, y, area.width, std::max(area.bottom() - y, ui.px(least_plot))};
}

/// Returns where the plot ends.
float draw_time(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto sweep = frame.shown_sweep();
    const bool measuring = frame.is_measuring();
    float y = area.y;
    const auto line = [&](const lesson::Paragraph& text, Role role) {
        y += paragraph(ui, {area.x, y}, area.width, text, 13, false, role, 1.3F) + ui.px(4);
    };
    const std::string remark = remark_on(frame, sweep.get());
    if (!remark.empty()) line({{remark}}, measuring ? Role::text : Role::warning);
    if (!sweep || sweep->points.empty()) {
        if (!measuring) draw_before_measuring(frame, plot_place(ui, area, y));
        return plot_place(ui, area, y).bottom();
    }
    if (!measuring)
        line({{ui.text("race.attention_is") + " ", lesson::Tone::strong}, {crossovers_text(frame, *sweep)}},
             Role::text);
    if (frame.state.theory) line({{ui.text("race.theory_lines")}}, Role::quiet);
    if (sweep->sizes != frame.state.sizes) ui.canvas.set_opacity(0.45F); // old
    const Plot plot = time_plot(frame, *sweep);
    const Rect place = plot_place(ui, area, y);
    choose_length(frame, plot, draw_plot(ui, "race/time", plot, place));
    ui.canvas.set_opacity(1);
    return place.bottom();
}

float draw_remembered(RaceFrame& frame, const Rect& area) {
    RaceState& state = frame.state;
    if (!frame.is_measuring()) {
        const std::string choices = std::to_string(state.sizes.d) + "/" + std::to_string(state.sizes.heads);
        state.remembered =
            state.memory.ask({{}, choices}, [sizes = state.sizes](const std::stop_token& stop) {
                return timing::memory(remembered_words, sizes, 9, stop);
            });
    }
    if (const auto* problem = state.memory.problem())
        return area.y + paragraph(frame.ui, {area.x, area.y}, area.width, {{problem->what()}});
    if (!state.remembered) {
        frame.ui.canvas.text(
            area.centre(), frame.ui.text(frame.is_measuring() ? "race.worked_out_later" : "race.working_out"),
            Font::sans, frame.ui.px(15), frame.ui[Role::quiet], Align::centre);
        return area.bottom();
    }
    Ui& ui = frame.ui;
    const float y = area.y +
                    paragraph(ui, {area.x, area.y}, area.width, {{ui.text("race.remembered_why")}}, 13) +
                    ui.px(4);
    const Rect place = plot_place(ui, area, y);
    draw_plot(ui, "race/remembered", remembered_plot(frame, *state.remembered), place);
    return place.bottom();
}

} // namespace

const std::string& race_title(const RaceFrame& frame) {
    return frame.ui.texts.text("race.plot_" + key_in_mode(frame.state));
}

std::string race_subtitle(const RaceFrame& frame) {
    const RacePlot plot = frame.state.plot;
    const auto sweep = frame.shown_sweep();
    if (plot != RacePlot::time || !sweep || sweep->points.empty())
        return frame.ui.texts.text("race.more_" + key_in_mode(frame.state));
    int runs = std::numeric_limits<int>::max();
    for (const auto& point : sweep->points)
        for (const timing::Measurement& time : point.time.of)
            runs = std::min(runs, time.runs);
    return frame.plain("race.more_measured", {{"runs", std::to_string(runs)}});
}

void draw_race_plots(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const RacePlot plot = frame.state.plot;
    card(ui, area);
    ui.anchors.add("race/plots", area);
    const Rect inner{area.x + ui.px(20), area.y + ui.px(16), area.width - 2 * ui.px(20),
                     area.height - ui.px(28)};
    const float top = inner.y + draw_heading(frame, inner, race_subtitle(frame)), bar = ui.px(10);
    const float margin = ui.px(6); // of the focus ring, which would be cut
    ScrollArea scrolled(ui, "race/plot_scroll",
                        {inner.x - margin, top - margin, inner.width + margin + bar,
                         area.bottom() - top + margin - ui.px(6)});
    float y = scrolled.top() + margin;
    y += draw_choices(frame, {inner.x, y, inner.width, 0});
    const Rect room{inner.x, y, inner.width, inner.bottom() - top + scrolled.top() + margin - y};
    const Rect place = plot_place(ui, room, y);
    float end = place.bottom();
    if (plot == RacePlot::time) {
        end = draw_time(frame, room);
    } else if (plot == RacePlot::remembered) {
        end = draw_remembered(frame, room);
    } else {
        const Plot formulas = formula_plot(frame, plot);
        choose_length(frame, formulas, draw_plot(ui, "race/" + key_of(plot), formulas, place));
    }
    scrolled.ends_at(end);
}

} // namespace ui
