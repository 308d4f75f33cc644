// Below the sum in the right card: how far the words move without some heads.

#include "drawing/fitted_text.h"
#include "narration/tell_heads.h"
#include "ui/views/heads/cards.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <numeric>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

namespace {

/// All words in order, or, when space is short, those that move most.
std::vector<Index> rows_shown(const base::ColumnVector& moved, Index room) {
    std::vector<Index> rows(static_cast<std::size_t>(moved.size()));
    std::iota(rows.begin(), rows.end(), 0);
    if (moved.size() <= room) return rows;
    std::ranges::stable_sort(rows, std::greater<>(), [&](Index i) { return moved(i); });
    rows.resize(static_cast<std::size_t>(std::max<Index>(room, 1)));
    return rows;
}

void draw_bars(HeadsFrame& frame, const workbench::Ablation& loss, const std::vector<Index>& rows,
               const Rect& area) {
    Ui& ui = frame.ui;
    const auto& names = frame.scene.pass().names;
    std::vector<Bar> bars;
    BarOptions options{.role = Role::query_fill, .largest = loss.moved.maxCoeff(), .scale = ui.theme.scale};
    for (const Index word : rows) {
        const float value = ui.motion.glide("heads/bar/" + std::to_string(word), loss.moved(word));
        if (word == frame.marked.row) options.marked = static_cast<Index>(bars.size());
        bars.push_back({names.row(Quantity::output, word), value, number_text(loss.moved(word), 2)});
    }
    const BarLayout layout = bar_layout(area, bars, options, ui.canvas);
    for (Index i = 0; i < layout.count; ++i) {
        const Index word = rows[static_cast<std::size_t>(i)];
        const Rect row = layout.bar_row(i);
        const Touch t = touch(ui, "heads/bar/" + std::to_string(word), row);
        if (t.hovered) ui.canvas.fill(row, ui[Role::hairline].faded(0.4F), ui.px(4));
        if (t.focused) focus_ring(ui, row.inset(ui.px(2)), ui.px(4));
        if (t.clicked) frame.mark(word);
    }
    paint_bars(ui, bars, layout, options);
}

} // namespace

void draw_head_loss(HeadsFrame& frame, const workbench::Ablation& loss, const Rect& area) {
    Ui& ui = frame.ui;
    const bool words = !frame.scene.pass().document.text.empty();
    ui.anchors.add("heads/loss", area.inset(-ui.px(6)));
    const std::string title =
        frame.ui.plain(words ? "heads.loss_bars" : "heads.loss_bars_rows",
                       {{"heads", {{narration::heads_listed(ui.texts, loss.off, false)}}}});
    if (frame.on_slide)
        ui.canvas.text({area.x, area.y + ui.px(8)}, title, Font::sans_bold, ui.px(panel_size),
                       ui[Role::text]);
    else
        caption(ui, {area.x, area.y + ui.px(7)}, title);
    float top = area.y + ui.px(22);
    const auto all = static_cast<Index>(loss.moved.size());
    const float least = ui.px(19);
    if (static_cast<float>(all) * least > area.bottom() - top) {
        ui.canvas.text({area.x, top + ui.px(4)},
                       frame.ui.plain("heads.loss_bars_most", {{"all", {{std::to_string(all)}}}}), Font::sans,
                       ui.px(tiny_size), ui[Role::quiet]);
        top += ui.px(16);
    }
    const Rect rest{area.x, top, area.width, area.bottom() - top};
    draw_bars(frame, loss, rows_shown(loss.moved, static_cast<Index>(rest.height / least)), rest);
}

} // namespace ui
