#pragma once
// User input, in order. The window's callbacks fill the queue; each frame takes only as many events as it can
// tell apart, so that a press and its release, or a key and the click after it, are never merged, however
// slow a frame is.

#include <deque>
#include <optional>
#include <string_view>
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
/// A key that was pressed, with GLFW codes for key and modifiers.
struct KeyPress {
    int key;
    int mods;
};
/// GLFW codes.
struct KeyChanged {
    int key;
    int scancode;
    int action;
    int mods;
    std::optional<KeyPress> meant = {}; ///< where that depends on the layout: key_names.h
};
struct CharTyped {
    unsigned int letter;
};
/// A press of the fifth or sixth button, which have no function: counted, so that a test knows what has
/// been processed.
struct Mark {};
using Event = std::variant<MouseMoved, MouseButton, MouseWheel, KeyChanged, CharTyped, Mark>;

/// Detects double clicks. A slow program learns of a press late and only knows that it happened since the
/// last poll: when in doubt, it counts as a double click.
class DoubleClick {
public:
    /// A press of `button` at (x, y), between `earliest` and `latest` (seconds). True when it closely follows
    /// a press of the same button at the same place, with no other press in between.
    bool follows(int button, float x, float y, double earliest, double latest);

private:
    int button_ = -1;
    float x_ = 0, y_ = 0;
    double latest_ = 0;
};

/// True with a Dear ImGui (1.89.7 or later) that takes a press on an area that carries controls only where
/// the pointer was in the frame before: a press then waits for the frame after a movement.
bool pointer_goes_first();

class EventQueue {
public:
    void push(const Event& event) { waiting_.push_back(event); }
    bool empty() const { return waiting_.empty(); }
    /// The events for the next frame, in order; the rest stay queued.
    std::vector<Event> take();

private:
    std::deque<Event> waiting_;
};

// Which shortcut a key means: Ctrl Z is where the keyboard's layout has the Z, `?` wherever it is. Keys and
// modifiers are GLFW's.

/// What a press of the key at this place means, which the layout names (UTF-8, without Shift; empty:
/// nothing). Letters count by name, so that those of other alphabets count by place, and so do digits. Signs
/// count by name with Ctrl held; without it they mean nothing here, since the sign itself follows: see
/// key_of_sign().
KeyPress key_by_name(int place, std::string_view name, int mods);

/// The shortcut of a typed sign, as the key that has it on an American keyboard: "?" is Shift and the slash.
/// Empty for letters, digits, and signs without a key of their own.
std::optional<KeyPress> key_of_sign(unsigned int letter);

} // namespace ui
