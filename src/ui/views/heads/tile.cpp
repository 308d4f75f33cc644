#include "ui/views/heads/tile.h"

#include "drawing/fitted_text.h"
#include "drawing/matrix_figure.h"
#include "narration/wording.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::HeadOrder;

namespace {

/// A measure of a head as shown in its tile.
struct Measure {
    const char *name, *short_name, *hint; ///< texts
    float attention::HeadMeasures::*member = nullptr;
    float most = 1;           ///< the value of a full bar
    float value = 0, row = 0; ///< the mean over all rows, and the marked row's own
};

std::vector<Measure> measures_of(const HeadsFrame& frame, Index head, TileDetail detail) {
    if (!frame.state.shown.study) return {};
    using attention::HeadMeasures;
    const HeadMeasures& mean = frame.state.shown.study->measures[static_cast<std::size_t>(head)];
    const auto& t = frame.scene.trace();
    const HeadMeasures row =
        attention::measure_row(t.matrix(attention::Quantity::weights, head), frame.marked.row);
    const auto measure = [&](const char* name, const char* short_name, const char* hint,
                             float HeadMeasures::*member, float most) {
        return Measure{name, short_name, hint, member, most, mean.*member, row.*member};
    };
    const float bits = std::max(std::log2(static_cast<float>(t.m())), 1.0F);
    const auto places = static_cast<float>(std::max<Index>(std::max(t.n(), t.m()) - 1, 1));
    const Measure entropy =
        measure("heads.entropy", "heads.short_entropy", "heads.entropy_hint", &HeadMeasures::entropy, bits);
    const Measure distance = measure("heads.mean_distance", "heads.short_mean_distance",
                                     "heads.mean_distance_hint", &HeadMeasures::mean_distance, places);
    const Measure largest = measure("heads.largest_weight", "heads.short_largest_weight",
                                    "heads.largest_weight_hint", &HeadMeasures::largest_weight, 1);
    const Measure diagonal = measure("heads.diagonal", "heads.short_diagonal", "heads.diagonal_hint",
                                     &HeadMeasures::diagonal_share, 1);
    const bool by_diagonal = frame.state.chosen.order == HeadOrder::diagonal;
    // Positions in two different sentences cannot be compared.
    if (t.input.is_cross())
        return detail == TileDetail::bare ? std::vector{entropy} : std::vector{entropy, largest};
    if (detail != TileDetail::bare) return {entropy, distance, by_diagonal ? diagonal : largest};
    if (by_diagonal) return {diagonal};
    return {frame.state.chosen.order == HeadOrder::distance ? distance : entropy};
}

/// At most five characters, for which the columns have room: "8.25", "166.0".
std::string column_text(float value) {
    const bool is_long = value >= 99.995F && value < 1000;
    return is_long ? number_text(value, 1) : narration::decimal(value);
}

void draw_measure(HeadsFrame& frame, const Measure& measure, const Rect& line, TileDetail detail) {
    Ui& ui = frame.ui;
    const float share = std::clamp(measure.value / measure.most, 0.0F, 1.0F), middle = line.centre().y;
    const float row_share = std::clamp(measure.row / measure.most, 0.0F, 1.0F);
    const bool full = detail == TileDetail::full;
    const bool bare = detail == TileDetail::bare;
    const std::string number = column_text(measure.value), own = bare ? "" : column_text(measure.row);
    const float size = ui.px(full ? 12 : 11.5F);
    const float own_width = bare ? 0 : ui.px(34); // the marked row's value, in the query colour
    const float number_width = ui.canvas.width(Font::mono, size, number) + own_width;
    const auto fits_beside = [&](const std::string& text) {
        return ui.canvas.width(Font::sans, size, text) + number_width + ui.px(6) <= line.width;
    };
    const std::string& long_name = ui.text(measure.name);
    const std::string& name = full && fits_beside(long_name) ? long_name : ui.text(measure.short_name);
    const float name_width = ui.canvas.width(Font::sans, size, name);
    if (full) {
        const float start =
            line.x +
            std::max(name_width, ui.canvas.width(Font::sans, size, ui.text("heads.largest_weight"))) +
            ui.px(8);
        const float end = line.right() - std::max(number_width, ui.px(34) + own_width) - ui.px(8);
        const float thick = ui.px(7);
        const Rect track{start, middle - thick / 2, end - start, thick};
        if (track.width > ui.px(10)) {
            ui.canvas.fill(track, ui[Role::hairline].faded(0.6F), thick / 2);
            ui.canvas.fill({track.x, track.y, std::max(share * track.width, thick), thick}, ui[Role::weight],
                           thick / 2);
            const float at = track.x + row_share * track.width;
            ui.canvas.line({at, track.y - ui.px(3)}, {at, track.bottom() + ui.px(3)}, ui[Role::query],
                           ui.px(2));
        }
    } else {
        const float thick = ui.px(3), y = line.bottom() - thick;
        ui.canvas.fill({line.x, y, line.width, thick}, ui[Role::hairline].faded(0.6F), thick / 2);
        ui.canvas.fill({line.x, y, std::max(share * line.width, thick), thick}, ui[Role::weight], thick / 2);
    }
    const float y = full ? middle : middle - ui.px(1.5F);
    const bool fits = fits_beside(name);
    if (full || fits) ui.canvas.text({line.x, y}, name, Font::sans, size, ui[Role::quiet]);
    ui.canvas.text({line.right() - own_width, y}, number, Font::mono, size, ui[Role::text], Align::right);
    if (!bare) ui.canvas.text({line.right(), y}, own, Font::mono, size, ui[Role::query], Align::right);
}

std::vector<workbench::HeadPlace> flipped(const HeadsFrame& frame, Index head) {
    std::vector<workbench::HeadPlace> off = frame.scene.bench.document().switched_off;
    if (std::erase(off, workbench::HeadPlace{0, head}) == 0) off.push_back({0, head});
    return off;
}

} // namespace

std::string purpose_of(const HeadsFrame& frame, Index head) {
    const auto& purposes = frame.scene.pass().head_purposes;
    return frame.ui.plain("heads.built_for", {{"purpose", {{purposes[static_cast<std::size_t>(head)]}}}});
}

void draw_tile_frame(Ui& ui, const Rect& tile, const Touch& t, bool opened) {
    const float radius = ui.px(8);
    if (opened) ui.canvas.fill(tile, ui[Role::accent_soft], radius);
    const Role border = opened ? Role::query : t.hovered ? Role::quiet : Role::hairline;
    ui.canvas.stroke(tile, ui[border], ui.px(opened ? 2 : 1), radius);
    if (t.focused) focus_ring(ui, tile, radius);
}

void draw_small_matrix(HeadsFrame& frame, const std::shared_ptr<const base::Matrix>& weights,
                       const Rect& area, bool faded) {
    Ui& ui = frame.ui;
    const MatrixLayout layout =
        fit(area, weights->rows(), weights->cols(), area.width / static_cast<float>(weights->cols()),
            area.height / static_cast<float>(weights->rows()));
    MatrixOptions options;
    const Coloured coloured = frame.colours();
    options.map = coloured.map;
    options.range = coloured.range;
    const bool framed = layout.cell_height >= ui.px(4); // a frame would hide a thinner row
    if (framed) options.marked_row = frame.marked.row;
    options.ground = Role::card;
    options.digits = false;
    options.scale = 0.6F * ui.theme.scale; // gaps and frames to match its small cells
    if (!framed) {
        const Rect row = row_rect(layout, frame.marked.row);
        const float height = std::max(row.height, ui.px(3)), wide = ui.px(4);
        ui.canvas.fill({area.x - wide, row.centre().y - height / 2, wide - ui.px(1), height},
                       ui[Role::query]);
    }
    if (faded) ui.canvas.set_opacity(0.35F);
    ui.canvas.paint(matrix_figure(weights, layout, options, ui.theme.palette(), ui.canvas));
    ui.canvas.set_opacity(1);
}

void draw_head_tile(HeadsFrame& frame, const HeadGrid& grid, int purpose_lines, Index head,
                    const Rect& tile) {
    Ui& ui = frame.ui;
    const auto& pass = frame.scene.pass();
    const bool opened = frame.state.chosen.large == LargeMatrix::head && head == frame.head(),
               on = frame.is_on(head);
    const std::string number = std::to_string(head);
    const Touch t = touch_beneath(ui, "heads/head/" + number, tile);
    if (t.clicked) frame.open(head);
    if (t.hovered)
        ui.cursor_hint = pass.head_purposes.empty() || grid.detail == TileDetail::full
                             ? ui.text("heads.open_hint")
                             : purpose_of(frame, head);
    draw_tile_frame(ui, tile, t, opened);

    const Rect header = grid.header(tile);
    const bool bare = grid.detail == TileDetail::bare;
    const std::string name = (bare ? "" : ui.text("heads.head") + " ") + std::to_string(head + 1);
    ui.canvas.text({header.x, header.centre().y}, name, Font::sans_bold, ui.px(note_size),
                   ui[on ? Role::text : Role::quiet]);
    const Rect knob{header.right() - ui.px(36), header.centre().y - ui.px(10), ui.px(36), ui.px(20)};
    if (frame.on_slide) {
        if (!on)
            ui.canvas.text({header.right(), header.centre().y}, ui.text("heads.off"), Font::sans,
                           ui.px(note_size), ui[Role::quiet], Align::right);
    } else if (toggle(ui, "heads/switch/" + number, {knob.x, knob.y}, "", on))
        frame.actions.edit(workbench::SwitchHeads{flipped(frame, head)});
    if (knob.contains(ui.mouse)) ui.cursor_hint = ui.text("heads.switch_hint");

    draw_small_matrix(frame,
                      {frame.scene.shown, &frame.scene.trace().matrix(attention::Quantity::weights, head)},
                      grid.matrix(tile), !on);
    Rect line = grid.words(tile);
    line.height = grid.line_height;
    if (!pass.head_purposes.empty() && grid.detail == TileDetail::full) {
        paragraph(ui, {line.x, line.y}, line.width, purpose_of(frame, head), Font::sans, purpose_size,
                  ui[Role::text]);
        line.y += grid.line_height * static_cast<float>(purpose_lines);
    } else if (!pass.head_purposes.empty() && grid.detail == TileDetail::brief) {
        ui.canvas.text_within({line.x, line.centre().y}, line.width,
                              pass.head_purposes[static_cast<std::size_t>(head)], Font::sans,
                              ui.px(purpose_size), ui[Role::text]);
        line.y += grid.line_height;
    }
    for (const Measure& measure : measures_of(frame, head, grid.detail)) {
        draw_measure(frame, measure, line, grid.detail);
        if (t.hovered && line.contains(ui.mouse))
            ui.cursor_hint = frame.ui.plain(
                measure.hint, {{"asker", {{frame.asker()}}}, {"row", {{narration::decimal(measure.row)}}}});
        line.y += grid.line_height;
    }
}

} // namespace ui
