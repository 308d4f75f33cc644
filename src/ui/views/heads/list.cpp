// The left card: every head as a small matrix, its switch and its measures.

#include "narration/tell_heads.h"
#include "narration/wording.h"
#include "ui/views/heads/tile.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/scroll_area.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::HeadOrder;

namespace {

/// The matrix beside its text, or above it where there is room.
void draw_summary_tile(HeadsFrame& frame, const Rect& tile, const std::shared_ptr<const base::Matrix>& matrix,
                       const std::string& name, const std::string& more) {
    Ui& ui = frame.ui;
    const float margin = ui.px(8), words = ui.px(58);
    const bool above = tile.height > ui.px(140);
    const float side = above ? std::min(tile.width - 2 * margin, tile.height - words - 2 * margin)
                             : tile.height - 2 * margin;
    const float x = above ? tile.centre().x - side / 2 : tile.x + margin;
    draw_small_matrix(frame, matrix, {x, tile.y + margin, side, side}, false);
    const float left = above ? tile.x + margin : x + side + margin;
    const float top = above ? tile.y + side + 2 * margin : tile.y + margin;
    const float room = tile.right() - left - ui.px(8);
    ui.canvas.text_within({left, top + ui.px(8)}, room, name, Font::sans_bold, ui.px(label_size),
                          ui[Role::text]);
    paragraph(ui, {left, top + ui.px(17)}, room, more, Font::sans, 11.5F, ui[Role::quiet]);
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
        const bool opened = frame.state.chosen.large == summary.which;
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

/// Returns the bottom of the tiles.
float draw_grid(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto& t = frame.scene.trace();
    if (frame.state.shown.list_area != area) ui.motion.forget_all("heads/tile/");
    frame.state.shown.list_area = area;
    ScrollArea scrolled(ui, "heads/list", area.inset(-ui.px(4)));
    const float shift = scrolled.top() - (area.y - ui.px(4));
    const int purpose_lines = lines_for_purposes(frame, area);
    const HeadGrid grid = head_grid(area, {.heads = frame.heads(),
                                           .rows = t.n(),
                                           .columns = t.m(),
                                           .purpose_lines = purpose_lines,
                                           .scale = ui.theme.scale});
    for (std::size_t i = 0; i < grid.tiles.size(); ++i) {
        const Index head = frame.state.shown.order[i];
        Rect tile = ui.motion.glide("heads/tile/" + std::to_string(head), grid.tiles[i]);
        tile.y += shift;
        draw_head_tile(frame, grid, purpose_lines, head, tile);
    }
    scrolled.ends_at(area.y + shift + grid.height);
    return area.y + std::min(grid.height, area.height);
}

/// The switches "all on" and "only this one".
void draw_switches(HeadsFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    const float top = line.y, height = line.height;
    const auto& off = frame.scene.bench.document().switched_off;
    const std::string& all_on = ui.text("heads.all_on");
    const float wide = button_width(ui, all_on);
    if (button(ui, "heads/all_on", {line.x, top, wide, height}, all_on,
               {.enabled = !off.empty(), .hint = ui.text("heads.all_on_hint")}))
        frame.actions.edit(workbench::SwitchHeads{});
    const std::string only = ui.text("heads.only") + " " + std::to_string(frame.head() + 1);
    if (button(ui, "heads/only", {line.x + wide + ui.px(6), top, button_width(ui, only), height}, only,
               {.enabled = frame.heads() > 1, .hint = ui.text("heads.only_hint")})) {
        std::vector<workbench::HeadPlace> others;
        for (Index head = 0; head < frame.heads(); ++head)
            if (head != frame.head()) others.push_back({0, head});
        frame.actions.edit(workbench::SwitchHeads{others});
    }
}

/// What switching heads off changes, above the switches, which a slide leaves out.
void draw_loss_told(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const float height = ui.px(control_height), top = area.bottom() - height;
    if (!frame.on_slide) draw_switches(frame, {area.x, top, area.width, height});
    if (!frame.state.shown.loss) return;
    const auto& loss = *frame.state.shown.loss;
    const auto told =
        narration::tell_head_loss(ui.texts, frame.scene.pass().names, frame.heads(),
                                  {loss.off, loss.supposed, &loss.moved, loss.distance, loss.size});
    ui.anchors.add("heads/told", {area.x, area.y, area.width, top - area.y});
    paragraph(ui, {area.x, area.y}, area.width, told, note_size);
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

} // namespace

void draw_heads_list(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("heads/card", area);
    const Rect inner = area.inset(ui.px(18));
    const auto& t = frame.scene.trace();
    float y = inner.y + ui.px(9);
    ui.canvas.text({inner.x, y}, narration::heads_counted(ui.texts, frame.heads()), Font::sans_bold,
                   ui.px(headline_size), ui[Role::text]);
    y += ui.px(24);
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
    y += ui.px(10);
    const float foot = ui.px(96), summary = several ? ui.px(74) : 0, gap = ui.px(12);
    const float grid_bottom = inner.bottom() - foot - gap - (several ? summary + gap : 0);
    y = draw_grid(frame, {inner.x, y, inner.width, grid_bottom - y}) + gap;
    const float rest = grid_bottom + gap + summary - y; // with few heads there is room for larger summaries
    if (several) draw_summaries(frame, {inner.x, y, inner.width, std::min(rest, ui.px(250))});
    draw_loss_told(frame, {inner.x, inner.bottom() - foot, inner.width, foot});
}

} // namespace ui
