#pragma once
// What the person did, in order. The window's callbacks fill the queue; each frame takes as much of it as one
// frame can tell apart, so that a press and its release, or a key and the click after it, are never merged,
// however slow a frame is.

#include <deque>
#include <variant>
#include <vector>

namespace ui {

struct MouseMoved {
    float x, y;
};
struct MouseButton {
    int button;
    bool down;
    float x, y;
    bool again = false; ///< the second press of a double click
};
struct MouseWheel {
    float dx, dy;
};
struct KeyChanged {
    int key;
    int scancode;
    int action;
    int mods;
}; ///< GLFW's numbers
struct CharTyped {
    unsigned int letter;
};
using Event = std::variant<MouseMoved, MouseButton, MouseWheel, KeyChanged, CharTyped>;

/// A key that went down in this frame, with GLFW's numbers for key and modifiers.
struct KeyPress {
    int key;
    int mods;
    bool repeat;
};

/// Which presses make a double click. A slow program hears of a press late, and only knows that it happened
/// since the window was last asked: what may have been a double click is one.
class DoubleClick {
public:
    /// A press of `button` at (x, y), not before `earliest` and not after `latest` (seconds). True when it
    /// follows a press of the same button at the same place closely, with no other press between them.
    bool follows(int button, float x, float y, double earliest, double latest);

private:
    int button_ = -1;
    float x_ = 0, y_ = 0;
    double latest_ = 0;
};

class EventQueue {
public:
    void push(const Event& event) { waiting_.push_back(event); }
    bool empty() const { return waiting_.empty(); }
    /// The events of the next frame, in order; the rest stays for the frames after it.
    std::vector<Event> take();

private:
    std::deque<Event> waiting_;
};

} // namespace ui
