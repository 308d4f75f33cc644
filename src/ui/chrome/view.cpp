#include "ui/chrome/view.h"

#include "ui/widgets/scroll_area.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ui {

std::vector<std::string> View::pages(const attention::Trace& t) const {
    std::vector<std::string> keys;
    for (const auto* stage : attention::stages_of(t))
        keys.emplace_back(stage->key);
    return keys;
}

nlohmann::json View::shown() const {
    return nullptr;
}

void draw_view(View& view, const ViewKind& kind, ViewFrame& frame) {
    const Ui& usual = frame.ui;
    const drawing::Rect& area = frame.area;
    const float scale = usual.theme.reading_scale(), width = kind.least_width * scale,
                height = kind.least_height * scale;
    const bool fits = usual.theme.reading < 1.01F && width <= area.width && height <= area.height;
    if (kind.least_width == 0 || fits) return view.draw(frame);
    Theme theme = usual.theme; // the page is as large as its letters need
    theme.scale = scale;
    theme.reading = theme.zoom = 1;
    Ui ui{theme,        usual.canvas, usual.anchors, usual.focus,       usual.motion,
          usual.texts,  usual.keys,   usual.editing, usual.cursor_hint, usual.wake,
          usual.window, usual.mouse,  usual.tabbed,  usual.scope};
    const drawing::Rect whole{0, 0, std::max(width, area.width), std::max(height, area.height)};
    ScrollArea page(ui, "page", area, whole.width);
    ViewFrame enlarged{ui,
                       frame.scene,
                       frame.actions,
                       frame.second,
                       frame.second_actions,
                       frame.earlier,
                       frame.bar,
                       {page.left(), page.top(), whole.width, whole.height},
                       frame.seconds,
                       frame.course,
                       frame.guided};
    view.draw(enlarged);
    page.ends_at(page.top() + whole.height);
}

} // namespace ui
