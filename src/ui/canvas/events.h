#pragma once
// User input. The window's callbacks fill a queue; each frame takes only the events that it can tell apart,
// so that a press and its release, or a key and the click after it, are never merged, however slow a frame
// is. Keys are translated into shortcuts by what is printed on them.

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
    bool repeated = false; ///< it is held
};
/// GLFW codes.
struct KeyChanged {
    int key;
    int scancode;
    int action;
    int mods;
    std::optional<KeyPress> meant = {}; ///< where the layout decides: see key_by_name()
};
struct CharTyped {
    unsigned int letter;
};
/// A press of the fifth or sixth button, which have no function: counted, so that a test knows what has been
/// processed.
struct Mark {};
using Event = std::variant<MouseMoved, MouseButton, MouseWheel, KeyChanged, CharTyped, Mark>;

/// Detects double clicks. A slow frame learns of a press late and knows only that it came after the last
/// poll: when in doubt, it counts as a double click.
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

/// True with Dear ImGui 1.89.7 or later: it accepts a press on an area that carries controls only where the
/// pointer was in the previous frame, so a press waits for the frame after a movement.
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

// The shortcut that a key means: Ctrl Z is where the keyboard layout has its Z, ? wherever that is. Keys and
// modifiers are GLFW codes.

/// What a press of the key at this place means, given the name that the layout prints on it (UTF-8, without
/// Shift; may be empty). Latin letters and digits count by name, letters of other alphabets by place, and so
/// do digits with another name. Signs count by name with Ctrl held; without it they mean nothing here, since
/// the typed sign follows as an event of its own: see key_of_sign().
KeyPress key_by_name(int place, std::string_view name, int mods);

/// What a key without modifiers adds to a number that is typed: a digit, '-' or '.'; 0: nothing.
char letter_of_number(int key);

/// The shortcut of a typed sign, as its key on an American keyboard: "?" is Shift and the slash. Empty for
/// letters, digits, and signs without a key of their own.
std::optional<KeyPress> key_of_sign(unsigned int letter);

} // namespace ui
