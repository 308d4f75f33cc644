// The left card: every head as a tile with its small matrix, its switch and its measures.
#include "drawing/figures/head_grid.h"
#include "drawing/figures/matrix.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/tell_heads.h"
#include "narration/wording.h"
#include "ui/views/heads/heads.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::HeadOrder;

// A tile.

namespace {

constexpr float purpose_size = tiny_size; ///< text size of a head's purpose, design pixels

/// A measure of a head as shown in its tile.
struct Measure {
    const char *name, *short_name, *hint; ///< texts
    float attention::HeadMeasures::*member = nullptr;
    float most = 1;           ///< the value of a full bar
    float value = 0, row = 0; ///< the mean over all rows, and the marked row's own
};

std::vector<Measure> measures_of(const HeadsFrame& frame, Index head, TileDetail detail) {
    if (!frame.state.shown.study || frame.needed) return {};
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
            ui.canvas.fill(track, ui[Role::track], thick / 2);
            ui.canvas.fill({track.x, track.y, std::max(share * track.width, thick), thick}, ui[Role::weight],
                           thick / 2);
            const float at = track.x + row_share * track.width;
            ui.canvas.line({at, track.y - ui.px(3)}, {at, track.bottom() + ui.px(3)}, ui[Role::query],
                           ui.px(2));
        }
    } else {
        const float thick = ui.px(3), y = line.bottom() - thick;
        ui.canvas.fill({line.x, y, line.width, thick}, ui[Role::track], thick / 2);
        ui.canvas.fill({line.x, y, std::max(share * line.width, thick), thick}, ui[Role::weight], thick / 2);
    }
    const float y = full ? middle : middle - ui.px(1.5F);
    const bool fits = fits_beside(name);
    if (full || fits) ui.canvas.text({line.x, y}, name, Font::sans, size, ui[Role::quiet]);
    ui.canvas.text({line.right() - own_width, y}, number, Font::mono, size, ui[Role::text], Align::right);
    if (!bare) ui.canvas.text({line.right(), y}, own, Font::mono, size, ui[Role::query], Align::right);
}

/// The heads that are off once this one is switched.
std::vector<Index> flipped(const HeadsFrame& frame, Index head) {
    std::vector<Index> off = frame.scene.trace().options.switched_off;
    if (std::erase(off, head) == 0) off.push_back(head);
    return off;
}

/// "Built for: pronoun → noun".
std::string purpose_of(const HeadsFrame& frame, Index head) {
    const auto& purposes = frame.scene.pass().head_purposes;
    return frame.ui.plain("heads.built_for", {{"purpose", {{purposes[static_cast<std::size_t>(head)]}}}});
}

/// The background and border of a tile; the opened one stands out.
void draw_tile_frame(Ui& ui, const Rect& tile, const Touch& t, bool opened) {
    const float radius = ui.px(8);
    if (opened)
        draw_selected(ui, tile, radius);
    else
        ui.canvas.stroke(tile, ui[t.hovered ? Role::quiet : Role::hairline], ui.px(1), radius);
    if (t.focused) focus_ring(ui, tile, radius);
}

/// A display-only matrix over n × m words; marks as on the board.
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
    if (framed && frame.needed) options.marked_column = frame.marked.column; // there are no other names
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

/// "K_2": whose keys a head reads, where the tiles are sorted by something else. It gives way to the switch.
void draw_key_head(HeadsFrame& frame, Index head, const Rect& room) {
    Ui& ui = frame.ui;
    const std::string symbol = "K_" + std::to_string(frame.layer().key_head_of(head) + 1);
    if (ui.canvas.width(Font::sans_bold, ui.px(label_size), symbol) + ui.px(8) > room.width) return;
    subscripted(ui, {room.x + ui.px(8), room.centre().y}, symbol, Font::sans_bold, ui.px(label_size),
                ui[Role::key]);
}

/// `purpose_lines`: the number of lines every tile of the grid reserves for its purpose.
void draw_head_tile(HeadsFrame& frame, const HeadGrid& grid, int purpose_lines, Index head,
                    const Rect& tile) {
    Ui& ui = frame.ui;
    const auto& pass = frame.scene.pass();
    const bool is_large = frame.large() == LargeMatrix::head || frame.large() == LargeMatrix::shared;
    const bool opened = is_large && head == frame.head(), on = frame.is_on(head);
    const std::string number = std::to_string(head);
    const Touch t = touch_beneath(ui, "heads/head/" + number, tile);
    if (t.clicked) frame.open(head);
    if (t.hovered && !frame.needed)
        ui.cursor_hint = pass.head_purposes.empty() || grid.detail == TileDetail::full
                             ? ui.text("heads.open_hint")
                             : purpose_of(frame, head);
    draw_tile_frame(ui, tile, t, opened);

    const Rect header = grid.header(tile);
    const bool bare = grid.detail == TileDetail::bare;
    const std::string name = (bare ? "" : ui.text("heads.head") + " ") + std::to_string(head + 1);
    ui.canvas.text({header.x, header.centre().y}, name, Font::sans_bold, ui.px(note_size),
                   ui[on ? Role::text : Role::quiet]);
    const float name_width = ui.canvas.width(Font::sans_bold, ui.px(note_size), name);
    const Rect knob{header.right() - ui.px(36), header.centre().y - ui.px(10), ui.px(36), ui.px(20)};
    if (frame.on_slide) {
        if (!on)
            ui.canvas.text({header.right(), header.centre().y}, ui.text("heads.off"), Font::sans,
                           ui.px(note_size), ui[Role::quiet], Align::right);
    } else {
        // Not beside every matrix: of the head that is pointed at, opened or off.
        const bool focused = ui.focus.visible() && ui.focus.name() == "heads/switch/" + number;
        const bool offered = focused || opened || !on || frame.needed || tile.contains(ui.mouse);
        if (frame.shares_keys() && frame.state.chosen.order != HeadOrder::number)
            draw_key_head(frame, head,
                          {header.x + name_width, header.y,
                           (offered ? knob.x : header.right()) - header.x - name_width, header.height});
        ui.canvas.set_opacity(offered ? 1 : 0);
        if (toggle(ui, "heads/switch/" + number, {knob.x, knob.y}, "", on))
            frame.switch_off(flipped(frame, head));
        ui.canvas.set_opacity(1);
    }
    if (knob.contains(ui.mouse)) ui.cursor_hint = ui.text("heads.switch_hint");

    draw_small_matrix(frame,
                      {frame.scene.shown, &frame.scene.trace().matrix(attention::Quantity::weights, head)},
                      grid.matrix(tile), !on);
    Rect line = grid.words(tile);
    line.height = grid.line_height;
    const bool has_purposes = !pass.head_purposes.empty() && !frame.needed;
    if (has_purposes && grid.detail == TileDetail::full) {
        paragraph(ui, {line.x, line.y}, line.width, purpose_of(frame, head), Font::sans, purpose_size,
                  ui[Role::text]);
        line.y += grid.line_height * static_cast<float>(purpose_lines);
    } else if (has_purposes && grid.detail == TileDetail::brief) {
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

// The card.

/// The matrix beside its text, or above it where there is room.
void draw_summary_tile(HeadsFrame& frame, const Rect& tile, const std::shared_ptr<const base::Matrix>& matrix,
                       const std::string& name, const std::string& more) {
    Ui& ui = frame.ui;
    const float margin = ui.px(8), words = ui.px(58);
    const bool above = tile.height > ui.px(140);
    const float named = ui.canvas.width(Font::sans_bold, ui.px(label_size), name); // in full
    const float side = above ? std::min(tile.width - 2 * margin, tile.height - words - 2 * margin)
                             : std::min(tile.height - 2 * margin, tile.width - named - 3 * margin - ui.px(2));
    const float x = above ? tile.centre().x - side / 2 : tile.x + margin;
    draw_small_matrix(frame, matrix, {x, tile.y + margin, side, side}, false);
    const float left = above ? tile.x + margin : x + side + margin;
    const float top = above ? tile.y + side + 2 * margin : tile.y + margin;
    const float room = tile.right() - left - ui.px(8);
    ui.canvas.text_within({left, top + ui.px(8)}, room, name, Font::sans_bold, ui.px(label_size),
                          ui[Role::text]);
    const float below = top + ui.px(17);
    const bool fits = below + paragraph(ui, {left, below}, room, {{more}}, 11.5F, true) <= tile.bottom();
    if (fits) paragraph(ui, {left, below}, room, more, Font::sans, 11.5F, ui[Role::quiet]);
}

/// Average and maximum side by side: they can be opened like heads.
void draw_summaries(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    if (!frame.state.shown.study) return;
    const auto& study = *frame.state.shown.study;
    const float gap = ui.px(10), width = (area.width - gap) / 2;
    struct Summary {
        LargeMatrix which;
        const char *key, *name, *more;
        std::shared_ptr<const base::Matrix> matrix;
    };
    const std::array<Summary, 2> all{
        {{LargeMatrix::average, "average", "heads.average", "heads.average_more", study.average},
         {LargeMatrix::maximum, "maximum", "heads.maximum", "heads.maximum_more", study.maximum}}};
    float x = area.x;
    for (const Summary& summary : all) {
        const Rect tile{x, area.y, width, area.height};
        const bool opened = frame.large() == summary.which;
        const Touch t = touch(ui, std::string("heads/") + summary.key, tile);
        if (t.clicked) {
            frame.state.chosen.large = opened ? LargeMatrix::head : summary.which;
            ui.motion.draw_again();
        }
        draw_tile_frame(ui, tile, t, opened);
        draw_summary_tile(frame, tile, summary.matrix, ui.text(summary.name), ui.text(summary.more));
        x += width + gap;
    }
}

void choose_order(HeadsFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    const std::array<const std::string*, 4> names{&ui.text("heads.by_number"), &ui.text("heads.by_entropy"),
                                                  &ui.text("heads.by_distance"),
                                                  &ui.text("heads.by_diagonal")};
    const std::size_t count = frame.scene.trace().input.is_cross() ? 2 : names.size();
    const float gap = ui.px(4), width = (line.width - 3 * gap) / 4;
    for (std::size_t i = 0; i < count; ++i) {
        const Rect rect{line.x + static_cast<float>(i) * (width + gap), line.y, width, line.height};
        const auto order = static_cast<HeadOrder>(i);
        if (button(ui, "heads/sort/" + std::to_string(i), rect, *names[i],
                   {.on = frame.state.chosen.order == order})) {
            frame.state.chosen.order = order;
            ui.motion.draw_again();
        }
    }
}

const std::string& rule_of(const Ui& ui, HeadOrder order) {
    switch (order) {
    case HeadOrder::entropy:
        return ui.text("heads.rule.entropy");
    case HeadOrder::distance:
        return ui.text("heads.rule.distance");
    case HeadOrder::diagonal:
        return ui.text("heads.rule.diagonal");
    case HeadOrder::number:
        break;
    }
    return ui.text("heads.rule.number");
}

/// The number of lines for a head's purpose, the same in all tiles; 0 when heads have no purpose.
int lines_for_purposes(const HeadsFrame& frame, const Rect& area) {
    const Ui& ui = frame.ui;
    float widest = 0;
    for (std::size_t head = 0; head < frame.scene.pass().head_purposes.size(); ++head)
        widest = std::max(widest, ui.canvas.width(Font::sans, ui.px(purpose_size),
                                                  purpose_of(frame, static_cast<Index>(head))));
    // Tiles with text are two to a row.
    const float two_tiles = area.width / (frame.heads() > 1 ? 2 : 1) - ui.px(26);
    return widest == 0 ? 0 : widest <= two_tiles ? 1 : 2;
}

/// Tiles that stand together: those of a key head under its name, or all of them.
struct HeadSection {
    std::vector<Index> heads;
    Rect label = {}; ///< empty: it has none
    HeadGrid grid = {};
};

/// In the layer's own order heads that share their keys stand together. Sections are of one size.
std::vector<HeadSection> head_sections(const HeadsFrame& frame, const Rect& area, int purpose_lines) {
    const Ui& ui = frame.ui;
    const auto& t = frame.scene.trace();
    const bool grouped = frame.shares_keys() && frame.state.chosen.order == HeadOrder::number;
    std::vector<HeadSection> sections;
    if (grouped)
        for (Index key_head = 0; key_head < frame.layer().key_heads(); ++key_head)
            sections.push_back({.heads = frame.layer().heads_of(key_head)});
    else
        sections.push_back({.heads = frame.state.shown.order});
    const auto count = static_cast<float>(sections.size());
    const float label = grouped ? ui.px(24) : 0, gap = ui.px(8);
    const float room = (area.height - (count - 1) * gap) / count - label;
    float y = area.y;
    for (HeadSection& section : sections) {
        if (grouped) section.label = {area.x, y, area.width, label};
        section.grid = head_grid({area.x, y + label, area.width, room}, {.heads = std::ssize(section.heads),
                                                                         .rows = t.n(),
                                                                         .columns = t.m(),
                                                                         .purpose_lines = purpose_lines,
                                                                         .silent = frame.needed != nullptr,
                                                                         .scale = ui.theme.scale});
        y += label + section.grid.height + gap;
    }
    return sections;
}

/// "Keys and values 1: heads 1–4", and a line over those heads.
void draw_section_label(HeadsFrame& frame, const HeadSection& section, const Rect& line) {
    Ui& ui = frame.ui;
    const std::string number = std::to_string(frame.layer().key_head_of(section.heads.front()) + 1);
    const std::string text = ui.plain(
        "heads.shared.section", {{"number", {{number}}}, {"heads", {{heads_from_to(frame, section.heads)}}}});
    const float y = line.y + ui.px(10);
    ui.anchors.add("heads/keys/" + number, line);
    ui.canvas.text_within({line.x, y}, line.width, text, Font::sans_bold, ui.px(label_size), ui[Role::key]);
    const float end = line.x + ui.canvas.width(Font::sans_bold, ui.px(label_size), text) + ui.px(8);
    if (end < line.right()) ui.canvas.line({end, y}, {line.right(), y}, ui[Role::key_line], ui.px(1.5F));
}

/// Returns the bottom of the tiles.
float draw_grid(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    if (frame.state.shown.list_area != area) ui.motion.forget_all("heads/tile/");
    frame.state.shown.list_area = area;
    ScrollArea scrolled(ui, "heads/list", area.inset(-ui.px(4)));
    const float shift = scrolled.top() - (area.y - ui.px(4));
    const int purpose_lines = lines_for_purposes(frame, area);
    auto sections = head_sections(frame, area, purpose_lines);
    const auto height_of = [&] {
        return sections.back().grid.tiles.front().y + sections.back().grid.height - area.y;
    };
    if (height_of() > area.height) { // beside the scroll bar
        const Rect beside{area.x, area.y, area.width - ui.px(8), area.height};
        sections = head_sections(frame, beside, purpose_lines);
    }
    for (const HeadSection& section : sections) {
        Rect label = section.label;
        label.y += shift;
        if (label.height > 0) draw_section_label(frame, section, label);
        for (std::size_t i = 0; i < section.heads.size(); ++i) {
            const Index head = section.heads[i];
            Rect tile = ui.motion.glide("heads/tile/" + std::to_string(head), section.grid.tiles[i]);
            tile.y += shift;
            draw_head_tile(frame, section.grid, purpose_lines, head, tile);
        }
    }
    const float height = height_of();
    scrolled.ends_at(area.y + shift + height);
    return area.y + std::min(height, area.height);
}

/// The switches "all on" and "only this one".
void draw_switches(HeadsFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    const float top = line.y, height = line.height;
    const auto& off = frame.scene.trace().options.switched_off;
    const std::string& all_on = ui.text("heads.all_on");
    const float wide = button_width(ui, all_on);
    if (button(ui, "heads/all_on", {line.x, top, wide, height}, all_on,
               {.enabled = !off.empty(), .hint = ui.text("heads.all_on_hint")}))
        frame.switch_off({});
    const std::string only = ui.text("heads.only") + " " + std::to_string(frame.head() + 1);
    if (button(ui, "heads/only", {line.x + wide + ui.px(6), top, button_width(ui, only), height}, only,
               {.enabled = frame.heads() > 1, .hint = ui.text("heads.only_hint")})) {
        std::vector<Index> others;
        for (Index head = 0; head < frame.heads(); ++head)
            if (head != frame.head()) others.push_back(head);
        frame.switch_off(others);
    }
}

/// What switching heads off changes, above the switches, which a slide leaves out.
void draw_loss_text(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const float height = ui.px(control_height), top = area.bottom() - height;
    if (!frame.on_slide) draw_switches(frame, {area.x, top, area.width, height});
    if (!frame.state.shown.loss) return;
    const auto& loss = *frame.state.shown.loss;
    const auto text =
        narration::tell_head_loss(ui.texts, frame.scene.pass().names, frame.heads(),
                                  {loss.off, loss.supposed, &loss.moved, loss.distance, loss.size});
    ui.anchors.add("heads/told", {area.x, area.y, area.width, top - area.y});
    paragraph(ui, {area.x, area.y}, area.width, text, note_size);
}

/// One head: there is nothing to compare.
float draw_single(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    float y = area.y;
    y += paragraph(ui, {area.x, y}, area.width, ui.text("heads.single"), Font::sans, note_size,
                   ui[Role::text]);
    y += ui.px(6);
    if (frame.on_slide) return y - area.y;
    const std::string& offer = ui.text("heads.single_offer");
    if (button(ui, "heads/offer", {area.x, y, button_width(ui, offer), ui.px(30)}, offer,
               {.look = ButtonLook::filled}))
        frame.actions.edit(workbench::ChoosePreset{frame.scene.bench.library().several_heads().id});
    return y + ui.px(30) - area.y;
}

/// "Four heads, one layer"; of a model with several layers, which: "layer 2, two heads".
std::string heads_title(const HeadsFrame& frame) {
    const Ui& ui = frame.ui;
    const std::vector<std::string>& layers = frame.layers;
    if (layers.empty() && frame.shares_keys())
        return narration::heads_counted(ui.texts, frame.heads(), frame.layer().key_heads());
    if (layers.empty()) return narration::heads_counted(ui.texts, frame.heads());
    return ui.plain(frame.heads() == 1 ? "heads.of_layer.one" : "heads.of_layer.many",
                    {{"layer", {{layers[static_cast<std::size_t>(frame.layer_shown())]}}},
                     {"count", {{narration::counted_in_words(ui.texts, frame.heads())}}}});
}

} // namespace

std::string heads_from_to(const HeadsFrame& frame, const std::vector<Index>& heads) {
    const std::string first = std::to_string(heads.front() + 1), last = std::to_string(heads.back() + 1);
    if (heads.size() == 1) return frame.ui.plain("heads.heads.one", {{"list", {{first}}}});
    return frame.ui.plain("heads.heads.many", {{"list", {{first + "–" + last}}}});
}

void draw_heads_list(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("heads/card", area);
    const Rect inner = area.inset(ui.px(18));
    const auto& t = frame.scene.trace();
    float y = inner.y + ui.px(9);
    ui.canvas.text_within({inner.x, y}, inner.width, heads_title(frame), Font::sans_bold,
                          ui.px(headline_size), ui[Role::text]);
    y += ui.px(24);
    if (!frame.needed) y += choose_layers(frame, {inner.x, y - ui.px(4), inner.width, 0});
    if (frame.shows_control("layer")) y += choose_layer(frame, {inner.x, y - ui.px(4), inner.width, 0});
    if (frame.needed) { // the card says what there is to see
        draw_grid(frame, {inner.x, y, inner.width, inner.bottom() - y});
        return;
    }
    const Index d_model = t.layer->d_model(), d_k = t.layer->d_k();
    const float end = frame.colours().range.high;
    std::string line = frame.ui.plain(d_model == frame.heads() * d_k ? "heads.subtitle_split"
                                      : t.w_o.size() > 0             ? "heads.subtitle"
                                                                     : "heads.subtitle_free",
                                      {{"d_model", {{std::to_string(d_model)}}},
                                       {"heads", {{std::to_string(frame.heads())}}},
                                       {"d_k", {{std::to_string(d_k)}}}});
    if (end < 1) line += " · " + ui.text("controls.colours_end") + " " + narration::decimal(end);
    y += paragraph(ui, {inner.x, y - ui.px(9)}, inner.width, line, Font::sans, label_size, ui[Role::quiet]) +
         ui.px(1);
    const bool several = frame.heads() > 1;
    if (several) {
        if (!frame.on_slide) {
            choose_order(frame, {inner.x, y, inner.width, ui.px(control_height)});
            y += ui.px(36);
        }
        const std::string rule = rule_of(ui, frame.state.chosen.order) + " · " + ui.text("heads.measured");
        y += paragraph(ui, {inner.x, y}, inner.width, rule, Font::sans, small_size, ui[Role::quiet]);
    } else {
        y += draw_single(frame, {inner.x, y, inner.width, 0});
    }
    y += ui.px(5);
    const float foot = ui.px(92), summary = several ? ui.px(74) : 0, gap = ui.px(12);
    const float grid_bottom = inner.bottom() - foot - gap - (several ? summary + gap : 0);
    y = draw_grid(frame, {inner.x, y, inner.width, grid_bottom - y}) + gap;
    const float rest = grid_bottom + gap + summary - y; // with few heads there is room for larger summaries
    if (several) draw_summaries(frame, {inner.x, y, inner.width, std::min(rest, ui.px(150))});
    draw_loss_text(frame, {inner.x, inner.bottom() - foot, inner.width, foot});
}

} // namespace ui
