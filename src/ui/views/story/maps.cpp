// Every head as a small matrix beside its layer, in one colour range, with a switch where the mouse is.
#include "drawing/figures/matrix.h"
#include "ui/views/story/story.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

// Design pixels.
constexpr float largest_map = 94, least_map = 22, named_from = 66, map_gap = 12, map_lines = 42,
                beneath_name = 64, beside_maps = 24, below_maps = 4, least_numbered = 42, number_line = 24;
constexpr float usable_map = 56, usable_of_many = 44; ///< to make out its rows, and to switch it

/// Maps in rows, as large as the place allows.
struct Maps {
    float size = 0; ///< of a map, design pixels
    Index columns = 1;
    enum class Says { nothing, number, all } says = Says::nothing; ///< under each: its number, what it reads

    float gap() const { return says == Says::all ? map_gap : 6; }
    float pitch() const {
        return size + (says == Says::all ? map_lines : says == Says::number ? number_line : 6);
    }
};

/// The largest that fit, all rows alike; where there are too many for that, as they come.
Maps arranged(float width, float height, Index heads) {
    using Says = Maps::Says;
    for (const bool alike : {true, false})
        for (float size = largest_map; size > (alike ? least_numbered : least_map); size -= 2) {
            Maps maps{size, 1, size >= named_from ? Says::all : alike ? Says::number : Says::nothing};
            maps.columns = std::min(static_cast<Index>((width + maps.gap()) / (size + maps.gap())), heads);
            if (maps.columns < 1 || (alike && heads % maps.columns != 0)) continue;
            const auto rows = static_cast<float>((heads + maps.columns - 1) / maps.columns);
            if (rows * maps.pitch() <= height) return maps;
        }
    return {least_map, std::max<Index>(1, static_cast<Index>(width / (least_map + 4)))};
}

void draw_matrix(StoryFrame& frame, std::size_t layer, Index head, const Rect& area) {
    Ui& ui = frame.ui;
    const std::shared_ptr<const base::Matrix> weights{
        frame.told.pass, &frame.trace(layer).heads[static_cast<std::size_t>(head)].weights};
    const MatrixLayout layout =
        fit(area, weights->rows(), weights->cols(), area.width / static_cast<float>(weights->cols()),
            area.height / static_cast<float>(weights->rows()));
    MatrixOptions options;
    options.map = ColourMap::weights;
    options.range = {0, 1};
    options.digits = false;
    options.scale = 0.6F * ui.theme.scale;
    if (layout.cell_height >= ui.px(4)) // a frame would hide a thinner row
        options.marked_row = frame.row(layer);
    if (!frame.is_on(layer, head)) ui.canvas.set_opacity(0.35F);
    ui.canvas.paint(matrix_figure(weights, layout, options, ui.theme.palette(), ui.canvas));
    ui.canvas.set_opacity(1);
}

void walk(StoryFrame& frame, std::size_t layer, Index head) {
    frame.open(layer, head);
    frame.actions.ask(OpenView{"walkthrough", "softmax"});
}

void draw_map(StoryFrame& frame, std::size_t layer, Index head, const Rect& map, Maps::Says says) {
    Ui& ui = frame.ui;
    const bool opened = layer == frame.open_layer() && head == frame.scene.selection.head;
    const std::string place = std::to_string(layer) + "/" + std::to_string(head);
    const Touch t = touch_beneath(ui, "story/head/" + place, map);
    const float radius = ui.px(6);
    ui.canvas.fill(map, ui[opened ? Role::accent_soft : Role::background], radius);
    draw_matrix(frame, layer, head, map.inset(ui.px(4)));
    ui.canvas.stroke(map,
                     ui[opened      ? Role::query_fill
                        : t.hovered ? Role::quiet
                                    : Role::hairline],
                     ui.px(opened ? 1.5F : 1), radius);
    if (t.focused) focus_ring(ui, map, radius);
    if (t.clicked) frame.open(layer, head);
    if (t.double_clicked) walk(frame, layer, head);
    const std::string remark = remark_text(frame, layer, head);
    if (t.hovered)
        ui.cursor_hint =
            ui.plain("story.head_hint", {{"head", {{std::to_string(head + 1)}}}, {"remark", {{remark}}}});

    // Shown where the mouse or the keyboard is.
    const bool here = map.contains(ui.mouse) || t.focused || ui.focus.name().ends_with("/" + place);
    const float high = std::min(ui.px(20), 0.5F * map.height), wide = std::min(ui.px(36), map.width);
    const Rect knob{map.right() - wide - ui.px(3), map.y + ui.px(3), wide, high};
    if (here && map.width >= ui.px(44)) {
        ui.canvas.fill(knob.inset(-ui.px(3)), ui[Role::card], ui.px(8));
        if (toggle(ui, "story/switch/" + place, {knob.x, knob.y}, "", frame.is_on(layer, head)))
            frame.switch_head(layer, head);
        if (knob.contains(ui.mouse)) ui.cursor_hint = ui.text("story.head_switch_hint");
    } else if (touch(ui, "story/switch/" + place, knob).clicked) {
        frame.switch_head(layer, head);
    }
    if (says == Maps::Says::nothing) return;
    const Rect name{map.x, map.bottom() + ui.px(4), map.width, ui.px(18)};
    const bool whole = says == Maps::Says::all;
    const std::string digits = std::to_string(head + 1);
    const std::string number = whole || head == 0 ? ui.plain("story.head", {{"head", {{digits}}}}) : digits;
    const Touch w = touch(ui, "story/walk/" + place, name);
    ui.canvas.text_within({name.x, name.centre().y}, name.width,
                          whole && (here || w.hovered) ? ui.text("story.walk") + " ›" : number,
                          opened ? Font::sans_bold : Font::sans, ui.px(label_size),
                          ui[here || w.hovered ? Role::query
                             : opened          ? Role::text
                                               : Role::quiet]);
    if (w.hovered) ui.cursor_hint = ui.text("story.walk_hint");
    if (w.focused) focus_ring(ui, name, ui.px(4));
    if (w.clicked) walk(frame, layer, head);
    if (!whole) return;
    ui.canvas.text_within({name.x, name.bottom() + ui.px(8)}, name.width + ui.px(8), remark, Font::sans,
                          ui.px(label_size), ui[Role::quiet]);
}

} // namespace

namespace {

std::size_t most_heads(const StoryFrame& frame) {
    std::size_t most = 1;
    for (std::size_t layer = 0; layer < frame.layers(); ++layer)
        most = std::max(most, frame.trace(layer).heads.size());
    return most;
}

} // namespace

float story_maps_width(const StoryFrame& frame) {
    const float columns = most_heads(frame) < 2 ? 1 : 2;
    return frame.ui.px(columns * (largest_map + map_gap) + beside_maps + 8);
}

float story_maps_height(const StoryFrame& frame) {
    const auto heads = static_cast<float>(most_heads(frame));
    const float size = heads > 4 ? usable_of_many : usable_map;
    const float width = story_maps_width(frame) / frame.ui.theme.scale - beside_maps;
    const float columns = std::floor((width + map_gap) / (size + map_gap));
    return frame.ui.px(beneath_name + below_maps + std::ceil(heads / columns) * (size + 6));
}

void draw_story_maps(StoryFrame& frame, std::size_t layer, const Rect& area) {
    Ui& ui = frame.ui;
    const Index heads = std::ssize(frame.trace(layer).heads);
    ui.anchors.add("story/maps/" + std::to_string(layer), area);
    if (heads > 1) {
        bool any_on = false;
        for (Index head = 0; head < heads; ++head)
            any_on |= frame.is_on(layer, head);
        const Rect knob{area.right() - ui.px(64), area.y + ui.px(15), ui.px(36), ui.px(20)};
        if (toggle(ui, "story/layer/" + std::to_string(layer), {knob.x, knob.y}, "", any_on))
            frame.switch_layer(layer);
        if (knob.contains(ui.mouse)) ui.cursor_hint = ui.text("story.layer_switch_hint");
    }
    const float width = area.width / ui.theme.scale - beside_maps,
                height = area.height / ui.theme.scale - beneath_name - below_maps;
    const Maps maps = arranged(width, height, heads);
    const float size = ui.px(maps.size);
    for (Index head = 0; head < heads; ++head) {
        const auto column = static_cast<float>(head % maps.columns),
                   row = static_cast<float>(head / maps.columns);
        const float x = area.x + column * (size + ui.px(maps.gap()));
        const float y = area.y + ui.px(beneath_name) + row * ui.px(maps.pitch());
        draw_map(frame, layer, head, {x, y, size, size}, maps.says);
    }
}

} // namespace ui
