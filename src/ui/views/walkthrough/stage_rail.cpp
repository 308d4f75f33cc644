#include "ui/views/walkthrough/stage_rail.h"

#include "narration/matrix_words.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <functional>

namespace ui {

using namespace drawing;

namespace {

enum class Progress { done, here, ahead };

void draw_badge(Ui& ui, Point centre, std::size_t number, Progress progress) {
    const float radius = ui.px(12);
    if (progress == Progress::ahead) {
        ui.canvas.stroke({centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, ui[Role::masked],
                         ui.px(1.2F), radius);
    } else {
        ui.canvas.paint(
            Disc{centre, radius, ui[progress == Progress::here ? Role::query_fill : Role::strong_fill]});
    }
    if (progress == Progress::done) {
        const float side = ui.px(13);
        draw_icon(ui, Icon::tick, {centre.x - side / 2, centre.y - side / 2, side, side},
                  ui[Role::strong_text]);
        return;
    }
    const Rgba ink = progress == Progress::here ? readable_on(ui[Role::query_fill]) : ui[Role::quiet];
    ui.canvas.text(centre, std::to_string(number), Font::sans_bold, ui.px(tiny_size), ink, Align::centre);
}

void stage_row(WalkthroughFrame& frame, const attention::Stage& stage, std::size_t number, Progress progress,
               bool hides_shape, const Rect& row, bool folded) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const Touch t = touch(ui, "stage/" + std::string(stage.key), row);
    const bool here = progress == Progress::here;
    if (here || t.hovered)
        ui.canvas.fill(row, here ? ui[Role::accent_soft] : mix(ui[Role::card], ui[Role::text], 0.04F),
                       ui.px(6));
    if (t.focused) focus_ring(ui, row.inset(ui.px(3)), ui.px(4));
    if (t.clicked) {
        frame.actions.select = scene.selection;
        frame.actions.select->stage = stage.id;
    }
    if (folded) {
        if (t.hovered) ui.cursor_hint = std::string(stage.title);
        return draw_badge(ui, row.centre(), number, progress);
    }
    const float x = row.x + ui.px(45);
    const bool roomy = row.height >= ui.px(54);
    const float first = row.y + (roomy ? ui.px(17) : row.height * 0.32F);
    draw_badge(ui, {row.x + ui.px(21), first}, number, progress);
    ui.canvas.text_within({x, first}, row.right() - x - ui.px(6), std::string(stage.title), Font::sans_bold,
                          ui.px(body_size), ui[progress == Progress::ahead ? Role::quiet : Role::text]);
    const std::string shape = hides_shape ? "? × ?" : shape_text(scene.trace(), stage, scene.selection.head);
    if (roomy) {
        subscripted(ui, {x, first + ui.px(20)}, narration::formula_of(ui.texts, scene.trace(), stage),
                    Font::sans, ui.px(label_size), ui[Role::quiet]);
        ui.canvas.text({x, first + ui.px(38)}, shape, Font::mono, ui.px(tiny_size), ui[Role::quiet]);
    } else {
        ui.canvas.text({x, row.y + row.height * 0.72F}, shape, Font::mono, ui.px(tiny_size), ui[Role::quiet]);
    }
}

/// A small button per head, in rows.
float draw_heads(WalkthroughFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const auto heads = static_cast<base::Index>(scene.trace().heads.size());
    const float side = ui.px(28), gap = ui.px(4);
    const auto in_row = std::max<base::Index>(1, static_cast<base::Index>((area.width + gap) / (side + gap)));
    const auto rows = (heads + in_row - 1) / in_row;
    const float height = static_cast<float>(rows) * (side + gap) + ui.px(22);
    const float top = area.bottom() - height;
    caption(ui, {area.x, top + ui.px(8)}, ui.text("rail.head"));
    for (base::Index h = 0; h < heads; ++h) {
        const base::Index row = h / in_row, column = h % in_row;
        const Rect rect{area.x + static_cast<float>(column) * (side + gap),
                        top + ui.px(22) + static_cast<float>(row) * (side + gap), side, side};
        ButtonStyle style{.on = h == scene.selection.head};
        if (button(ui, "head/" + std::to_string(h), rect, std::to_string(h + 1), style)) {
            workbench::Selection next = scene.selection;
            next.head = h;
            frame.actions.select = next;
        }
    }
    return height;
}

float draw_batch(WalkthroughFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto& document = frame.scene.pass().document;
    const float height = ui.px(56);
    caption(ui, {area.x, area.bottom() - height + ui.px(8)}, ui.text("rail.item"));
    std::int64_t item = document.item + 1;
    if (stepper(ui, "item", {area.x, area.bottom() - ui.px(34), area.width, ui.px(30)}, item, 1,
                document.batch))
        frame.actions.edit(workbench::SetItem{item - 1}, "item");
    return height;
}

/// In a strip: which of several is shown, as a button that moves on to the next.
float draw_next(Ui& ui, const std::string& name, const char* what, base::Index now, base::Index count,
                const Rect& area, const std::function<void()>& go_on) {
    const float side = ui.px(30);
    const Rect rect{area.centre().x - side / 2, area.bottom() - side, side, side};
    const std::string hint = ui.text(what) + ": " + std::to_string(now + 1) + " / " + std::to_string(count);
    if (button(ui, name, rect, std::to_string(now + 1), {.hint = hint})) go_on();
    return side + ui.px(8);
}

float draw_next_head(WalkthroughFrame& frame, const Rect& area) {
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    const auto count = static_cast<base::Index>(scene.trace().heads.size());
    const base::Index now = scene.selection.head;
    return draw_next(frame.ui, "head/next", "rail.head", now, count, area, [&] {
        actions.select = scene.selection;
        actions.select->head = (now + 1) % count;
    });
}

float draw_next_item(WalkthroughFrame& frame, const Rect& area) {
    const auto& document = frame.scene.pass().document;
    return draw_next(frame.ui, "item/next", "rail.item", document.item, document.batch, area, [&] {
        frame.actions.edit(workbench::SetItem{(document.item + 1) % document.batch}, "item");
    });
}

} // namespace

std::string shape_text(const attention::Trace& t, const attention::Stage& stage, base::Index head) {
    const auto products = stage.products(t);
    const auto& matrix = t.matrix(products.front().result, head);
    return std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols());
}

void draw_stage_rail(WalkthroughFrame& frame, const Rect& area, bool folded, const narration::Clues& hidden) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    card(ui, area);
    Rect inner = area.inset(ui.px(20));
    inner.y = area.y + ui.px(folded ? 4 : 24);
    if (!folded) caption(ui, {inner.x, inner.y}, ui.text("rail.stages"));
    float foot = 0;
    Rect rest{inner.x, inner.y, inner.width, area.bottom() - ui.px(12) - inner.y};
    if (scene.pass().document.batch > 1)
        foot += folded ? draw_next_item(frame, rest) : draw_batch(frame, rest);
    rest.height -= foot;
    if (scene.trace().heads.size() > 1)
        foot += folded ? draw_next_head(frame, rest) : draw_heads(frame, rest);

    const auto stages = attention::stages_of(scene.trace());
    const float top = inner.y + ui.px(16), room = area.bottom() - ui.px(12) - foot - top;
    const float pitch = std::min(ui.px(76), room / static_cast<float>(stages.size()));
    bool before_here = true;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool here = stages[i]->id == scene.selection.stage;
        if (here) before_here = false;
        const Progress progress = here ? Progress::here : before_here ? Progress::done : Progress::ahead;
        const float side = ui.px(folded ? 6 : 10);
        const Rect row{area.x + side, top + static_cast<float>(i) * pitch, area.width - 2 * side,
                       std::min(pitch - ui.px(4), ui.px(72))};
        const bool hides_shape = hidden.shapes && progress == Progress::ahead;
        stage_row(frame, *stages[i], i + 1, progress, hides_shape, row, folded);
    }
}

} // namespace ui
