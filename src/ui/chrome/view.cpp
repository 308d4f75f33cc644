#include "ui/chrome/view.h"

#include "ui/widgets/areas.h"

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

namespace {

// Beside a lesson's card a view is drawn smaller rather than cut, down to this share; in design pixels.
constexpr float room_in_lesson = 1400, least_share = 0.72F;
constexpr float share_needed = 0.6F; ///< of its usual room, where it shows only what a step needs

/// The view's least size there is, as a share of its usual one.
float room_needed(const ViewKind& kind, const ViewFrame& frame) {
    return frame.needed && !kind.two_documents ? share_needed : 1;
}

/// How much smaller the view is drawn than usual. One that adapts by itself stays as it is.
float share_of(const ViewKind& kind, const ViewFrame& frame) {
    if (!frame.guided || (kind.least_width == 0 && !kind.two_documents)) return 1;
    return std::clamp(frame.area.width / (room_in_lesson * room_needed(kind, frame) * frame.ui.theme.scale),
                      least_share, 1.0F);
}

} // namespace

void draw_view(View& view, const ViewKind& kind, ViewFrame& frame) {
    const Ui& usual = frame.ui;
    const drawing::Rect& area = frame.area;
    const float share = share_of(kind, frame), scale = share * usual.theme.reading_scale();
    const float room = room_needed(kind, frame);
    const float width = room * kind.least_width * scale, height = room * kind.least_height * scale;
    const bool fits = usual.theme.reading < 1.01F && width <= area.width && height <= area.height;
    if (share == 1 && (kind.least_width == 0 || fits)) return view.draw(frame);
    Theme theme = usual.theme; // the page is as large as its text needs
    theme.scale = scale;
    theme.reading = theme.zoom = 1;
    Ui ui = usual.in(theme);
    if (fits) {
        ViewFrame smaller = frame.within(ui, area);
        return view.draw(smaller);
    }
    const drawing::Rect whole{0, 0, std::max(width, area.width), std::max(height, area.height)};
    ScrollArea page(ui, "page", area, whole.width);
    ViewFrame on_page = frame.within(ui, {page.left(), page.top(), whole.width, whole.height});
    view.draw(on_page);
    page.ends_at(page.top() + whole.height);
}

} // namespace ui
