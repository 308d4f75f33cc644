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
