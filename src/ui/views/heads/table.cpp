// All heads of all layers as small pictures in one range of colours: a row a layer, the first at the bottom
// as in the Story; or those together that do the same.
#include "drawing/shapes/fitted_text.h"
#include "ui/board/figures.h"
#include "ui/views/heads/heads.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::HeadPlace;
using workbench::HeadRules;
using workbench::RuledGroup;
using workbench::RuledHead;

namespace {

// Design pixels.
constexpr float largest_head_picture = 260, least_head_picture = 24;
constexpr float picture_gap = 6, picture_caption = 19, group_heading = 30, group_gap = 10,
                between_groups = 28;
constexpr float column_numbers = 20, caption_size = tiny_size;

/// What stands under a picture.
enum class PictureCaption { none, score, name_and_score };

struct PlacedHead {
    HeadPlace place;
    Rect picture;
};
/// The name of a row, a column or a group.
struct TableName {
    Point at; ///< left end; `centred`: centre
    std::string text;
    bool centred = false;
    std::optional<RuledGroup> group = {};
};

/// From the top left corner of the table.
struct TablePlan {
    float size = 0; ///< of a picture, pixels
    PictureCaption caption = PictureCaption::none;
    std::vector<PlacedHead> heads = {};
    std::vector<TableName> names = {};
    float width = 0, height = 0;
};

/// What the table is made of: the number of heads of each layer, and what is known of them.
struct TableContent {
    std::vector<std::string> layers;
    std::vector<Index> heads;
    const HeadRules* rules; ///< null: not measured yet
};

TableContent content_of(const HeadsFrame& frame) {
    TableContent content{frame.layer_names(), {}, frame.state.shown.rules.get()};
    for (const auto& layer : workbench::layer_traces(frame.scene.shown).layers)
        content.heads.push_back(layer.heads);
    return content;
}

float caption_height(const Ui& ui, PictureCaption caption) {
    return caption == PictureCaption::none ? 0 : ui.px(picture_caption);
}

/// Between pictures: captions need more.
float gap_of(const Ui& ui, PictureCaption caption) {
    return ui.px(caption == PictureCaption::name_and_score ? 2 * picture_gap : picture_gap);
}

float score_width(const Ui& ui) {
    return ui.canvas.width(Font::mono, ui.px(caption_size), "0.00");
}

/// The narrowest picture under which this caption can be read.
float width_for(const Ui& ui, PictureCaption caption, const std::vector<std::string>& names) {
    if (caption == PictureCaption::none) return 0;
    float widest = 0;
    for (const std::string& name : names)
        widest = std::max(widest, ui.canvas.width(Font::sans, ui.px(caption_size), name) + ui.px(8));
    return score_width(ui) + (caption == PictureCaption::score ? 0 : widest);
}

/// The short names of all rules, which stand under the pictures of a row.
std::vector<std::string> short_rules(const Ui& ui) {
    std::vector<std::string> names{rule_text(ui, {}, "short")};
    for (std::size_t i = 0; i < workbench::head_rules; ++i)
        names.push_back(rule_text(ui, static_cast<workbench::HeadRule>(i), "short"));
    return names;
}

// By number.

TablePlan plan_by_number(const HeadsFrame& frame, const TableContent& content, const Rect& area) {
    const Ui& ui = frame.ui;
    const auto layers = static_cast<float>(content.layers.size());
    const Index columns = std::ranges::max(content.heads);
    float beside = 0;
    for (const std::string& name : content.layers)
        beside = std::max(beside, ui.canvas.width(Font::sans, ui.px(label_size), name));
    beside += ui.px(12);
    const float above = ui.px(column_numbers);
    TablePlan plan;
    for (const PictureCaption caption : {PictureCaption::name_and_score, PictureCaption::none}) {
        const float by_width = (area.width - beside) / static_cast<float>(columns) - gap_of(ui, caption);
        const float by_height =
            (area.height - above) / layers - ui.px(picture_gap) - caption_height(ui, caption);
        plan.size =
            std::min({by_width, std::max(by_height, ui.px(least_head_picture)), ui.px(largest_head_picture)});
        plan.caption = caption;
        if (plan.size >= width_for(ui, caption, short_rules(ui))) break;
    }
    plan.size = std::max(std::floor(plan.size), 4.0F);
    const float pitch = plan.size + gap_of(ui, plan.caption),
                row = plan.size + ui.px(picture_gap) + caption_height(ui, plan.caption);
    for (Index head = 0; head < columns; ++head) {
        const std::string number = std::to_string(head + 1);
        const std::string name = ui.plain("heads.heads.one", {{"list", {{number}}}});
        const bool fits = ui.canvas.width(Font::sans, ui.px(caption_size), name) <= plan.size;
        plan.names.push_back(
            {{beside + static_cast<float>(head) * pitch + plan.size / 2, above / 2 - ui.px(2)},
             fits ? name : number,
             true});
    }
    for (std::size_t layer = 0; layer < content.layers.size(); ++layer) {
        const float y = above + (layers - 1 - static_cast<float>(layer)) * row;
        plan.names.push_back({{0, y + plan.size / 2}, content.layers[layer]});
        for (Index head = 0; head < content.heads[layer]; ++head)
            plan.heads.push_back({{static_cast<Index>(layer), head},
                                  {beside + static_cast<float>(head) * pitch, y, plan.size, plan.size}});
    }
    plan.width = beside + static_cast<float>(columns) * pitch;
    plan.height = above + layers * row;
    return plan;
}

// By what they do.

/// "Previous word (3): reads the word before it".
std::string heading_of(const Ui& ui, const RuledGroup& group) {
    return ui.plain("heads.rules.group", {{"rule", {{rule_text(ui, group.rule, "name")}}},
                                          {"count", {{std::to_string(group.heads.size())}}},
                                          {"does", {{rule_text(ui, group.rule, "does")}}}});
}

/// The groups one below the other, or beside one another where there is room, with pictures of this size.
TablePlan grouped(const Ui& ui, const std::vector<RuledGroup>& groups, float width, float size,
                  PictureCaption caption) {
    const float pitch = size + gap_of(ui, caption),
                row = size + ui.px(picture_gap) + caption_height(ui, caption);
    const auto columns = std::max<Index>(1, static_cast<Index>((width + gap_of(ui, caption)) / pitch));
    TablePlan plan{.size = size, .caption = caption, .width = width};
    float x = 0, y = 0; // where the next group begins, and the line of groups on which it would stand
    for (const RuledGroup& group : groups) {
        const std::string heading = heading_of(ui, group);
        const Index count = std::ssize(group.heads);
        const float words = ui.canvas.width(Font::sans_bold, ui.px(note_size), heading);
        const float wide = std::max(words, static_cast<float>(std::min(count, columns)) * pitch);
        if (x > 0 && (x + wide > width || count > columns)) {
            x = 0;
            y = plan.height + ui.px(group_gap);
        }
        plan.names.push_back({{x, y + ui.px(group_heading) / 2}, heading, false, group});
        const float top = y + ui.px(group_heading);
        for (Index i = 0; i < count; ++i)
            plan.heads.push_back({group.heads[static_cast<std::size_t>(i)],
                                  {x + static_cast<float>(i % columns) * pitch,
                                   top + static_cast<float>(i / columns) * row, size, size}});
        const Index rows = (count + columns - 1) / columns;
        plan.height = std::max(plan.height, top + static_cast<float>(rows) * row);
        x = rows > 1 ? width : x + wide + ui.px(between_groups);
    }
    return plan;
}

TablePlan plan_by_rule(const HeadsFrame& frame, const std::vector<RuledGroup>& groups, const Rect& area) {
    const Ui& ui = frame.ui;
    std::vector<std::string> places;
    for (const RuledGroup& group : groups)
        for (const HeadPlace& place : group.heads)
            places.push_back(head_place(frame, place));
    const auto caption_of = [&](float size) {
        for (const PictureCaption caption : {PictureCaption::name_and_score, PictureCaption::score})
            if (size >= width_for(ui, caption, places)) return caption;
        return PictureCaption::none;
    };
    const float least = ui.px(least_head_picture);
    float size = ui.px(largest_head_picture);
    TablePlan plan;
    do {
        size = std::max(std::floor(size - ui.px(2)), least);
        plan = grouped(ui, groups, area.width, size, caption_of(size));
    } while (size > least && plan.height > area.height);
    return plan;
}

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
void draw_caption(HeadsFrame& frame, const TablePlan& plan, const HeadPlace& place, const RuledHead& head,
                  const Rect& line) {
    Ui& ui = frame.ui;
    const float y = line.centre().y, size = ui.px(caption_size);
    const bool by_rule = frame.state.chosen.table == TableOrder::rule;
    if (head.rule) {
        const float score = head.scores[static_cast<std::size_t>(*head.rule)].score;
        const bool alone = plan.caption == PictureCaption::score;
        ui.canvas.text({alone ? line.centre().x : line.right(), y}, number_text(score, 2), Font::mono, size,
                       ui[Role::text], alone ? Align::centre : Align::right);
    }
    if (plan.caption != PictureCaption::name_and_score) return;
    const std::string name = by_rule ? head_place(frame, place) : rule_text(ui, head.rule, "short");
    ui.canvas.text({line.x, y}, name, Font::sans, size, ui[Role::quiet]);
}

/// Returns true if the mouse or the keyboard points at it.
bool draw_picture(HeadsFrame& frame, const TablePlan& plan, const HeadPlace& place, const Rect& picture) {
    Ui& ui = frame.ui;
    const Rect whole{picture.x, picture.y, picture.width, picture.height + caption_height(ui, plan.caption)};
    const Touch t =
        touch(ui, "heads/map/" + std::to_string(place.layer) + "/" + std::to_string(place.head), whole);
    const bool opened = place == HeadPlace{frame.layer_shown(), frame.head()};
    const RuledHead* head = frame.state.shown.rules ? frame.state.shown.rules->find(place) : nullptr;
    const bool pointed = t.hovered || t.focused;
    if (head) {
        const float edge = ui.px(picture.width >= ui.px(60) ? 3 : 2);
        const Rect inner = picture.inset(edge);
        const auto map = map_of(frame, place, inner.width);
        const Coloured coloured = frame.colours();
        const Rect all{0, 0, static_cast<float>(map->cols()), static_cast<float>(map->rows())};
        ui.canvas.paint(Heat{.rect = inner,
                             .matrix = map,
                             .view = all,
                             .range = coloured.range,
                             .map = coloured.map,
                             .opacity = frame.is_on(place) ? 1 : 0.3F});
        if (caption_height(ui, plan.caption) > 0)
            draw_caption(frame, plan, place, *head,
                         {picture.x, picture.bottom(), picture.width, caption_height(ui, plan.caption)});
    }
    const Role edge = opened || pointed ? Role::query_fill : Role::hairline;
    ui.canvas.stroke(picture, ui[edge], ui.px(opened ? 2 : pointed ? 1.5F : 1), ui.px(4));
    if (t.focused) focus_ring(ui, picture, ui.px(4));
    if (t.clicked) frame.open(place);
    return pointed;
}

void draw_name(HeadsFrame& frame, const TableName& name, Point at, float width) {
    Ui& ui = frame.ui;
    if (!name.group)
        return ui.canvas.text(at, name.text, Font::sans, ui.px(name.centred ? caption_size : label_size),
                              ui[Role::quiet], name.centred ? Align::centre : Align::left);
    const std::string& rule = rule_text(ui, name.group->rule, "name");
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
        if (draw_picture(frame, plan, head.place, picture)) pointed = head.place;
    }
    scrolled.ends_at(y + plan.height + ui.px(4));
    return pointed;
}

// The card.

/// Its title, its switches and what is to be seen; returns the height used.
float draw_header(HeadsFrame& frame, const TableContent& content, const Rect& area) {
    Ui& ui = frame.ui;
    float y = area.y + ui.px(9);
    const bool alike = std::ranges::min(content.heads) == std::ranges::max(content.heads);
    const Index all = std::accumulate(content.heads.begin(), content.heads.end(), Index{0});
    const std::string title = ui.plain(alike ? "heads.rules.title" : "heads.rules.title_uneven",
                                       {{"layers", {{std::to_string(content.layers.size())}}},
                                        {"heads", {{std::to_string(alike ? content.heads.front() : all)}}}});
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
    const std::string about = ui.text("heads.rules.about") + " " +
                              ui.text(by_rule ? "heads.rules.about_by_rule" : "heads.rules.about_by_number");
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
    const TableContent content = content_of(frame);
    const float header = draw_header(frame, content, left);
    const Rect table{left.x - ui.px(4), left.y + header, left.width + ui.px(8), left.height - header};
    const Rect room{0, 0, table.width - ui.px(16), table.height - ui.px(8)}; // beside the scroll bar
    const bool by_rule = frame.state.chosen.table == TableOrder::rule && content.rules;
    const TablePlan plan = by_rule ? plan_by_rule(frame, workbench::grouped_by_rule(*content.rules), room)
                                   : plan_by_number(frame, content, room);
    const auto pointed = draw_table(frame, plan, table);
    const float line = inner.right() - beside - margin / 2;
    ui.canvas.line({line, inner.y}, {line, inner.bottom()}, ui[Role::hairline], ui.px(1));
    draw_head_rule(frame, pointed.value_or(HeadPlace{frame.layer_shown(), frame.head()}),
                   {inner.right() - beside, inner.y, beside, inner.height});
}

} // namespace ui
