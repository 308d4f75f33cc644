// Measured time against the sequence length, and beside it against the layer width.

#include "drawing/clock_text.h"
#include "ui/views/race/cards.h"
#include "ui/views/race/curves.h"
#include "ui/widgets/plot_panel.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using timing::Runner;

namespace {

constexpr float least_half = 300; ///< minimum width of two plots side by side, design pixels

std::string whole(timing::Index number) {
    return whole_text(static_cast<double>(number));
}

/// What is being measured.
std::string progress_text(const RaceFrame& frame, const timing::Sweep* sweep) {
    const auto points = timing::sweep_points(frame.state.work.measuring);
    const std::size_t done = sweep ? sweep->points.size() : 0;
    const timing::SweepPoint& next = points[std::min(done, points.size() - 1)];
    return frame.plain("race.measuring", {{"n", whole(next.n)},
                                          {"d", whole(next.d)},
                                          {"done", std::to_string(done)},
                                          {"all", std::to_string(points.size())}});
}

/// Which runners were left out from which point on, and how long they would take.
std::string left_out_text(const RaceFrame& frame, const std::vector<timing::SweepPoint>& points,
                          Along along) {
    std::string text;
    for (const Runner runner : timing::runners) {
        const auto left_out = [&](const timing::SweepPoint& point) { return point.expected[runner] > 0; };
        const auto first = std::ranges::find_if(points, left_out);
        if (first == points.end()) continue;
        if (!text.empty()) text += ", ";
        text += frame.plain(along == Along::length ? "race.left_out_length" : "race.left_out_width",
                            {{"name", frame.ui.texts.text("race.short_" + key_of(runner))},
                             {"x", whole(along == Along::length ? first->n : first->d)},
                             {"time", clock_text(first->expected[runner], first->expected[runner])}});
    }
    return text;
}

/// A remark on the numbers, or the progress of the measurement.
std::string remark_on(const RaceFrame& frame, const timing::Sweep* sweep) {
    if (frame.is_measuring()) return progress_text(frame, sweep);
    if (const auto* problem = frame.state.work.sweep.problem()) return problem->what();
    if (!sweep) return {};
    if (!frame.is_current(*sweep))
        return frame.plain("race.old", {{"n", whole(sweep->n)}, {"sizes", frame.sizes_text(sweep->sizes)}});
    if (!sweep->finished) return frame.ui.text("race.unfinished");
    if (sweep->noisy) return frame.ui.text("race.noisy");
    return {};
}

void draw_before_measuring(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const timing::SweepOptions options = sweep_options(frame);
    const char* what = frame.on_slide ? "race.before_measuring_on_slide" : "race.before_measuring";
    const auto text = frame.said(what, {{"first", whole(options.lengths.front())},
                                        {"last", whole(options.lengths.back())},
                                        {"narrowest", whole(options.widths.front())},
                                        {"widest", whole(options.widths.back())},
                                        {"n", whole(options.n)},
                                        {"d", whole(options.sizes.d)},
                                        {"most", whole_text(options.most_seconds)}});
    const float width = std::min(area.width - ui.px(40), ui.px(560));
    const float height = paragraph(ui, {}, width, text, body_size, true);
    paragraph(ui, {area.centre().x - width / 2, std::max(area.y, area.centre().y - height / 2)}, width, text,
              15);
}

/// The findings, above their plot. Returns the bottom of the plot.
float draw_half(RaceFrame& frame, const timing::Sweep& sweep, Along along, const Rect& area) {
    Ui& ui = frame.ui;
    float y = area.y;
    const auto line = [&](const narration::Paragraph& text, Role role) {
        y += paragraph(ui, {area.x, y}, area.width, text, label_size, false, role, 1.3F) + ui.px(3);
    };
    const bool length = along == Along::length;
    line({{frame.plain(length ? "race.along_length" : "race.along_width",
                       {{"n", whole(sweep.n)}, {"d", whole(sweep.sizes.d)}}),
           narration::Tone::strong}},
         Role::text);
    if (!frame.is_measuring()) {
        line({{crossings_text(frame, sweep, along)}}, Role::text);
        const std::string left_out =
            left_out_text(frame, length ? sweep.along_length() : sweep.along_width(), along);
        if (!left_out.empty()) line({{frame.plain("race.left_out", {{"list", left_out}})}}, Role::quiet);
    }
    const Rect place = plot_place(ui, area, y);
    const Plot plot = time_plot(frame, sweep, along);
    choose_on_plot(frame, plot, draw_plot(ui, length ? "race/time" : "race/time_width", plot, place),
                   !length);
    return place.bottom();
}

} // namespace

float draw_race_times(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto sweep = frame.shown_sweep();
    float y = area.y;
    const auto line = [&](const std::string& text, Role role) {
        if (!text.empty())
            y += paragraph(ui, {area.x, y}, area.width, {{text}}, label_size, false, role, 1.3F) + ui.px(4);
    };
    line(remark_on(frame, sweep.get()), frame.is_measuring() ? Role::text : Role::warning);
    if (!sweep || sweep->points.empty()) {
        if (!frame.is_measuring()) draw_before_measuring(frame, plot_place(ui, area, y));
        return plot_place(ui, area, y).bottom();
    }
    if (frame.state.chosen.theory) line(ui.text("race.theory_lines"), Role::quiet);
    if (!frame.is_current(*sweep)) ui.canvas.set_opacity(0.45F); // outdated: drawn faded
    const float gap = ui.px(20), half = (area.width - gap) / 2;
    float end = 0;
    if (half >= ui.px(least_half)) {
        const Rect left{area.x, y, half, area.bottom() - y};
        end = std::max(draw_half(frame, *sweep, Along::length, left),
                       draw_half(frame, *sweep, Along::width, {left.right() + gap, y, half, left.height}));
    } else {
        const float high = ui.px(300);
        end = draw_half(frame, *sweep, Along::length, {area.x, y, area.width, high});
        end = draw_half(frame, *sweep, Along::width, {area.x, end + ui.px(14), area.width, high});
    }
    ui.canvas.set_opacity(1);
    return end;
}

} // namespace ui
