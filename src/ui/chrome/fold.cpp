#include "ui/chrome/fold.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"

namespace ui {

using namespace drawing;

void fold_handle(Ui& ui, const std::string& panel, Fold& fold, bool is_folded, const Rect& tab,
                 bool panel_at_left, const std::string& hint, Actions& actions) {
    const Touch t = touch(ui, "fold/" + panel, tab);
    // Rounded on its free side only: the other side meets the panel.
    const float radius = ui.px(6);
    const Rect whole{panel_at_left ? tab.x - radius : tab.x, tab.y, tab.width + radius, tab.height};
    ui.canvas.clip(tab.inset(-0.5F));
    ui.canvas.fill(whole,
                   mix(ui[Role::card], ui[Role::text],
                       t.held      ? 0.14F
                       : t.hovered ? 0.08F
                                   : 0),
                   radius);
    ui.canvas.stroke(whole, ui[t.hovered ? Role::quiet : Role::masked], ui.px(1), radius);
    ui.canvas.unclip();
    const float side = ui.px(12);
    const Point c = tab.centre();
    draw_icon(ui, is_folded == panel_at_left ? Icon::chevron_right : Icon::chevron_left,
              {c.x - side / 2, c.y - side / 2, side, side}, ui[Role::text]);
    if (t.focused) focus_ring(ui, tab, radius);
    if (t.hovered) ui.cursor_hint = hint;
    if (!t.clicked) return;
    if (!fold.fits) {
        fold.opened = is_folded; // temporary: the remembered state is for windows with room
        return;
    }
    fold.folded = !is_folded;
    actions.ask(FoldPanel{panel, fold.folded});
}

} // namespace ui
