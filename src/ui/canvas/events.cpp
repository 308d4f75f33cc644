#include "ui/canvas/events.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace ui {

bool pointer_goes_first() {
    return IMGUI_VERSION_NUM >= 18970;
}

bool DoubleClick::follows(int button, float x, float y, double earliest, double latest) {
    constexpr double longest = 0.30; // seconds between presses
    constexpr float farthest = 6;    // pixels
    const bool close = std::hypot(x - x_, y - y_) < farthest && earliest - latest_ < longest;
    const bool same = button == button_;
    button_ = button;
    x_ = x;
    y_ = y;
    latest_ = latest;
    return same && close;
}

std::vector<Event> EventQueue::take() {
    std::vector<Event> taken;
    bool button = false, press = false, text = false, wheel = false, moved = false;
    std::vector<int> keys;
    while (!waiting_.empty()) {
        const Event& next = waiting_.front();
        // A frame sees each input in one state: a second change of the same kind waits for the next frame,
        // and so does any event that would be processed out of order.
        if (std::holds_alternative<MouseMoved>(next)) {
            if (button || wheel) break;
            moved = true;
        } else if (std::holds_alternative<MouseButton>(next)) {
            if (button || press || text || wheel || (moved && pointer_goes_first())) break;
            button = true;
        } else if (std::holds_alternative<MouseWheel>(next)) {
            if (button) break;
            wheel = true;
        } else if (const auto* key = std::get_if<KeyChanged>(&next)) {
            const bool down = key->action != 0;
            const bool again = std::find(keys.begin(), keys.end(), key->key) != keys.end();
            // Nothing follows a press: if Ctrl were released in the same frame, Ctrl+A would become an A.
            if (again || press || text || button || (down && wheel)) break;
            keys.push_back(key->key);
            press = press || down;
        } else if (std::holds_alternative<Mark>(next)) {
            if (!taken.empty()) break; // counted once the frame of what came before it has been built
        } else {
            if (button) break;
            text = true;
        }
        taken.push_back(next);
        waiting_.pop_front();
    }
    return taken;
}

} // namespace ui
