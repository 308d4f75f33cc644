// The scale lab: random queries and keys of growing width, with and without the division.
#include "base/study.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/board/figures.h"
#include "ui/chrome/view.h"
#include "ui/views/labs/labs.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/studies/scale_study.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>

namespace ui {

using namespace drawing;
using workbench::ScaleCurve;
using workbench::ScaleStudy;
using workbench::Spread;

namespace {

struct ScaleLabChoices {
    std::int64_t keys = 16, heads = 8;
    int temperature = 2; ///< index of the temperature
    std::uint32_t seed = 1;
    bool operator==(const ScaleLabChoices&) const = default;
};

struct ScaleLabState {
    ScaleLabChoices chosen;
    base::Study<workbench::ScaleStudy, ScaleLabChoices> study;
    std::shared_ptr<const workbench::ScaleStudy> shown; ///< the newest answer
};

struct ScaleLabFrame : ViewFrame {
    ScaleLabState& state;
};

class ScaleLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The lab's four plots.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    ScaleLabState state_;
};

constexpr std::int64_t least_keys = 2, most_keys = 256, most_heads = 64;
constexpr std::array<float, 5> temperatures{0.25F, 0.5F, 1, 2, 4};
constexpr std::array<const char*, 5> temperature_names{"0.25", "0.5", "1", "2", "4"};

workbench::ScaleStudyOptions asked(const ScaleLabChoices& chosen) {
    workbench::ScaleStudyOptions options;
    options.keys = chosen.keys;
    options.seed = chosen.seed;
    for (auto& choice : options.scales) {
        choice.heads = chosen.heads;
        choice.temperature = temperatures[static_cast<std::size_t>(chosen.temperature)];
    }
    return options;
}

/// "÷ √(8·dₖ)": d_model in terms of the width.
std::string curve_name(Ui& ui, const workbench::ScaleChoice& choice) {
    switch (choice.scale.kind) {
    case attention::ScaleKind::none:
        return ui.text("labs.no_scale");
    case attention::ScaleKind::sqrt_dmodel:
        return "÷ √d_model = √(" + std::to_string(choice.heads) + "·dₖ)";
    default:
        return "÷ √dₖ";
    }
}

/// A measure of the effect on the scores.
struct Measure {
    const char* key;
    const char* title;
    std::vector<Spread> ScaleCurve::*numbers;
    float Spread::*line; ///< the statistic that the line shows
};
constexpr std::array<Measure, 4> measures{
    {{"spread", "labs.plot_spread", &ScaleCurve::deviation, &Spread::mean}, // root of the mean variance
     {"largest", "labs.plot_largest", &ScaleCurve::largest_weight, &Spread::median},
     {"entropy", "labs.plot_entropy", &ScaleCurve::entropy, &Spread::median},
     {"gradient", "labs.plot_gradient", &ScaleCurve::gradient, &Spread::median}}};

/// One line per scale, against d_k; the band covers the middle half of the rows.
Plot plot_of(Ui& ui, const ScaleStudy& study, const Measure& measure, std::int64_t width) {
    Plot plot;
    plot.x = {.title = "dₖ", .spacing = Spacing::log2};
    plot.y = {.title = ui.text(measure.title)};
    for (std::size_t c = 0; c < study.curves.size(); ++c) {
        PlotSeries series{.name = curve_name(ui, study.curves[c].choice), .style = series_style(c)};
        const auto& spreads = study.curves[c].*measure.numbers;
        for (std::size_t i = 0; i < spreads.size(); ++i)
            series.points.push_back({.x = static_cast<double>(study.options.widths[i]),
                                     .y = spreads[i].*measure.line,
                                     .lower = spreads[i].lower,
                                     .upper = spreads[i].upper});
        plot.series.push_back(std::move(series));
    }
    plot.marks = {{static_cast<double>(width), ui.text("labs.this_sentence")}};
    return plot;
}

Plot measured_plot(Ui& ui, const ScaleStudy& study, std::int64_t width, std::size_t i) {
    Plot plot = plot_of(ui, study, measures[i], width);
    if (i == 0) plot.y.spacing = Spacing::log2;
    if (i == 1) {
        plot.y.low = 0;
        plot.y.high = 1;
    }
    if (i == 2) plot.levels.push_back({study.largest_entropy, ui.text("labs.equal_weights")});
    if (i == 3) plot.levels.push_back({study.equal_weight_gradient, ui.text("labs.equal_weights")});
    return plot;
}

std::string name_of(const Measure& measure) {
    return std::string("scale_lab/") + measure.key;
}
const std::string& question_of(Ui& ui, const Measure& measure) {
    return ui.texts.text(std::string("labs.") + measure.key + "_question");
}

std::int64_t width_of(const Scene& scene) {
    return scene.trace().heads.front().k.cols();
}

/// Two by two, row by row; on a slide column by column, so that the second and the fourth are side by side.
void draw_plots(ScaleLabFrame& frame, const ScaleStudy& study, const Rect& area) {
    Ui& ui = frame.ui;
    const float gap = ui.px(12), w = (area.width - gap) / 2, h = (area.height - gap) / 2;
    for (std::size_t i = 0; i < measures.size(); ++i) {
        const std::size_t row = frame.on_slide ? i % 2 : i / 2, column = frame.on_slide ? i / 2 : i % 2;
        const Rect place{area.x + static_cast<float>(column) * (w + gap),
                         area.y + static_cast<float>(row) * (h + gap), w, h};
        const std::string name = name_of(measures[i]);
        const Rect inner = titled_card(ui, name, place, question_of(ui, measures[i]));
        draw_plot(ui, name + "/plot", measured_plot(ui, study, width_of(frame.scene), i), inner);
    }
}

/// Beside a step of a lesson: the first plot that it needs, in the whole area, and no others.
void draw_needed(ScaleLabFrame& frame, const ScaleStudy& study, const Rect& area) {
    Ui& ui = frame.ui;
    const auto wanted = std::ranges::count_if(
        measures, [&](const Measure& measure) { return frame.shows_part(name_of(measure)); });
    if (wanted > 1) return draw_plots(frame, study, area);
    for (std::size_t i = 0; i < measures.size(); ++i) {
        const std::string name = name_of(measures[i]);
        if (!frame.shows_part(name)) continue;
        const Rect inner = titled_card(ui, name, area, question_of(ui, measures[i]));
        draw_plot(ui, name + "/plot", measured_plot(ui, study, width_of(frame.scene), i), inner);
    }
}

/// d_k and the measured variance of q·k: they are equal, hence √d_k.
void draw_variances(Ui& ui, const ScaleStudy& study, const Rect& area) {
    const std::size_t count = study.options.widths.size();
    const float pitch = std::min(ui.px(22), area.height / static_cast<float>(count + 1));
    const float columns[] = {area.x + ui.px(50), area.x + 0.55F * area.width, area.right() - ui.px(8)};
    float y = area.y + pitch / 2;
    const auto row = [&](const std::string& width, const std::string& variance, const std::string& root,
                         Font font, Role role) {
        subscripted(ui, {columns[0], y}, width, font, ui.px(label_size), ui[role], Align::right);
        subscripted(ui, {columns[1], y}, variance, font, ui.px(label_size), ui[role], Align::right);
        subscripted(ui, {columns[2], y}, root, font, ui.px(label_size), ui[role], Align::right);
        y += pitch;
    };
    row("d_k", ui.text("labs.variance"), ui.text("labs.deviation"), Font::sans, Role::quiet);
    for (std::size_t i = 0; i < count; ++i) {
        const float variance = study.variance[i].mean;
        row(std::to_string(study.options.widths[i]), number_text(variance, variance < 100 ? 2 : 0),
            number_text(std::sqrt(variance), 2), Font::mono, Role::text);
    }
}

void draw_choices(ScaleLabFrame& frame, const ScaleStudy* study, const Rect& area) {
    Ui& ui = frame.ui;
    ScaleLabChoices& chosen = frame.state.chosen;
    const Rect inner = titled_card(ui, "scale_lab/why", area, ui.text("labs.why"));
    float y = inner.y;
    y += paragraph(ui, {inner.x, y}, inner.width, {{ui.text("labs.why_text")}}, card_size, false, Role::text,
                   1.4F) +
         ui.px(10);
    const auto line = [&](const char* label) {
        subscripted(ui, {inner.x, y + ui.px(14)}, ui.text(label), Font::sans, ui.px(label_size),
                    ui[Role::quiet]);
    };
    const Rect right{inner.right() - ui.px(130), y, ui.px(130), ui.px(control_height)};
    line("labs.keys");
    stepper(ui, "scale_lab/keys", right, chosen.keys, least_keys, most_keys);
    y += ui.px(36);
    line("labs.heads");
    stepper(ui, "scale_lab/heads", {right.x, y, right.width, right.height}, chosen.heads, 1, most_heads);
    y += ui.px(36);
    line("labs.temperature");
    const std::vector<std::string> names(temperature_names.begin(), temperature_names.end());
    const int clicked = choice(ui, "scale_lab/temperature", {inner.right() - choice_width(ui, names), y},
                               names, chosen.temperature);
    if (clicked >= 0) chosen.temperature = clicked;
    y += ui.px(36);
    y += paragraph(ui, {inner.x, y}, inner.width, {{ui.text("labs.temperature_text")}}, label_size, false,
                   Role::quiet, 1.35F) +
         ui.px(8);
    const std::string& again = ui.text("labs.new_numbers");
    if (button(ui, "scale_lab/again", {inner.x, y, button_width(ui, again), ui.px(control_height)}, again))
        ++chosen.seed;
    y += ui.px(42);
    if (!study) return;
    // Explains lines and bands, if that leaves room for the table.
    const narration::Paragraph note{{ui.text("labs.plots_note")}};
    const float needed =
        paragraph(ui, {}, inner.width, note, label_size, true, Role::quiet, 1.35F) + ui.px(8);
    const bool fits =
        inner.bottom() - y - needed >= ui.px(15) * static_cast<float>(study->options.widths.size() + 1);
    const float end = inner.bottom() - (fits ? needed : 0);
    draw_variances(ui, *study, {inner.x, y, inner.width, end - y});
    if (fits)
        paragraph(ui, {inner.x, end + ui.px(8)}, inner.width, note, label_size, false, Role::quiet, 1.35F);
}

} // namespace

void ScaleLab::draw(ViewFrame& view) {
    ScaleLabFrame frame{view, state_};
    Ui& ui = frame.ui;
    ScaleLabState& state = frame.state;
    const Rect& area = frame.area;
    const auto study =
        state.study.ask({{}, state.chosen}, [options = asked(state.chosen)](const base::StopToken& stop) {
            return workbench::scale_study(options, stop);
        });
    ui.wait_for(state.study);
    const float gap = ui.px(12), left = ui.px(340);
    Rect plots = area;
    if (frame.shows_part("scale_lab/why")) {
        draw_choices(frame, study.get(), {area.x, area.y, left, area.height});
        plots = {area.x + left + gap, area.y, area.width - left - gap, area.height};
    }
    state.shown = study;
    if (!study) return;
    if (frame.needed)
        draw_needed(frame, *study, plots);
    else
        draw_plots(frame, *study, plots);
}

void ScaleLab::visit(workbench::ChoiceVisitor& choices) {
    choices.number("keys", state_.chosen.keys, least_keys, most_keys);
    choices.number("heads", state_.chosen.heads, 1, most_heads);
    choices.number("temperature", state_.chosen.temperature, 0, std::ssize(temperatures) - 1);
    choices.number("seed", state_.chosen.seed, 0, std::numeric_limits<std::uint32_t>::max());
}

Exportables ScaleLab::exports(ViewFrame& frame) {
    Ui& ui = frame.ui;
    Exportables all;
    for (std::size_t i = 0; state_.shown && i < measures.size(); ++i) {
        Exportable what = exportable(std::string("scale-") + measures[i].key, question_of(ui, measures[i]),
                                     measured_plot(ui, *state_.shown, width_of(frame.scene), i));
        what.note = ui.text("labs.plots_note");
        what.anchor = name_of(measures[i]);
        all.push_back(std::move(what));
    }
    return all;
}

std::unique_ptr<View> make_scale_lab() {
    return std::make_unique<ScaleLab>();
}

} // namespace ui
