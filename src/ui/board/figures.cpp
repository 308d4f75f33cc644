#include "ui/board/figures.h"

#include "attention/stage.h"
#include "drawing/figures/arcs.h"
#include "drawing/figures/formula.h"
#include "drawing/figures/matrix.h"
#include "drawing/paper/exportable.h"
#include "drawing/plot/layout.h"
#include "narration/narration.h"
#include "narration/wording.h"
#include "ui/board/words.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/pieces.h"
#include "ui/chrome/weights_menu.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

namespace {

constexpr float smallest_anchored = 4; // pixels: smallest cells that get anchors

void name_cells(Anchors& anchors, const std::string& name, const MatrixLayout& layout) {
    if (layout.cell_width < smallest_anchored || layout.cell_height < smallest_anchored) return;
    for (Index row = 0; row < layout.rows; ++row)
        for (Index column = 0; column < layout.columns; ++column)
            anchors.add(name + "/" + std::to_string(row) + "/" + std::to_string(column),
                        cell_rect(layout, {row, column}));
}

} // namespace

MatrixLayout draw_plain_matrix(Ui& ui, const PlainMatrix& matrix, const Rect& area) {
    MatrixOptions options;
    options.map = matrix.coloured.map;
    options.range = matrix.coloured.range;
    options.row_name = matrix.row_name;
    options.column_name = matrix.column_name;
    options.row_name_width = ui.px(widest_row_name);
    options.hidden = matrix.hidden;
    options.marked_row = matrix.marked_row;
    options.marked_column = matrix.marked_column;
    options.column_role = matrix.column_role;
    options.recede = matrix.marked_row || matrix.marked_column;
    options.bold_marks = false;
    options.scale = ui.theme.scale;
    options.digit_limits = digits_read(ui.theme);
    const MatrixLayout layout =
        fit_with_names(area, matrix.numbers->rows(), matrix.numbers->cols(), options,
                       ui.px(matrix.largest_width), ui.px(matrix.largest_height), ui.canvas);
    ui.canvas.paint(matrix_figure(matrix.numbers, layout, options, ui.theme.palette(), ui.canvas));
    ui.anchors.add(matrix.anchor, layout.area);
    if (ui.anchors.wanted())
        ui.anchors.add_later(
            [name = matrix.anchor, layout](Anchors& anchors) { name_cells(anchors, name, layout); });
    return layout;
}

void mark_on_click(Ui& ui, const std::string& anchor, const MatrixLayout& layout, const Scene& scene,
                   Actions& actions) {
    const Touch t = touch(ui, anchor + "/point", layout.area, true, false);
    const auto cell = cell_at(layout, ui.mouse);
    if (!t.clicked || !cell) return;
    actions.select = scene.selection;
    actions.select->query = cell->row;
    actions.select->key = cell->column;
}

bool ends_early(const Coloured& coloured) {
    return coloured.map == ColourMap::weights && coloured.range.high < 1;
}

void draw_legend(Ui& ui, const std::string& anchor, const Coloured& coloured, Point right, float room) {
    const float size = ui.px(legend_size), words_size = ui.px(label_size), gap = ui.px(12);
    const float wide = legend_width(coloured.map, coloured.range, size, ui.canvas);
    const std::string& words = ui.text("controls.colours_end");
    if (room < wide) return;
    const float said = ui.canvas.width(Font::sans, words_size, words) + gap;
    const bool early = ends_early(coloured) && wide + said <= room;
    const Rect place{right.x - wide, right.y - ui.px(14), wide, ui.px(control_height)};
    if (early)
        ui.canvas.text({place.x - gap, right.y}, words, Font::sans, words_size, ui[Role::quiet],
                       Align::right);
    ui.anchors.add(anchor, place);
    ui.canvas.paint(legend_figure(coloured.map, coloured.range, place, size, ui.theme.palette(), ui.canvas));
}

Coloured signed_colours(float reach) {
    return {ColourMap::signed_values, fitted(ColourMap::signed_values, {-reach, reach})};
}

void paint_bars(Ui& ui, std::span<const Bar> bars, const BarLayout& layout, BarOptions options) {
    const auto left_out = std::to_string(static_cast<Index>(bars.size()) - layout.count);
    options.left_out = ui.plain("caption.bars_left_out", {{"count", {{left_out}}}});
    ui.canvas.paint(bar_figure(bars, layout, options, ui.theme.palette(), ui.canvas));
}

PlotLayout draw_plot(Ui& ui, const std::string& name, const Plot& plot, const Rect& area) {
    PlotOptions options{.scale = ui.theme.scale};
    PlotLayout layout = plot_layout(area, plot, options, ui.canvas);
    ui.anchors.add(name, layout.frame);
    if (area.contains(ui.mouse)) options.hovered = nearest(plot, layout, ui.mouse);
    ui.canvas.paint(plot_figure(plot, layout, options, ui.theme.palette(), ui.canvas));
    if (!options.hovered) return layout;
    const auto& series = plot.series[options.hovered->series];
    const auto& point = series.points[options.hovered->point];
    // Points are named by the line that they lie on.
    const auto named = std::ranges::find_if(plot.series, [&](const PlotSeries& other) {
        return other.style.role == series.style.role && !other.name.empty();
    });
    ui.cursor_hint = (named == plot.series.end() ? series.name : named->name) + "  ·  " + plot.x.title +
                     ": " + reading_text(point.x, plot.x.unit) + "  ·  " + reading_text(point.y, plot.y.unit);
    if (std::isfinite(point.lower) && std::isfinite(point.upper))
        ui.cursor_hint += "  (" + reading_text(point.lower, plot.y.unit) + " – " +
                          reading_text(point.upper, plot.y.unit) + ")";
    return layout;
}

Rect titled_card(Ui& ui, const std::string& name, const Rect& area, const std::string& title,
                 const std::string& more) {
    card(ui, area);
    ui.anchors.add(name, area);
    const Rect inner = area.inset(ui.px(16));
    float y = inner.y - ui.px(2);
    y += paragraph(ui, {inner.x, y}, inner.width, {{title, narration::Tone::strong}}, 16, false, Role::text,
                   1.25F);
    if (!more.empty()) {
        y += ui.px(3);
        y += paragraph(ui, {inner.x, y}, inner.width, {{more}}, note_size, false, Role::quiet, 1.35F);
    }
    y += ui.px(10);
    return {inner.x, y, inner.width, std::max(0.0F, inner.bottom() - y)};
}

// Exportable figures.

std::string note_of(const Ui& ui, const workbench::Pass& pass) {
    const std::string weights = weights_text(ui, pass);
    return pass.document.text.empty() ? weights : pass.document.text + " — " + weights;
}

MatrixOptions kept_options(const PassPtr& pass, Quantity quantity, const Coloured& coloured) {
    MatrixOptions options;
    options.map = coloured.map;
    options.range = coloured.range;
    options.row_name = [pass, quantity](Index i) { return row_label(*pass, quantity, i); };
    options.column_name = [pass, quantity](Index i) { return column_label(*pass, quantity, i); };
    return options;
}

Exportable quantity_export(Ui& ui, const PassPtr& pass, Quantity quantity, Index head,
                           const Coloured& coloured, const std::optional<attention::Cell>& marked) {
    const std::string name(attention::key(quantity));
    MatrixOptions options = kept_options(pass, quantity, coloured);
    if (attention::is_queries_by_keys(quantity)) {
        options.row_axis = ui.text("export.query");
        options.column_axis = ui.text("export.key");
    }
    if (marked && marked->quantity == quantity) {
        options.marked_row = marked->row;
        options.marked_column = marked->column;
    }
    Exportable what =
        exportable(name,
                   narration::symbol_in(pass->trace, name_of(*pass, quantity)) + " — " +
                       ui.texts.text(narration::meaning_of(pass->trace, quantity, pass->has_names())),
                   {pass, &pass->trace.matrix(quantity, head)}, std::move(options));
    const std::string formula =
        narration::formula_of(ui.texts, pass->trace, attention::stage(attention::stage_of(quantity)));
    what.note = note_of(ui, *pass) + (formula.empty() ? "" : " — " + formula);
    what.anchor = "matrix/" + name;
    return what;
}

namespace {

/// Arcs from the query word to the words it attends to.
Exportable arcs_export(Ui& ui, const Scene& scene) {
    const PassPtr pass = scene.shown;
    const std::shared_ptr<const base::Matrix> weights(
        pass, &pass->trace.matrix(Quantity::dropped, scene.selection.head));
    const bool cross = pass->trace.input.is_cross();
    ArcOptions options{scene.selection.query, scene.selection.key};
    options.more = more_words(ui, scene);
    options.numbers = ui.text("words.weights");
    Exportable what{.name = "arcs", .title = ui.text("export.arcs"), .note = note_of(ui, *pass)};
    what.width = 1000;
    what.height = arc_height(cross, true, 1) + 130;
    what.figure = [pass, weights, cross, options](Rect area, const Palette& palette,
                                                  const TextMeasure& measure) {
        const Words keys = boxed_keys(*pass), queries = boxed_queries(*pass);
        area.height = arc_height(cross, true, 1);
        const ArcLayout layout = arc_layout(area, keys, queries, options, measure);
        return arc_figure(layout, keys, queries, weights, options, palette, measure);
    };
    what.csv = [pass, weights, options] {
        return csv_of(
            weights->row(options.query),
            [&](Index) { return pass->names.row(Quantity::weights, options.query); },
            [&](Index key) { return pass->names.column(Quantity::weights, key); });
    };
    return what;
}

/// The complete formula of this pass.
Exportable formula_export(Ui& ui, const Scene& scene) {
    Exportable what{.name = "formula", .title = ui.text("export.formula"), .note = note_of(ui, scene.pass())};
    what.width = 900;
    what.height = 260;
    what.figure = [markup = ui.texts.formula(scene.trace())](Rect area, const Palette& palette,
                                                             const TextMeasure& measure) {
        FormulaStyle style{.size = 36, .lit_part = {}};
        SetFormula set = set_formula(markup, style, palette, measure);
        style.size *= std::min({1.0F, area.width / set.width, area.height / set.height});
        set = set_formula(markup, style, palette, measure);
        return moved(std::move(set.figure), area.centre().x - set.width / 2,
                     area.centre().y - set.height / 2);
    };
    return what;
}

} // namespace

Exportables board_exports(Ui& ui, BoardState& state, const Scene& scene) {
    const attention::Product product = shown_product(scene);
    Exportables all;
    for (const auto& quantity : {std::optional(product.result), product.left, product.top}) {
        if (!quantity) continue;
        const Index head = own_head(*quantity, scene.selection.head);
        all.push_back(quantity_export(ui, scene.shown, *quantity, head,
                                      state.last.ranges.of(scene.shown, *quantity, head),
                                      workbench::marked_cell(scene.selection, scene.trace())));
    }
    if (!scene.pass().document.text.empty()) all.push_back(arcs_export(ui, scene));
    all.push_back(formula_export(ui, scene));
    return all;
}

} // namespace ui
