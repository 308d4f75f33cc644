#include "ui/widgets/menu_row.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

namespace ui {

using namespace drawing;

bool menu_row(Ui& ui, const std::string& name, const Rect& rect, const std::string& label,
              const std::string& detail, bool on) {
    const Touch t = touch(ui, name, rect);
    if (t.hovered || on)
        ui.canvas.fill(rect, on ? ui[Role::accent_soft] : mix(ui[Role::card], ui[Role::text], 0.05F),
                       ui.px(6));
    const float detail_width = ui.canvas.width(Font::mono, ui.px(tiny_size), detail);
    const Font font = on ? Font::sans_medium : Font::sans;
    const Point at{rect.x + ui.px(12), rect.centre().y};
    if (label.find('_') != std::string::npos)
        subscripted(ui, at, label, font, ui.px(15), ui[Role::text]);
    else
        ui.canvas.text_within(at, rect.width - detail_width - ui.px(40), label, font, ui.px(15),
                              ui[Role::text]);
    ui.canvas.text({rect.right() - ui.px(12), rect.centre().y}, detail, Font::mono, ui.px(tiny_size),
                   ui[Role::quiet], Align::right);
    if (t.focused) focus_ring(ui, rect.inset(ui.px(3)), ui.px(4));
    return t.clicked;
}

} // namespace ui
