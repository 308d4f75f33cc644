// The mask lab: choose or draw a mask, see where the weight goes, how far words reach through several layers,
// what the future would give away, and three ways to write "forbidden".
#include "base/study.h"
#include "drawing/figures/matrix_layout.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/narration.h"
#include "ui/board/board.h"
#include "ui/board/figures.h"
#include "ui/board/quantity_look.h"
#include "ui/chrome/view.h"
#include "ui/views/labs/labs.h"
#include "ui/views/labs/mask_reach.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/studies/mask_study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace ui {

using namespace drawing;
using base::Index;
using base::Matrix;

// Drawing a mask with the mouse: the first cell says whether the stroke forbids or allows.

std::vector<CellPlace> cells_between(CellPlace from, CellPlace to) {
    const Index steps = std::max(std::abs(to.row - from.row), std::abs(to.column - from.column));
    std::vector<CellPlace> cells;
    for (Index i = 0; i <= steps; ++i) {
        const double share = steps == 0 ? 0 : static_cast<double>(i) / static_cast<double>(steps);
        const auto at = [share](Index a, Index b) {
            return a + static_cast<Index>(std::lround(share * static_cast<double>(b - a)));
        };
        cells.push_back({at(from.row, to.row), at(from.column, to.column)});
    }
    return cells;
}

namespace {

struct MaskBrush {
    std::optional<bool> allows;    ///< set while the mouse is held
    std::optional<CellPlace> last; ///< the cell the stroke is on
};

bool is_allowed(const Scene& scene, CellPlace cell) {
    const auto& allowed = scene.trace().allowed;
    return allowed.size() == 0 || allowed(cell.row, cell.column);
}

/// Adds to the mask `now`.
void set_cells(const std::vector<CellPlace>& cells, bool allow, const Scene& scene,
               const workbench::MaskChoice& now, Actions& actions) {
    const auto& t = scene.trace();
    const bool fits = now.drawn.size() == 0 || (now.drawn.rows() == t.n() && now.drawn.cols() == t.m());
    if (!fits) return; // it belongs to a sentence that is still being computed
    std::vector<attention::Cell> drawn;
    for (const CellPlace cell : cells)
        drawn.push_back({.row = cell.row, .column = cell.column});
    actions.edit(workbench::SetMask{workbench::with_drawn(now, drawn, allow, t.n(), t.m())}, "stroke");
    actions.select = scene.selection;
    actions.select->query = cells.back().row;
    actions.select->key = cells.back().column;
}

/// Applies mouse drawing on the mask `now` to a matrix laid out as `layout` and touched as `t`; Enter flips
/// the marked cell.
void draw_on_mask(ViewFrame& frame, const workbench::MaskChoice& now, MaskBrush& brush,
                  const std::string& name, const Touch& t, const MatrixLayout& layout) {
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    if (frame.ui.focus.activated(name)) {
        actions.ask(BeginGesture{});
        const CellPlace marked{scene.selection.query, scene.selection.key};
        set_cells({marked}, !is_allowed(scene, marked), scene, now, actions);
        return;
    }
    const auto cell = cell_at(layout, frame.ui.mouse);
    // The last movement may arrive in the same frame as the release.
    const bool drawing = t.held || (brush.allows && ImGui::IsMouseReleased(0));
    if (drawing && cell) {
        const bool begins = !brush.allows;
        if (begins) {
            actions.ask(BeginGesture{});
            brush.allows = !is_allowed(scene, *cell);
        }
        if (begins || cell != brush.last)
            set_cells(cells_between(brush.last.value_or(*cell), *cell), *brush.allows, scene, now, actions);
        brush.last = *cell;
    }
    if (!t.held) {
        brush.allows.reset();
        brush.last.reset();
    }
}

// The lab.

struct MaskLabChoices {
    int shift = 0; ///< index of the number added to the scores of the row
    bool hide_all = false;
    bool own_mask = false; ///< the user has chosen a mask, or none; before that a causal one is tried
    bool operator==(const MaskLabChoices&) const = default;
};

struct MaskLabState {
    MaskLabChoices chosen;
    base::Study<workbench::MaskStudy, base::Index> study; ///< of a head
    base::Study<workbench::HiddenRow, std::tuple<base::Index, base::Index, MaskLabChoices>>
        row;                            ///< of a head and a query
    base::Study<workbench::Pass> tried; ///< the pass with a causal mask
    ReachState reach;
    Ranges ranges;
    MaskBrush brush;
    std::shared_ptr<const workbench::MaskStudy> shown; ///< as drawn in the last frame; null: not drawn
};

struct MaskLabFrame : ViewFrame {
    MaskLabState& state;
    workbench::MaskChoice mask; ///< the document's, or the one that is tried …
    bool tries = false;         ///< … which the document does not have
};

class MaskLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The scores with the mask over them, and the weights without and with it.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    /// {"known":[…],"way":[…]}: how many words are in each row of dots, and the way that is shown.
    nlohmann::json shown() const override;

private:
    MaskLabState state_;
};

constexpr std::array<float, 4> shifts{0, -5e3F, -1e4F, -1e5F};
constexpr std::array<const char*, 4> shift_names{"0", "−5 000", "−10 000", "−100 000"};

/// What softmax makes of a row without any key: 0 ÷ 0.
constexpr const char* no_number = "NaN";

std::string word(const Scene& scene, Index query) {
    return scene.pass().names.queries[static_cast<std::size_t>(query)];
}

PlainMatrix named(const Scene& scene, std::shared_ptr<const Matrix> numbers, const Coloured& coloured,
                  const std::string& anchor) {
    PlainMatrix matrix{.numbers = std::move(numbers), .coloured = coloured, .anchor = anchor};
    matrix.row_name = [&pass = scene.pass()](Index i) {
        return row_label(pass, attention::Quantity::scores, i);
    };
    matrix.column_name = [&pass = scene.pass()](Index i) {
        return column_label(pass, attention::Quantity::scores, i);
    };
    matrix.marked_row = scene.selection.query;
    matrix.marked_column = scene.selection.key;
    matrix.largest_height = 60;
    return matrix;
}

/// Beside a step, design pixels: comfortable for a mouse. A slide enlarges it, and the letters in it.
Point drawn_cell(const ViewFrame& frame) {
    return frame.on_slide ? Point{54, 27} : Point{132, 92};
}

/// The scores with the mask over them: the mouse draws on it, Enter flips the marked cell.
void draw_canvas(MaskLabFrame& frame, const Rect& area) {
    using attention::Quantity;
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const Index head = scene.selection.head;
    const std::shared_ptr<const Matrix> numbers(scene.shown, &scene.trace().matrix(Quantity::masked, head));
    PlainMatrix matrix =
        named(scene, numbers, frame.state.ranges.of(scene.shown, Quantity::scaled, head), "mask_lab/cell");
    if (frame.needed) { // drawn on with the mouse, which marks a cell
        const Point cell = drawn_cell(frame);
        matrix.largest_width = cell.x;
        matrix.largest_height = cell.y;
        matrix.marked_row.reset();
        matrix.marked_column.reset();
    }
    const MatrixLayout layout = draw_plain_matrix(ui, matrix, area);
    if (layout.area.contains(ui.mouse)) ui.canvas.forget_pointed(); // a tip would cover the next cell
    const Touch t = touch(ui, "mask_lab/canvas", layout.area);
    if (t.focused) focus_ring(ui, layout.area, ui.px(4));
    if (const auto cell = frame.needed && t.hovered ? cell_at(layout, ui.mouse) : std::nullopt)
        ui.canvas.stroke(cell_rect(layout, *cell), ui[Role::text], ui.px(2.5F), ui.px(4));
    draw_on_mask(frame, frame.mask, frame.state.brush, "mask_lab/canvas", t, layout);
}

void draw_left(MaskLabFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const std::string& how = ui.text(frame.tries ? "labs.mask_tried" : "labs.mask_scores_more");
    const Rect inner = titled_card(ui, "mask_lab/left", area, ui.text("labs.mask_scores"),
                                   frame.needed ? std::string() : how);
    float top = inner.y;
    if (frame.shows_control("mask")) { // not beside a step that asks for this mask to be drawn
        const float controls = ui.px(2 * 36);
        draw_mask_choices(ui, frame.scene, frame.mask, "mask_lab", {inner.x, inner.y}, inner.right(),
                          controls / 2, frame.actions);
        top += controls + ui.px(6);
    }
    draw_canvas(frame, {inner.x, top, inner.width, inner.bottom() - top});
}

/// "“it”: 0.22 of its weight is taken away; each weight that is left is multiplied by 1.28."
std::string growth_words(Ui& ui, const Scene& scene, const workbench::MaskStudy& study) {
    const Index query = scene.selection.query;
    const std::string row = "“" + word(scene, query) + "”: ";
    if (study.growth(query) == 0) return row + ui.text("labs.mask_empty");
    if (study.removed(query) == 0) return row + ui.text("labs.mask_nothing");
    return row + number_text(study.removed(query), 2) + " " + ui.text("labs.mask_removed") + " " +
           number_text(study.growth(query), 2) + ".";
}

/// The row sums with the mask: a row without a key has no weights.
const std::string& words_after(Ui& ui, const Scene& scene, const workbench::MaskStudy& study) {
    if (scene.trace().allowed.size() == 0) return ui.text("labs.mask_same");
    if ((study.growth.array() == 0).any()) return ui.text("labs.mask_after_empty");
    const bool beside_sink = scene.trace().layer->sink.size() > 0;
    return ui.text(beside_sink ? "labs.mask_after_sink" : "labs.mask_after");
}

/// One range for the weights without and with the mask. It follows those without: a mask that leaves a row
/// one key gives it a weight of 1, and on that scale all others of a long text would have no colour.
Coloured colours_of(const workbench::MaskStudy& study) {
    return weight_colours(2 * study.typical_largest, study.before.cols());
}

void draw_weights(MaskLabFrame& frame, const std::shared_ptr<const workbench::MaskStudy>& study,
                  const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    ReachState& reach = frame.state.reach;
    Rect inner = titled_card(
        ui, "mask_lab/weights", area,
        reach.chosen.shown ? ui.plain("labs.reach_title", {{"word", {{word(scene, scene.selection.query)}}}})
                           : ui.text("labs.mask_weights"));
    const float above = choose_reach(frame, reach, inner);
    inner.y += above;
    inner.height -= above;
    if (reach.chosen.shown) return draw_reach(frame, reach, inner);
    const Coloured violet = colours_of(*study);
    const float line = ui.px(22), foot = ui.px(44), gap = ui.px(8);
    const float height = (inner.height - foot - 2 * line - gap) / 2;
    float y = inner.y;
    for (const auto& [name, numbers] : {std::pair{"before", &study->before}, {"after", &study->after}}) {
        const bool is_after = numbers == &study->after;
        ui.canvas.text({inner.x, y + line / 2},
                       is_after ? words_after(ui, scene, *study) : ui.text("labs.mask_before"), Font::sans,
                       ui.px(label_size), ui[Role::quiet]);
        if (!is_after && ends_early(violet))
            draw_legend(ui, "mask_lab/legend", violet, {inner.right(), y + line / 2}, 0.7F * inner.width);
        const std::string anchor = std::string("mask_lab/") + name;
        const std::shared_ptr<const Matrix> shown(study, numbers);
        PlainMatrix matrix = named(scene, shown, violet, anchor);
        if (const auto& allowed = scene.trace().allowed; is_after && allowed.size() > 0)
            matrix.hidden = [&allowed](CellPlace place) { return !allowed(place.row, place.column); };
        const MatrixLayout layout = draw_plain_matrix(ui, matrix, {inner.x, y + line, inner.width, height});
        mark_on_click(ui, anchor, layout, scene, frame.actions);
        y += line + height + gap;
    }
    paragraph(ui, {inner.x, inner.bottom() - foot + ui.px(6)}, inner.width,
              {{growth_words(ui, scene, *study)}}, note_size);
}

/// Which mask the bars were computed with, and whether anything leaks through it.
std::string leak_words(Ui& ui, const workbench::MaskStudy& study) {
    const auto remark = [&](const char* masked_by) {
        const bool leaks = study.leak().size() == 0 || study.leak().maxCoeff() > 0;
        return ui.text(masked_by) + " " + ui.text(leaks ? "labs.leak_open" : "labs.leak_closed");
    };
    switch (study.mask) {
    case workbench::LeakMask::none:
        break;
    case workbench::LeakMask::causal:
        return ui.text("labs.leak_causal");
    case workbench::LeakMask::drawn:
        return remark("labs.leak_drawn");
    case workbench::LeakMask::other:
        return remark("labs.leak_other");
    }
    return remark("labs.leak_unmasked");
}

void draw_leak(MaskLabFrame& frame, const workbench::MaskStudy& study, const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const Rect inner = titled_card(ui, "mask_lab/leak", area, ui.text("labs.leak"), leak_words(ui, study));
    if (study.leak_without.size() == 0) {
        paragraph(ui, {inner.x, inner.y}, inner.width, {{ui.text("labs.leak_cross")}}, note_size);
        return;
    }
    const auto& leak = study.leak();
    std::vector<Bar> bars;
    for (Index i = 0; i < leak.size(); ++i)
        bars.push_back({.name = word(scene, i), .value = leak(i)});
    const BarOptions options{
        .role = Role::warning, .largest = 1.0F, .marked = scene.selection.query, .scale = ui.theme.scale};
    const BarLayout layout = bar_layout(inner, bars, options, ui.canvas);
    paint_bars(ui, bars, layout, options);
}

/// One line per key, one column per way to write "forbidden": the weight that the key gets.
void draw_hidden_table(MaskLabFrame& frame, const workbench::HiddenRow& row, const Rect& area) {
    Ui& ui = frame.ui;
    const auto& names = frame.scene.pass().names;
    const Index count = row.allowed.cols();
    const float pitch = std::min(ui.px(22), area.height / static_cast<float>(count + 2));
    if (pitch < ui.px(11)) {
        ui.anchors.add("mask_lab/hidden/no_room", area);
        paragraph(ui, {area.x, area.y}, area.width,
                  ui.said("labs.hidden_many", {{"count", {{std::to_string(count)}}}}), note_size);
        return;
    }
    const float first = area.x + 0.34F * area.width, step = 0.22F * area.width;
    float y = area.y + pitch / 2;
    for (std::size_t c = 0; c < 3; ++c)
        ui.canvas.text({first + step * static_cast<float>(c + 1), y}, row.columns[c].label, Font::mono_bold,
                       ui.px(label_size), ui[Role::text], Align::right);
    for (Index key = 0; key < count; ++key) {
        y += pitch;
        const bool hidden = !row.allowed(0, key);
        const std::string& name = names.keys[static_cast<std::size_t>(key)];
        const std::string marked = ui.plain("labs.forbidden_key", {{"key", {{name}}}});
        ui.canvas.text_within({area.x, y}, first - area.x, hidden ? marked : name, Font::sans,
                              std::min(ui.px(label_size), pitch), ui[hidden ? Role::quiet : Role::text]);
        for (std::size_t c = 0; c < 3; ++c) {
            const float weight = row.columns[c].weights(key);
            const bool leaks = hidden && weight > 0;
            ui.canvas.text({first + step * static_cast<float>(c + 1), y},
                           row.columns[c].has_distribution ? number_text(weight, 2) : no_number,
                           leaks ? Font::mono_bold : Font::mono, std::min(ui.px(label_size), pitch),
                           ui[leaks    ? Role::warning
                              : hidden ? Role::quiet
                                       : Role::text],
                           Align::right);
        }
    }
    y += pitch;
    ui.canvas.line({area.x, y - pitch / 2}, {area.right(), y - pitch / 2}, ui[Role::hairline], ui.px(1));
    ui.canvas.text({area.x, y}, ui.text("labs.hidden_leaked"), Font::sans, std::min(ui.px(label_size), pitch),
                   ui[Role::quiet]);
    for (std::size_t c = 0; c < 3; ++c)
        ui.canvas.text({first + step * static_cast<float>(c + 1), y},
                       row.columns[c].has_distribution ? number_text(row.columns[c].leaked, 2) : no_number,
                       Font::mono_bold, std::min(ui.px(label_size), pitch),
                       ui[row.columns[c].leaked > 0 ? Role::warning : Role::text], Align::right);
}

/// What the table shows, in one sentence.
const std::string& hidden_words(Ui& ui, const workbench::HiddenRow& row) {
    const bool any_hidden = (row.allowed.array() == false).any();
    if (!any_hidden) return ui.text("labs.hidden_none");
    if (!row.columns[0].has_distribution) return ui.text("labs.hidden_all");
    const bool leaks = row.columns[1].leaked > 0 || row.columns[2].leaked > 0;
    return ui.text(leaks ? "labs.hidden_fails" : "labs.hidden_works");
}

/// Returns the height: of one line on a slide, which is wide rather than high.
float choose_shift(MaskLabFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    int& shift = frame.state.chosen.shift;
    const std::string& label = ui.text("labs.shift");
    ui.canvas.text({area.x, area.y + ui.px(14)}, label, Font::sans, ui.px(label_size), ui[Role::quiet]);
    const float beside =
        frame.on_slide ? ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(10) : 0;
    const float below = frame.on_slide ? 0 : ui.px(28);
    const int clicked = choice(ui, "mask_lab/shift", {area.x + beside, area.y + below},
                               {shift_names.begin(), shift_names.end()}, shift, 26);
    if (clicked >= 0) shift = clicked;
    return below + ui.px(frame.on_slide ? 29 : 34);
}

void draw_hidden(MaskLabFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    MaskLabState& state = frame.state;
    const Scene& scene = frame.scene;
    const Rect inner = titled_card(ui, "mask_lab/hidden", area,
                                   ui.text("labs.hidden") + " “" + word(scene, scene.selection.query) + "”");
    float y = inner.y;
    if (!frame.on_slide || state.chosen.shift != 0) y += choose_shift(frame, inner);
    if (!frame.on_slide || state.chosen.hide_all) {
        if (toggle(ui, "mask_lab/hide_all", {inner.x, y}, ui.text("labs.hide_all"), state.chosen.hide_all))
            state.chosen.hide_all = !state.chosen.hide_all;
        y += ui.px(30);
    }
    const workbench::HideOptions options{shifts[static_cast<std::size_t>(state.chosen.shift)],
                                         state.chosen.hide_all};
    const Index head = scene.selection.head, query = scene.selection.query;
    const auto row = state.row.ask(
        {{scene.shown}, {head, query, state.chosen}},
        [pass = scene.shown, head, query, options](const base::StopToken&) {
            return std::make_shared<const workbench::HiddenRow>(
                workbench::hidden_row(pass->trace, head, query, options));
        },
        0);
    if (!row) return;
    const bool says = !frame.on_slide && !frame.needed; // otherwise a caption or a step does
    const float foot = says ? ui.px(62) : 0;
    draw_hidden_table(frame, *row, {inner.x, y, inner.width, inner.bottom() - foot - y});
    if (says)
        paragraph(ui, {inner.x, inner.bottom() - foot + ui.px(4)}, inner.width, {{hidden_words(ui, *row)}},
                  note_size, false, Role::text, 1.3F);
}

/// The pass with a causal mask, as long as the user has not chosen one and the document has none: its two
/// matrices would be equal. Null: the document's own pass is shown.
std::shared_ptr<const workbench::Pass> pass_tried(ViewFrame& view, MaskLabState& state) {
    const Scene& scene = view.scene;
    const workbench::Document& document = scene.bench.document();
    if (!view.guided && document.mask != workbench::MaskChoice{}) state.chosen.own_mask = true;
    const bool open = !state.chosen.own_mask && !view.guided && !scene.bench.computing();
    if (!open || scene.trace().input.is_cross() || scene.trace().allowed.size() > 0) return nullptr;
    const auto pass = state.tried.ask(
        {{scene.shown}, {}},
        [document, &library = scene.bench.library()](const base::StopToken& stop) {
            workbench::Document masked = document;
            masked.mask.causal = 1;
            return workbench::compute(workbench::prepare(masked, library), stop);
        },
        4 * workbench::mask_study_cost(scene.trace()));
    view.ui.wait_for(state.tried);
    const bool fits = pass && !state.tried.busy() && pass->trace.n() == scene.trace().n();
    return fits ? pass : nullptr;
}

/// The canvas in the middle, no larger than its cells; on a slide as large as there is room.
void draw_alone(MaskLabFrame& frame) {
    const Rect& area = frame.area;
    const attention::Trace& t = frame.scene.trace();
    const Point cell = drawn_cell(frame);
    const Point around = frame.on_slide ? Point{96, 84} : Point{130, 110}; // design pixels
    const float wide = cell.x * static_cast<float>(t.m()) + around.x,
                high = cell.y * static_cast<float>(t.n()) + around.y;
    Theme theme = frame.ui.theme;
    if (frame.on_slide) theme.scale = std::min(area.width / wide, area.height / high);
    Ui ui = frame.ui.in(theme);
    MaskLabFrame sized{frame.within(ui, area), frame.state, frame.mask, frame.tries};
    const float width = std::min(area.width, ui.px(wide)), height = std::min(area.height, ui.px(high));
    draw_left(sized, {area.centre().x - width / 2, area.centre().y - height / 2, width, height});
}

void draw_lab(MaskLabFrame& frame) {
    Ui& ui = frame.ui;
    MaskLabState& state = frame.state;
    const Scene& scene = frame.scene;
    const Rect& area = frame.area;
    // Beside a step the parts that it needs share the area.
    const bool draws = frame.shows_part("mask_lab/left"), weighs = frame.shows_part("mask_lab/weights"),
               leaks = frame.shows_part("mask_lab/leak"), hides = frame.shows_part("mask_lab/hidden");
    const auto columns = static_cast<float>(int{draws} + int{weighs} + int{leaks || hides});
    const float gap = ui.px(12), width = (area.width - (columns - 1) * gap) / columns;
    float x = area.x;
    const auto column = [&] {
        const Rect place{x, area.y, width, area.height};
        x += width + gap;
        return place;
    };
    if (draws) {
        if (columns < 2)
            draw_alone(frame);
        else
            draw_left(frame, column());
    }
    const auto study = state.study.ask(
        {{scene.shown}, scene.selection.head},
        [pass = scene.shown, head = scene.selection.head](const base::StopToken& stop) {
            return workbench::mask_study(pass->trace, head, stop);
        },
        workbench::mask_study_cost(scene.trace()));
    ui.wait_for(state.study);
    const bool fits =
        study && study->before.rows() == scene.trace().n() && study->before.cols() == scene.trace().m();
    state.shown = fits ? study : nullptr; // otherwise the study is of a sentence of another length
    if (!fits) return;
    if (weighs) draw_weights(frame, study, column());
    if (!leaks && !hides) return;
    const Rect right = column();
    if (!leaks) return draw_hidden(frame, right);
    const float upper = hides ? 0.42F * (right.height - gap) : right.height;
    draw_leak(frame, *study, {right.x, right.y, right.width, upper});
    if (hides) draw_hidden(frame, {right.x, right.y + upper + gap, right.width, right.height - upper - gap});
}

} // namespace

void MaskLab::draw(ViewFrame& view) {
    MaskLabState& state = state_;
    const std::size_t asked = view.actions.commands.size();
    const auto tried = pass_tried(view, state);
    const Scene seen{view.scene.bench, tried ? tried : view.scene.shown, view.scene.before,
                     view.scene.selection};
    MaskLabFrame frame{view.about(seen), state,
                       tried ? tried->document.mask : view.scene.bench.document().mask, tried != nullptr};
    draw_lab(frame);
    if (view.actions.commands.size() > asked) state.chosen.own_mask = true;
}

void MaskLab::visit(workbench::ChoiceVisitor& choices) {
    choices.number("shift", state_.chosen.shift, 0, std::ssize(shifts) - 1);
    choices.boolean("hide_all", state_.chosen.hide_all);
    choices.boolean("own_mask", state_.chosen.own_mask);
    visit_reach(choices, state_.reach);
}

nlohmann::json MaskLab::shown() const {
    const ReachState& reach = state_.reach;
    nlohmann::json report = nlohmann::json::object();
    if (!reach.chosen.shown || !reach.shown) return report;
    for (Index row = 0; row <= reach.shown->layers(); ++row)
        report["known"].push_back(reach.shown->reached.row(row).count());
    report["way"] = reach.way;
    return report;
}

Exportables MaskLab::exports(ViewFrame& frame) {
    using attention::Quantity;
    Ui& ui = frame.ui;
    MaskLabState& state = state_;
    const Scene& scene = frame.scene;
    const Index head = scene.selection.head;
    Exportables all{quantity_export(ui, scene.shown, Quantity::masked, head,
                                    state.ranges.of(scene.shown, Quantity::scaled, head))};
    all.back().title = ui.text("labs.mask_scores");
    all.back().anchor = "mask_lab/left";
    if (!state.shown) return all;
    const MatrixOptions options = kept_options(scene.shown, Quantity::weights, colours_of(*state.shown));
    for (const auto& [name, numbers] :
         {std::pair{"before", &state.shown->before}, {"after", &state.shown->after}}) {
        all.push_back(exportable(std::string("mask-") + name,
                                 ui.text((std::string("labs.export_") + name).c_str()),
                                 {state.shown, numbers}, options));
        all.back().note = note_of(ui, *scene.shown);
        all.back().anchor = std::string("mask_lab/") + name;
    }
    return all;
}

std::unique_ptr<View> make_mask_lab() {
    return std::make_unique<MaskLab>();
}

} // namespace ui
