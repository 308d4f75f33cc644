#include "ui/views/heads/table_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::HeadPlace;
using workbench::RuledGroup;

namespace {

// Design pixels.
constexpr float largest_head_picture = 260, least_head_picture = 24;
constexpr float picture_gap = 6, picture_caption = 19, group_heading = 30, group_gap = 10,
                between_groups = 28, column_numbers = 20;

} // namespace

float caption_height(const Ui& ui, PictureCaption caption) {
    return caption == PictureCaption::none ? 0 : ui.px(picture_caption);
}

namespace {

/// Between pictures: captions need more.
float gap_of(const Ui& ui, PictureCaption caption) {
    return ui.px(caption == PictureCaption::name_and_score ? 2 * picture_gap : picture_gap);
}

/// However small the window's scale.
float least_picture(const Ui& ui) {
    return std::max(ui.px(least_head_picture), least_head_picture);
}

float score_width(const Ui& ui) {
    return ui.canvas.width(Font::mono, ui.px(table_caption_size), "0.00");
}

/// The narrowest picture under which one of these names can be read beside a score.
float width_for(const Ui& ui, const std::vector<std::string>& names) {
    float widest = 0;
    for (const std::string& name : names)
        widest = std::max(widest, ui.canvas.width(Font::sans, ui.px(table_caption_size), name));
    return widest + ui.px(8) + score_width(ui);
}

/// The short names of all rules, which stand under the pictures of a row.
std::vector<std::string> short_rules(const Ui& ui) {
    std::vector<std::string> names{rule_text(ui, {}, "short")};
    for (std::size_t i = 0; i < workbench::head_rules; ++i)
        names.push_back(rule_text(ui, static_cast<workbench::HeadRule>(i), "short"));
    return names;
}

// By number.

/// "head 1" … or, where that is too wide, "1" …
std::vector<TableName> head_names(const Ui& ui, Index columns, float width) {
    std::vector<TableName> names;
    bool fit = true;
    for (Index head = 0; head < columns; ++head) {
        names.push_back(
            {.text = ui.plain("heads.heads.one", {{"list", {{std::to_string(head + 1)}}}}), .centred = true});
        fit = fit && ui.canvas.width(Font::sans, ui.px(table_caption_size), names.back().text) <= width;
    }
    if (fit) return names;
    for (Index head = 0; head < columns; ++head)
        names[static_cast<std::size_t>(head)].text = std::to_string(head + 1);
    names.push_back({.at = {0, ui.px(column_numbers) / 2 - ui.px(2)}, .text = ui.text("heads.rules.column")});
    return names;
}

TablePlan plan_by_number(const HeadsFrame& frame, const Rect& area) {
    const Ui& ui = frame.ui;
    const auto layers = static_cast<float>(frame.layers.size());
    const std::vector<Index> heads = heads_of_layers(frame);
    const Index columns = std::ranges::max(heads);
    float beside = 0;
    for (const std::string& name : frame.layers)
        beside = std::max(beside, ui.canvas.width(Font::sans, ui.px(label_size), name));
    beside += ui.px(12);
    const float above = ui.px(column_numbers);
    TablePlan plan;
    PictureCaption caption = PictureCaption::name_and_score;
    const auto size_with = [&](PictureCaption below) {
        const float by_width = (area.width - beside) / static_cast<float>(columns) - gap_of(ui, below);
        const float by_height =
            (area.height - above) / layers - ui.px(picture_gap) - caption_height(ui, below);
        return std::floor(
            std::min({by_width, std::max(by_height, least_picture(ui)), ui.px(largest_head_picture)}));
    };
    plan.size = size_with(caption);
    if (plan.size < width_for(ui, short_rules(ui))) {
        caption = PictureCaption::none;
        plan.size = size_with(caption);
    }
    plan.size = std::max(plan.size, 4.0F);
    const float pitch = plan.size + gap_of(ui, caption),
                row = plan.size + ui.px(picture_gap) + caption_height(ui, caption);
    plan.names = head_names(ui, columns, plan.size);
    for (Index head = 0; head < columns; ++head)
        plan.names[static_cast<std::size_t>(head)].at = {
            beside + static_cast<float>(head) * pitch + plan.size / 2, above / 2 - ui.px(2)};
    for (std::size_t layer = 0; layer < frame.layers.size(); ++layer) {
        const float y = above + (layers - 1 - static_cast<float>(layer)) * row;
        plan.names.push_back({{0, y + plan.size / 2}, frame.layers[layer]});
        for (Index head = 0; head < heads[layer]; ++head)
            plan.heads.push_back({{static_cast<Index>(layer), head},
                                  {beside + static_cast<float>(head) * pitch, y, plan.size, plan.size},
                                  caption});
    }
    plan.width = beside + static_cast<float>(columns) * pitch;
    plan.height = above + layers * row;
    return plan;
}

// By what they do.

struct HeadedGroup {
    RuledGroup group;
    std::string heading; ///< "Previous word (3): reads the word before it"
    float width;         ///< of the heading
};

std::vector<HeadedGroup> headed(const Ui& ui, std::vector<RuledGroup> groups) {
    std::vector<HeadedGroup> all;
    for (RuledGroup& group : groups) {
        const std::string heading =
            ui.plain("heads.rules.group", {{"rule", {{rule_text(ui, group.rule, "name")}}},
                                           {"count", {{std::to_string(group.heads.size())}}},
                                           {"does", {{rule_text(ui, group.rule, "does")}}}});
        const float width = ui.canvas.width(Font::sans_bold, ui.px(note_size), heading);
        all.push_back({std::move(group), heading, width});
    }
    return all;
}

/// The groups one below the other, or beside one another where there is room, with pictures of this size.
TablePlan grouped(const Ui& ui, const std::vector<HeadedGroup>& groups, float width, float size,
                  PictureCaption caption) {
    const float pitch = size + gap_of(ui, caption);
    const auto columns = std::max<Index>(1, static_cast<Index>((width + gap_of(ui, caption)) / pitch));
    TablePlan plan{.size = size, .width = width};
    float x = 0, y = 0; // where the next group begins, and the line of groups on which it would stand
    for (const auto& [group, heading, words] : groups) {
        const Index count = std::ssize(group.heads), rows = (count + columns - 1) / columns;
        const float wide = std::max(words, static_cast<float>(std::min(count, columns)) * pitch);
        if (x > 0 && (x + wide > width || rows > 1)) {
            x = 0;
            y = plan.height + ui.px(group_gap);
        }
        plan.names.push_back(
            {{x, y + ui.px(group_heading) / 2}, heading, false, rule_text(ui, group.rule, "name")});
        // Mixed heads have no score.
        const PictureCaption own =
            caption == PictureCaption::score && !group.rule ? PictureCaption::none : caption;
        const float top = y + ui.px(group_heading), row = size + ui.px(picture_gap) + caption_height(ui, own);
        for (Index i = 0; i < count; ++i)
            plan.heads.push_back({group.heads[static_cast<std::size_t>(i)],
                                  {x + static_cast<float>(i % columns) * pitch,
                                   top + static_cast<float>(i / columns) * row, size, size},
                                  own});
        plan.height = std::max(plan.height, top + static_cast<float>(rows) * row);
        x = rows > 1 ? width : x + wide + ui.px(between_groups);
    }
    return plan;
}

/// With pictures as large as fit, and the caption that suits each size.
template <typename CaptionOf>
TablePlan largest_grouped(const Ui& ui, const std::vector<HeadedGroup>& groups, const Rect& area,
                          CaptionOf&& caption_of) {
    float size = ui.px(largest_head_picture);
    TablePlan plan = grouped(ui, groups, area.width, size, caption_of(size));
    while (size > least_picture(ui) && plan.height > area.height) {
        size = std::max(std::floor(0.96F * size), least_picture(ui));
        plan = grouped(ui, groups, area.width, size, caption_of(size));
    }
    return plan;
}

TablePlan plan_by_rule(const HeadsFrame& frame, const std::vector<HeadedGroup>& groups, const Rect& area) {
    const Ui& ui = frame.ui;
    std::vector<std::string> places;
    for (const HeadedGroup& one : groups)
        for (const HeadPlace& place : one.group.heads)
            places.push_back(head_place(frame, place));
    const float for_names = width_for(ui, places), for_scores = score_width(ui);
    const TablePlan said = largest_grouped(ui, groups, area, [&](float size) {
        return size >= for_names    ? PictureCaption::name_and_score
               : size >= for_scores ? PictureCaption::score
                                    : PictureCaption::none;
    });
    const TablePlan bare = largest_grouped(ui, groups, area, [](float) { return PictureCaption::none; });
    const bool worth = said.height <= area.height && said.size >= 0.7F * bare.size;
    return worth ? said : bare;
}

} // namespace

TablePlan plan_table(const HeadsFrame& frame, const Rect& room) {
    const auto& rules = frame.state.shown.rules;
    return frame.state.chosen.table == TableOrder::rule && rules
               ? plan_by_rule(frame, headed(frame.ui, workbench::grouped_by_rule(*rules)), room)
               : plan_by_number(frame, room);
}

std::vector<Index> heads_of_layers(const HeadsFrame& frame) {
    std::vector<Index> heads;
    for (const auto& layer : workbench::layer_traces(frame.scene.shown).layers)
        heads.push_back(layer.heads);
    return heads;
}

} // namespace ui
