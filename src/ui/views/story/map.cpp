// The left card: every head of every layer in one colour range, the last layer on top.

#include "drawing/matrix_figure.h"
#include "narration/tell_heads.h"
#include "ui/views/story/cards.h"
#include "ui/views/story/telling.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/scroll_area.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

constexpr float header = 26, line = 20, padding = 9, gap = 10, largest_matrix = 112; // design pixels

std::string heading(const StoryFrame& frame) {
    Ui& ui = frame.ui;
    if (frame.story->has_source()) return ui.text("story.layers.decoder");
    const auto count = [&](const std::string& name, std::size_t number) {
        const std::string own = name + "." + (number == 1 ? "one" : std::to_string(number));
        if (ui.texts.has(own)) return ui.texts.text(own);
        return ui.plain(name + ".many", {{"count", {{std::to_string(number)}}}});
    };
    const std::size_t heads = frame.trace(0).heads.size();
    const std::string each =
        heads == 1 ? ui.text("story.heads.one")
                   : ui.plain("story.heads.many",
                              {{"count",
                                {{narration::counted_in_words(ui.texts, static_cast<base::Index>(heads))}}}});
    return count("story.layers", frame.reading().places.size()) + ", " + each;
}

void draw_matrix(StoryFrame& frame, std::size_t layer, Index head, const Rect& area, bool faded) {
    Ui& ui = frame.ui;
    const auto& run = frame.reading().run;
    const std::shared_ptr<const base::Matrix> weights{
        frame.pass,
        &run.at(frame.reading().places[layer]).trace.heads[static_cast<std::size_t>(head)].weights};
    const MatrixLayout layout =
        fit(area, weights->rows(), weights->cols(), area.width / static_cast<float>(weights->cols()),
            area.height / static_cast<float>(weights->rows()));
    MatrixOptions options;
    options.map = ColourMap::weights;
    options.range = {0, 1};
    options.digits = false;
    options.ground = Role::card;
    options.scale = 0.6F * ui.theme.scale;
    if (layout.cell_height >= ui.px(4)) // a frame would hide a thinner row
        options.marked_row = workbench::row_in(*frame.story, frame.reading().places[layer], frame.reading());
    if (faded) ui.canvas.set_opacity(0.35F);
    ui.canvas.paint(matrix_figure(weights, layout, options, ui.theme.palette(), ui.canvas));
    ui.canvas.set_opacity(1);
}

void draw_tile(StoryFrame& frame, std::size_t layer, Index head, const Rect& tile, float matrix) {
    Ui& ui = frame.ui;
    const bool opened = layer == frame.scene.pass().reading->shown && head == frame.scene.selection.head;
    const bool on = frame.is_on(layer, head);
    const std::string place = std::to_string(layer) + "/" + std::to_string(head);
    const Touch t = touch_beneath(ui, "story/head/" + place, tile);
    if (t.clicked) frame.open(layer, head);
    if (t.hovered) ui.cursor_hint = ui.text("story.head_hint");
    const float radius = ui.px(8);
    if (opened) ui.canvas.fill(tile, ui[Role::accent_soft], radius);
    ui.canvas.stroke(tile,
                     ui[opened      ? Role::query
                        : t.hovered ? Role::quiet
                                    : Role::hairline],
                     ui.px(opened ? 2 : 1), radius);
    if (t.focused) focus_ring(ui, tile, radius);

    const Rect inner = tile.inset(ui.px(padding));
    const float middle = inner.y + ui.px(header - 6) / 2;
    ui.canvas.text_within({inner.x, middle}, inner.width - ui.px(40),
                          ui.plain("story.head", {{"head", {{std::to_string(head + 1)}}}}), Font::sans_bold,
                          ui.px(label_size), ui[on ? Role::text : Role::quiet]);
    const Rect knob{inner.right() - ui.px(36), middle - ui.px(10), ui.px(36), ui.px(20)};
    if (toggle(ui, "story/switch/" + place, {knob.x, knob.y}, "", on)) frame.switch_head(layer, head);
    if (knob.contains(ui.mouse)) ui.cursor_hint = ui.text("story.head_switch_hint");
    const float top = inner.y + ui.px(header - 2);
    draw_matrix(frame, layer, head, {inner.centre().x - matrix / 2, top, matrix, matrix}, !on);
    float y = top + matrix + ui.px(line) / 2 + ui.px(3);
    ui.canvas.text_within({inner.x, y}, inner.width, remark_text(frame, layer, head), Font::sans,
                          ui.px(small_size), ui[Role::text]);
    y += ui.px(line);
    const std::string walk = ui.text("story.walk") + " ›";
    const Rect link{inner.x - ui.px(4), y - ui.px(line) / 2,
                    ui.canvas.width(Font::sans_medium, ui.px(small_size), walk) + ui.px(8), ui.px(line)};
    const Touch l = touch(ui, "story/walk/" + place, link);
    ui.canvas.text({inner.x, y}, walk, Font::sans_medium, ui.px(small_size), ui[Role::query]);
    if (l.hovered)
        ui.canvas.line({inner.x, y + ui.px(8)}, {link.right() - ui.px(4), y + ui.px(8)}, ui[Role::query],
                       ui.px(1));
    if (l.hovered) ui.cursor_hint = ui.text("story.walk_hint");
    if (l.focused) focus_ring(ui, link, ui.px(4));
    if (!l.clicked) return;
    frame.open(layer, head);
    frame.actions.view = "walkthrough";
    frame.actions.page = "softmax";
}

/// A layer's name, the switch of all its heads, and its tiles; returns its bottom.
float draw_layer(StoryFrame& frame, std::size_t layer, float x, float y, float width) {
    Ui& ui = frame.ui;
    const Index heads = std::ssize(frame.trace(layer).heads);
    caption(ui, {x, y + ui.px(10)}, frame.layer_name(layer));
    bool any_on = false;
    for (Index head = 0; head < heads; ++head)
        any_on |= frame.is_on(layer, head);
    const Rect knob{x + width - ui.px(36), y, ui.px(36), ui.px(20)};
    if (heads > 1) {
        if (toggle(ui, "story/layer/" + std::to_string(layer), {knob.x, knob.y}, "", any_on))
            frame.switch_layer(layer);
        if (knob.contains(ui.mouse)) ui.cursor_hint = ui.text("story.layer_switch_hint");
    }
    y += ui.px(26);
    const float tile_width = (width - ui.px(gap)) / 2;
    const float matrix = std::min(tile_width - 2 * ui.px(padding), ui.px(largest_matrix));
    const float height = 2 * ui.px(padding) + ui.px(header) + matrix + 2 * ui.px(line) + ui.px(1);
    for (Index head = 0; head < heads; ++head) {
        const auto column = static_cast<float>(head % 2), row = static_cast<float>(head / 2);
        draw_tile(
            frame, layer, head,
            {x + column * (tile_width + ui.px(gap)), y + row * (height + ui.px(gap)), tile_width, height},
            matrix);
    }
    const auto rows = static_cast<float>((heads + 1) / 2);
    return y + rows * height + (rows - 1) * ui.px(gap) + ui.px(14);
}

} // namespace

void draw_story_map(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("story/map", area);
    ScrollArea scrolled(ui, "story/left", area.inset(ui.px(4)));
    const float x = area.x + ui.px(18), width = area.width - 2 * ui.px(18);
    float y = scrolled.top() + ui.px(12);
    ui.canvas.text_within({x, y + ui.px(11)}, width, heading(frame), Font::sans_bold, ui.px(headline_size),
                          ui[Role::text]);
    y += ui.px(26);
    y += paragraph(ui, {x, y}, width, ui.text("story.range"), Font::sans, small_size, ui[Role::quiet]) +
         ui.px(10);
    for (std::size_t layer = frame.reading().places.size(); layer-- > 0;)
        y = draw_layer(frame, layer, x, y, width);
    draw_knock_outs(frame, {x, y, width, 0}, y);
    scrolled.ends_at(y + ui.px(12));
}

} // namespace ui
