#include "ui/views/race/cards.h"
#include "ui/views/race/curves.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot_panel.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/scroll_area.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

using namespace drawing;

namespace {

// How much of a word is left hardly depends on the width, and the Jacobians of wide layers take minutes.
constexpr timing::Index remembered_words = 64, widest_remembered = 256;
constexpr float least_plot = 180; ///< minimum height for a readable curve, design pixels

/// In generation, memory means something else; the other plots are the same in both modes.
std::string key_in_mode(const RaceState& state) {
    const bool other = state.chosen.plot == RacePlot::memory && state.chosen.mode == timing::Mode::generation;
    return key_of(state.chosen.plot) + (other ? "_generation" : "");
}

/// The title and subtitle, with the button on the right that starts and cancels measuring. Returns their
/// height.
float draw_heading(RaceFrame& frame, const Rect& area, const std::string& more) {
    Ui& ui = frame.ui;
    const std::string& start = ui.text(frame.current_sweep() ? "race.measure_again" : "race.measure");
    const std::string& label = frame.is_measuring() ? ui.text("race.cancel") : start;
    const bool wanted =
        !frame.on_slide && (frame.state.chosen.plot == RacePlot::time || frame.is_measuring());
    const float wide = wanted ? button_width(ui, label) + ui.px(8) : 0;
    const Rect place{area.right() - wide, area.y - ui.px(4), wide, ui.px(30)};
    if (wide > 0 && frame.is_measuring()) {
        if (button(ui, "race/cancel", place, label)) frame.state.work.sweep.cancel();
    } else if (wide > 0) {
        const bool enabled =
            !frame.state.work.lanes.busy() && !frame.state.work.memory.busy() && !frame.trains;
        const std::string why_not =
            enabled ? "" : ui.text(frame.trains ? "race.measure_trains" : "race.measure_waits");
        if (button(ui, "race/measure", place, label,
                   {.look = ButtonLook::filled, .enabled = enabled, .hint = why_not}))
            start_race_sweep(frame, sweep_options(frame));
    }
    const float middle = area.y + ui.px(10);
    const std::string& title = race_title(frame);
    ui.canvas.text_within({area.x, middle}, place.x - area.x - ui.px(12), title, Font::sans_bold, ui.px(18),
                          ui[Role::text]);
    if (frame.on_slide) // all of it, in two lines if need be
        return ui.px(28) + paragraph(ui, {area.x, area.y + ui.px(26)}, area.width, {{more}}, label_size,
                                     false, Role::quiet, 1.25F);
    ui.canvas.text_within({area.x, middle + ui.px(24)}, area.width, more, Font::sans, ui.px(label_size),
                          ui[Role::quiet]);
    return ui.px(46);
}

float draw_remembered(RaceFrame& frame, const Rect& area) {
    RaceState& state = frame.state;
    if (!frame.is_measuring()) {
        timing::LayerSizes sizes = state.chosen.sizes;
        sizes.d = std::min(sizes.d, widest_remembered);
        state.shown.remembered =
            state.work.memory.ask({{}, {sizes.d, sizes.heads}}, [sizes](const base::StopToken& stop) {
                return timing::memory(remembered_words, sizes, 9, stop);
            });
    }
    if (const auto* problem = state.work.memory.problem())
        return area.y + paragraph(frame.ui, {area.x, area.y}, area.width, {{problem->what()}});
    if (!state.shown.remembered) {
        frame.ui.canvas.text(
            area.centre(), frame.ui.text(frame.is_measuring() ? "race.worked_out_later" : "race.working_out"),
            Font::sans, frame.ui.px(body_size), frame.ui[Role::quiet], Align::centre);
        return area.bottom();
    }
    Ui& ui = frame.ui;
    const float y = area.y +
                    paragraph(ui, {area.x, area.y}, area.width,
                              remembered_text(frame, *state.shown.remembered), label_size) +
                    ui.px(4);
    const Rect place = plot_place(ui, area, y);
    draw_plot(ui, "race/remembered", remembered_plot(frame, *state.shown.remembered), place);
    return place.bottom();
}

} // namespace

void choose_on_plot(RaceFrame& frame, const Plot& plot, const PlotLayout& layout, bool by_width) {
    Ui& ui = frame.ui;
    const std::string name = by_width ? "race/plotted_width" : "race/plotted";
    if (layout.empty() || !touch(ui, name, layout.frame, true, false).clicked) return;
    const double at = layout.x_value(ui.mouse.x);
    const auto far = [&](const PlotPoint& point) { return std::abs(std::log(point.x / at)); };
    const auto& points = plot.series.back().points; // attention's, which is measured everywhere
    const auto nearest = std::ranges::min_element(points, {}, far);
    if (nearest == points.end()) return;
    if (by_width)
        frame.state.chosen.sizes.d = std::lround(nearest->x);
    else
        frame.state.chosen.length = std::lround(nearest->x);
    ui.motion.draw_again();
}

Rect plot_place(const Ui& ui, const Rect& area, float y) {
    return {area.x, y, area.width, std::max(area.bottom() - y, ui.px(least_plot))};
}

const std::string& race_title(const RaceFrame& frame) {
    return frame.ui.texts.text("race.plot_" + key_in_mode(frame.state));
}

std::string race_subtitle(const RaceFrame& frame) {
    const RacePlot plot = frame.state.chosen.plot;
    const auto sweep = frame.shown_sweep();
    if (plot != RacePlot::time || !sweep || sweep->points.empty())
        return frame.ui.texts.text("race.more_" + key_in_mode(frame.state));
    int runs = std::numeric_limits<int>::max();
    for (const auto& point : sweep->points)
        for (const timing::Measurement& time : point.time.of)
            if (time.measured()) runs = std::min(runs, time.runs);
    return frame.plain("race.more_measured", {{"runs", std::to_string(runs)}});
}

void draw_race_plots(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const RacePlot plot = frame.state.chosen.plot;
    card(ui, area);
    ui.anchors.add("race/plots", area);
    const Rect inner{area.x + ui.px(20), area.y + ui.px(16), area.width - 2 * ui.px(20),
                     area.height - ui.px(28)};
    const float top = inner.y + draw_heading(frame, inner, race_subtitle(frame)), bar = ui.px(10);
    const float margin = ui.px(6); // for the focus ring, which would be clipped
    ScrollArea scrolled(ui, "race/plot_scroll",
                        {inner.x - margin, top - margin, inner.width + margin + bar,
                         area.bottom() - top + margin - ui.px(6)});
    float y = scrolled.top() + margin;
    if (!frame.on_slide) y += draw_race_choices(frame, {inner.x, y, inner.width, 0});
    const Rect room{inner.x, y, inner.width, inner.bottom() - top + scrolled.top() + margin - y};
    const Rect place = plot_place(ui, room, y);
    float end = place.bottom();
    if (plot == RacePlot::time) {
        end = draw_race_times(frame, room);
    } else if (plot == RacePlot::remembered) {
        end = draw_remembered(frame, room);
    } else {
        const Plot formulas = formula_plot(frame, plot);
        choose_on_plot(frame, formulas, draw_plot(ui, "race/" + key_of(plot), formulas, place), false);
    }
    scrolled.ends_at(end);
}

} // namespace ui
