#include "base/text.h"
#include "ui/lesson/lecture.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

bool is_enter(int key) {
    return key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER;
}

/// What the keys of one frame do, one after another.
struct LectureKeys {
    LectureState& state;
    const Slide& slide;
    const std::size_t at = slide.number - 1, last = slide.count - 1;
    const bool asks = slide.question && !state.revealed; ///< as the frame begins
    LectureWish wish = {};

    void press(int key);
    /// A number, and Enter, typed where no field was hit: it neither leads to another slide nor gives the
    /// answer away.
    bool misses_its_field(int key, bool digit);
    /// A number that is called out as the answer.
    bool is_of_answer(int key);
    void go_on();
    void go_back();
    void toggle(Blank blank) { state.blank = state.blank == blank ? Blank::no : blank; }
    void enter(const std::string& number);
};

void LectureKeys::go_on() {
    if (std::exchange(state.blank, Blank::no) != Blank::no) return; // the first press brings the picture back
    if (slide.closing)
        wish.next_lesson = true;
    else if (slide.left)
        wish.go_to = at;
    else if (asks)
        state.revealed = true;
    else if (at < last)
        wish.go_to = at + 1;
    else
        state.closing = slide.of_lesson;
}

void LectureKeys::go_back() {
    if (std::exchange(state.blank, Blank::no) != Blank::no) return;
    if (slide.closing)
        wish.go_to = last;
    else if (slide.left)
        wish.go_to = at;
    else if (at > 0)
        wish.go_to = at - 1;
}

/// Jumps to the step of this number; without one, shows the answer.
void LectureKeys::enter(const std::string& number) {
    if (std::exchange(state.blank, Blank::no) != Blank::no) return; // nothing happens unseen
    if (const auto step = base::whole_in(number); step && *step >= 1)
        wish.go_to = std::min(last, static_cast<std::size_t>(*step - 1));
    else if (slide.question)
        state.revealed = true;
}

bool LectureKeys::misses_its_field(int key, bool digit) {
    const bool point =
        key == GLFW_KEY_PERIOD || key == GLFW_KEY_COMMA; // alone it turns the wall black or white
    if (digit || (point && !state.digits.empty())) {
        state.digits = "0";
        return true;
    }
    return is_enter(key) && !std::exchange(state.digits, std::string()).empty();
}

bool LectureKeys::is_of_answer(int key) {
    if (!slide.asks_number || !asks || state.blank != Blank::no) return false;
    if (!is_enter(key) || state.hall.number.empty()) return state.hall.type_number(key);
    wish.answer = std::exchange(state.hall.number, std::string());
    return true;
}

void LectureKeys::press(int key) {
    if (state.hall.take(key) || is_of_answer(key)) return;
    const bool digit = key >= GLFW_KEY_0 && key <= GLFW_KEY_9;
    if (slide.takes_numbers && misses_its_field(key, digit)) return;
    const std::string number = std::exchange(state.digits, digit ? state.digits : std::string());
    switch (key) {
    case GLFW_KEY_PAGE_DOWN:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_SPACE:
        go_on();
        break;
    case GLFW_KEY_PAGE_UP:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_UP:
        go_back();
        break;
    case GLFW_KEY_HOME:
        wish.go_to = 0;
        break;
    case GLFW_KEY_END:
        wish.go_to = last;
        break;
    case GLFW_KEY_B:
    case GLFW_KEY_PERIOD:
        toggle(Blank::black);
        break;
    case GLFW_KEY_W:
    case GLFW_KEY_COMMA:
        toggle(Blank::white);
        break;
    case GLFW_KEY_E:
        state.strokes.clear();
        break;
    case GLFW_KEY_V:
        state.hall.count(asks ? slide.choices : 0);
        break;
    case GLFW_KEY_H:
        state.whole_view = slide.works && asks && !state.whole_view;
        break;
    case GLFW_KEY_BACKSPACE:
        wish.begin_again = slide.of_lesson && !slide.closing;
        break;
    case GLFW_KEY_P:
        wish.presenter = true;
        break;
    case GLFW_KEY_T:
        state.hall.types = state.hall.takes_caret = !slide.closing;
        break;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
        enter(number);
        break;
    case GLFW_KEY_ESCAPE:
    case GLFW_KEY_F5:
        wish.leave = true;
        break;
    case GLFW_KEY_F11:
        wish.full_screen = true;
        break;
    default:
        if (digit && state.digits.size() < 4) state.digits += static_cast<char>('0' + key - GLFW_KEY_0);
    }
}

} // namespace

LectureWish lecture_keys(const std::vector<KeyPress>& pressed, LectureState& state, const Slide& slide) {
    LectureKeys keys{state, slide};
    for (const KeyPress& press : pressed)
        if (press.key == GLFW_KEY_F1 || (press.key == GLFW_KEY_SLASH && press.mods == GLFW_MOD_SHIFT))
            keys.wish.keys = true;
        else if (press.key == GLFW_KEY_Z && press.mods == GLFW_MOD_CONTROL)
            keys.wish.undo = slide.works;
        else if (press.mods == 0 || press.key == GLFW_KEY_F11)
            keys.press(press.key);
    if (std::exchange(state.pressed_on, false)) keys.go_on();
    if (std::exchange(state.pressed_back, false)) keys.go_back();
    if (keys.wish.go_to || keys.wish.begin_again) state.turn();
    return keys.wish;
}

} // namespace ui
