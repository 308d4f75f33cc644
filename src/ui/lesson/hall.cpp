#include "ui/lesson/hall.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/text_field.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;

void Hall::count(std::size_t choices) {
    if (choices == 0) return;
    votes.assign(choices, 0);
    counting = 0;
}

bool Hall::take(int key) {
    if (!counting) return false;
    constexpr int most = 9999;
    int& now = votes[*counting];
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) {
        now = std::min(most, 10 * now + key - GLFW_KEY_0);
    } else if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) {
        now = std::min(most, 10 * now + key - GLFW_KEY_KP_0);
    } else if (key == GLFW_KEY_BACKSPACE) {
        now /= 10;
    } else if (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER) {
        counting = *counting + 1 < votes.size() ? std::optional(*counting + 1) : std::nullopt;
    } else if (key == GLFW_KEY_ESCAPE) {
        *this = {};
    } else {
        counting.reset();
        return false;
    }
    return true;
}

std::string Hall::beside(std::size_t choice) const {
    if (choice >= votes.size() || (counting && choice > *counting)) return {};
    return std::to_string(votes[choice]) + (counting == choice ? " …" : "");
}

std::optional<std::string> draw_hall_field(Ui& ui, Hall& hall) {
    if (!hall.types) return std::nullopt;
    const float high = ui.px(34), side = ui.px(28), above = ui.px(20);
    const Rect place{side, ui.window.bottom() - above - high, ui.window.width - 2 * side, high};
    card(ui, place);
    const TextFieldResult typed = text_field(ui, "lecture/sentence", place, hall.sentence,
                                             {.size = 16,
                                              .take_focus = std::exchange(hall.takes_caret, false),
                                              .label = ui.text("lecture.sentence")});
    if (typed.entered || typed.cancelled) hall.types = false;
    if (!typed.entered || hall.sentence.empty()) return std::nullopt;
    return hall.sentence;
}

} // namespace ui
