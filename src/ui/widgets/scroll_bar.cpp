#include "ui/widgets/scroll_bar.h"

#include "ui/widgets/controls.h"

#include <algorithm>

namespace ui {

using namespace drawing;

std::optional<float> scroll_bar(Ui& ui, const std::string& name, const Rect& track, float centre,
                                float shown) {
    const bool upright = track.height > track.width;
    const float length = upright ? track.height : track.width;
    const float thumb = std::max(shown * length, std::min(length, ui.px(24)));
    const float start = std::clamp(centre * length - thumb / 2, 0.0F, length - thumb);
    const Touch t = touch(ui, name, track, true, false);
    const float radius = std::min(track.width, track.height) / 2;
    ui.canvas.fill(track, ui[Role::hairline].faded(0.6F), radius);
    ui.canvas.fill(upright ? Rect{track.x, track.y + start, track.width, thumb}
                           : Rect{track.x + start, track.y, thumb, track.height},
                   mix(ui[Role::masked], ui[Role::text],
                       t.held      ? 0.4F
                       : t.hovered ? 0.2F
                                   : 0),
                   radius);
    if (!t.held && !t.let_go) return {};
    const float at = upright ? ui.mouse.y - track.y : ui.mouse.x - track.x;
    // The centre of the visible part cannot be nearer to an end than half its length.
    const float half = std::min(shown / 2, 0.5F);
    return std::clamp(at / length, half, 1 - half);
}

} // namespace ui
