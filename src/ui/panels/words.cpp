#include "ui/panels/words.h"

#include "drawing/arc_figure.h"
#include "ui/widgets/controls.h"

namespace ui {

using namespace drawing;

namespace {

/// The weights that the next stage works with: after dropout where there is any.
std::shared_ptr<const attention::Matrix> weights_of(const Scene& scene) {
    return {scene.shown, &scene.trace().matrix(attention::Quantity::dropped, scene.selection.head)};
}

void word_touch(Ui& ui, const Scene& scene, attention::Index word, const Rect& box, bool is_key, bool unknown,
                Actions& actions) {
    const std::string name = (is_key ? "source/" : "token/") + std::to_string(word);
    const Touch t = touch(ui, name, box);
    if (t.hovered)
        ui.canvas.stroke(box, ui[is_key ? Role::key_line : Role::query_fill], ui.px(1.5F), ui.px(7));
    if (t.hovered && unknown) ui.cursor_hint = ui.text("words.unknown");
    if (t.focused) focus_ring(ui, box, ui.px(7));
    if (!t.clicked) return;
    actions.select = scene.selection;
    (is_key ? actions.select->key : actions.select->query) = word;
    actions.select->pinned.reset();
}

/// All keys of a long sequence: a click marks the one under the mouse.
void touch_strip(Ui& ui, const Scene& scene, const ArcLayout& layout, Actions& actions) {
    if (layout.strip.height <= 0) return;
    const Touch t = touch(ui, "strip", layout.strip, true, false);
    const auto key = layout.strip_key_at(ui.mouse);
    if (!t.clicked || !key) return;
    actions.select = scene.selection;
    actions.select->key = *key;
    if (!layout.cross) actions.select->query = *key;
    actions.select->pinned.reset();
}

/// The pair to show: the one under the mouse, if it is a cell of an n × m matrix, else the marked one.
ArcOptions pair_of(const Ui& ui, const Scene& scene) {
    ArcOptions options{scene.selection.query, scene.selection.key, ui.theme.scale};
    const auto& hovered = scene.selection.hovered;
    if (hovered && hovered->quantity >= attention::Quantity::scores &&
        hovered->quantity <= attention::Quantity::dropped) {
        options.query = hovered->row;
        options.key = hovered->column;
    }
    return options;
}

void touch_row(Ui& ui, const Scene& scene, const WordRow& row, const Words& words, bool is_key,
               Actions& actions) {
    for (attention::Index i = 0; i < row.count(); ++i)
        word_touch(ui, scene, row.first + i, row.boxes[static_cast<std::size_t>(i)], is_key,
                   words.is_unknown(row.first + i), actions);
}

} // namespace

float draw_words(Ui& ui, const Scene& scene, const Rect& area, bool high_arcs, Actions& actions) {
    const auto& pass = scene.pass();
    const bool cross = scene.trace().input.is_cross();
    const Words keys{pass.names.keys, cross ? &pass.memory_unknown : &pass.unknown};
    const Words queries{cross ? std::span<const std::string>(pass.names.queries)
                              : std::span<const std::string>(),
                        &pass.unknown};
    const ArcOptions options = pair_of(ui, scene);
    const Rect place{area.x, area.y, area.width, arc_height(cross, high_arcs, ui.theme.scale)};
    const ArcLayout layout = arc_layout(place, keys, queries, options, ui.canvas);
    ui.canvas.paint(
        arc_figure(layout, keys, queries, weights_of(scene), options, ui.theme.palette(), ui.canvas));
    touch_row(ui, scene, layout.queries, cross ? queries : keys, false, actions);
    if (cross) touch_row(ui, scene, layout.keys, keys, true, actions);
    touch_strip(ui, scene, layout, actions);
    return place.height;
}

} // namespace ui
