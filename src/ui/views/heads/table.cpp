// All heads of all layers as small pictures in one range of colours, in one card.
#include "drawing/shapes/fitted_text.h"
#include "ui/board/figures.h"
#include "ui/views/heads/table_plan.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::HeadPlace;
using workbench::RuledHead;

namespace {

// The pictures.

/// A head's picture with no more rows than it has pixels: a smaller one would show means.
std::shared_ptr<const base::Matrix> map_of(HeadsFrame& frame, const HeadPlace& place, float size) {
    HeadMaps& maps = frame.state.shown.maps;
    const auto& rules = frame.state.shown.rules;
    const Index most = std::clamp<Index>(static_cast<Index>(size), 8, workbench::largest_head_map);
    if (maps.of != rules || maps.most != most) {
        maps = {rules, most, {}};
        for (const auto& layer : rules->layers) {
            maps.maps.emplace_back();
            for (const RuledHead& head : layer)
                maps.maps.back().push_back(std::max(head.map->rows(), head.map->cols()) <= most
                                               ? head.map
                                               : std::make_shared<const base::Matrix>(
                                                     workbench::pooled_by_maximum(*head.map, most)));
        }
    }
    return maps.maps[static_cast<std::size_t>(place.layer)][static_cast<std::size_t>(place.head)];
}

/// "previous 0.93" or, where heads stand under their rule, "layer 2, head 3 0.93".
void draw_caption(HeadsFrame& frame, const PlacedHead& placed, const RuledHead& head, const Rect& line) {
    Ui& ui = frame.ui;
    const float y = line.centre().y, size = ui.px(table_caption_size);
    const bool by_rule = frame.state.chosen.table == TableOrder::rule;
    if (head.rule) {
        const float score = head.scores[static_cast<std::size_t>(*head.rule)].score;
        const bool alone = placed.caption == PictureCaption::score;
        ui.canvas.text({alone ? line.centre().x : line.right(), y}, number_text(score, 2), Font::mono, size,
                       ui[Role::text], alone ? Align::centre : Align::right);
    }
    if (placed.caption != PictureCaption::name_and_score) return;
    const std::string name = by_rule ? head_place(frame, placed.place) : rule_text(ui, head.rule, "short");
    ui.canvas.text({line.x, y}, name, Font::sans, size, ui[Role::quiet]);
}

/// Returns true if the mouse or the keyboard points at it.
bool draw_picture(HeadsFrame& frame, const PlacedHead& placed, const Rect& picture) {
    Ui& ui = frame.ui;
    const HeadPlace& place = placed.place;
    const float below = caption_height(ui, placed.caption);
    const Rect whole{picture.x, picture.y, picture.width, picture.height + below};
    const Touch t =
        touch(ui, "heads/map/" + std::to_string(place.layer) + "/" + std::to_string(place.head), whole);
    const bool opened = place == HeadPlace{frame.layer_shown(), frame.head()};
    const RuledHead* head = frame.state.shown.rules ? frame.state.shown.rules->find(place) : nullptr;
    const bool pointed = t.hovered || t.focused;
    if (head) {
        const float edge = ui.px(picture.width >= ui.px(60) ? 3 : 2);
        const Rect inner = picture.inset(edge);
        const auto map = map_of(frame, place, placed.picture.width); // whatever glides
        const Coloured coloured = frame.colours();
        const Rect all{0, 0, static_cast<float>(map->cols()), static_cast<float>(map->rows())};
        ui.canvas.paint(Heat{.rect = inner,
                             .matrix = map,
                             .view = all,
                             .range = coloured.range,
                             .map = coloured.map,
                             .opacity = frame.is_on(place) ? 1 : 0.3F});
        if (below > 0)
            draw_caption(frame, placed, *head, {picture.x, picture.bottom(), picture.width, below});
    }
    const Role edge = opened || pointed ? Role::query_fill : Role::hairline;
    ui.canvas.stroke(picture, ui[edge], ui.px(opened ? 2 : pointed ? 1.5F : 1), ui.px(4));
    if (t.focused) focus_ring(ui, picture, ui.px(4));
    if (t.clicked) frame.open(place);
    return pointed;
}

void draw_name(HeadsFrame& frame, const TableName& name, Point at, float width) {
    Ui& ui = frame.ui;
    if (!name.rule)
        return ui.canvas.text(at, name.text, Font::sans,
                              ui.px(name.centred ? table_caption_size : label_size), ui[Role::quiet],
                              name.centred ? Align::centre : Align::left);
    const std::string& rule = *name.rule;
    ui.canvas.text({at.x, at.y}, rule, Font::sans_bold, ui.px(note_size), ui[Role::text]);
    const float after = ui.canvas.width(Font::sans_bold, ui.px(note_size), rule);
    ui.canvas.text_within({at.x + after, at.y}, width - after, name.text.substr(rule.size()), Font::sans,
                          ui.px(note_size), ui[Role::quiet]);
}

/// Draws the table; returns the head that is pointed at.
std::optional<HeadPlace> draw_table(HeadsFrame& frame, const TablePlan& plan, const Rect& area) {
    Ui& ui = frame.ui;
    if (frame.state.shown.table_area != area) ui.motion.forget_all("heads/map/");
    frame.state.shown.table_area = area;
    frame.state.shown.table.clear();
    std::optional<HeadPlace> pointed;
    ScrollArea scrolled(ui, "heads/maps", area);
    const float x = area.x + ui.px(4), y = scrolled.top() + ui.px(4);
    for (const TableName& name : plan.names)
        draw_name(frame, name, {x + name.at.x, y + name.at.y}, plan.width - name.at.x);
    for (const PlacedHead& head : plan.heads) {
        frame.state.shown.table.push_back(head.place);
        Rect picture = ui.motion.glide("heads/map/" + std::to_string(head.place.layer) + "/" +
                                           std::to_string(head.place.head),
                                       head.picture);
        picture = {std::round(x + picture.x), std::round(y + picture.y), std::round(picture.width),
                   std::round(picture.height)};
        if (draw_picture(frame, head, picture)) pointed = head.place;
    }
    scrolled.ends_at(y + plan.height + ui.px(4));
    return pointed;
}

// The card.

/// Its title, its switches and what is to be seen; returns the height used.
float draw_header(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const std::vector<Index> heads = heads_of_layers(frame);
    float y = area.y + ui.px(9);
    const bool alike = std::ranges::min(heads) == std::ranges::max(heads);
    const Index all = std::accumulate(heads.begin(), heads.end(), Index{0});
    const std::string title = ui.plain(alike ? "heads.rules.title" : "heads.rules.title_uneven",
                                       {{"layers", {{std::to_string(frame.layers.size())}}},
                                        {"heads", {{std::to_string(alike ? heads.front() : all)}}}});
    ui.canvas.text_within({area.x, y}, area.width, title, Font::sans_bold, ui.px(headline_size),
                          ui[Role::text]);
    y += ui.px(20);
    if (!frame.on_slide) {
        const float switched = choose_layers(frame, {area.x, y, area.width, 0});
        const std::vector<std::string> orders{ui.text("heads.rules.by_number"),
                                              ui.text("heads.rules.by_rule")};
        const std::string& sort = ui.text("heads.rules.sort");
        const float wide = choice_width(ui, orders);
        const int clicked = choice(ui, "heads/rules", {area.right() - wide, y}, orders,
                                   static_cast<int>(frame.state.chosen.table));
        ui.canvas.text({area.right() - wide - ui.px(8), y + ui.px(control_height / 2)}, sort, Font::sans,
                       ui.px(label_size), ui[Role::quiet], Align::right);
        if (clicked >= 0) {
            frame.state.chosen.table = static_cast<TableOrder>(clicked);
            ui.motion.draw_again();
        }
        y += switched;
    }
    const bool by_rule = frame.state.chosen.table == TableOrder::rule;
    std::string about = ui.text("heads.rules.about") + " " +
                        ui.text(by_rule ? "heads.rules.about_by_rule" : "heads.rules.about_by_number");
    if (!frame.on_slide) about += " " + ui.text("heads.rules.about_click");
    y += paragraph(ui, {area.x, y}, area.width, about, Font::sans, small_size, ui[Role::quiet]);
    return y + ui.px(6) - area.y;
}

} // namespace

void draw_head_table(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("heads/table", area);
    const Rect inner = area.inset(ui.px(18));
    const float beside = std::clamp(0.29F * inner.width, ui.px(300), ui.px(frame.on_slide ? 620 : 420)),
                margin = ui.px(20);
    const Rect left{inner.x, inner.y, inner.width - beside - margin, inner.height};
    const float header = draw_header(frame, left);
    const Rect table{left.x - ui.px(4), left.y + header, left.width + ui.px(8), left.height - header};
    const Rect room{0, 0, table.width - ui.px(16), table.height - ui.px(8)}; // beside the scroll bar
    const auto pointed = draw_table(frame, plan_table(frame, room), table);
    const float line = inner.right() - beside - margin / 2;
    ui.canvas.line({line, inner.y}, {line, inner.bottom()}, ui[Role::hairline], ui.px(1));
    draw_head_rule(frame, pointed.value_or(HeadPlace{frame.layer_shown(), frame.head()}),
                   {inner.right() - beside, inner.y, beside, inner.height});
}

} // namespace ui
