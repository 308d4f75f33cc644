#include "ui/canvas/events.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>

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

namespace {

/// Keys whose code is what is printed on them, in ASCII.
constexpr std::array sign_keys{'\'', ',', '-', '.', '/', ';', '=', '[', '\\', ']', '`'};

bool is_digit(int code) {
    return code >= '0' && code <= '9';
}

bool is_letter(int code) {
    return code >= 'A' && code <= 'Z';
}

bool prints(int place) {
    return place > GLFW_KEY_SPACE && place <= GLFW_KEY_WORLD_2;
}

/// The key of a sign on an American keyboard; GLFW_KEY_UNKNOWN where there is none.
int sign_key(int sign) {
    if (sign == '+') return GLFW_KEY_EQUAL; // nobody presses Shift to make things larger
    return std::ranges::find(sign_keys, sign) != sign_keys.end() ? sign : GLFW_KEY_UNKNOWN;
}

} // namespace

KeyPress key_by_name(int place, std::string_view name, int mods) {
    if (!prints(place)) return {place, mods};
    const int first = name.size() == 1 ? static_cast<unsigned char>(name.front()) : 0;
    const int upper = first >= 'a' && first <= 'z' ? first - 'a' + 'A' : first;
    if (is_letter(upper) || is_digit(upper)) return {upper, mods};
    const bool is_sign = first > ' ' && first < 0x7F;
    const bool with_control = (mods & GLFW_MOD_CONTROL) != 0;
    if (is_sign && with_control && sign_key(first) != GLFW_KEY_UNKNOWN) return {sign_key(first), mods};
    // A French digit needs Shift, and is meant with it as well as without.
    if (is_digit(place)) return {place, mods & ~GLFW_MOD_SHIFT};
    if (is_letter(place) && !is_sign) return {place, mods};
    return {GLFW_KEY_UNKNOWN, mods};
}

std::optional<KeyPress> key_of_sign(unsigned int letter) {
    if (letter == '?') return KeyPress{GLFW_KEY_SLASH, GLFW_MOD_SHIFT};
    if (letter >= 0x7F) return std::nullopt;
    const int key = sign_key(static_cast<int>(letter));
    if (key == GLFW_KEY_UNKNOWN) return std::nullopt;
    return KeyPress{key, 0};
}

char letter_of_number(int key) {
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return static_cast<char>('0' + key - GLFW_KEY_0);
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return static_cast<char>('0' + key - GLFW_KEY_KP_0);
    if (key == GLFW_KEY_MINUS || key == GLFW_KEY_KP_SUBTRACT) return '-';
    if (key == GLFW_KEY_PERIOD || key == GLFW_KEY_COMMA || key == GLFW_KEY_KP_DECIMAL) return '.';
    return 0;
}

} // namespace ui
