#include "ui/lesson/hall.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/text_field.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ui {

using namespace drawing;

void Hall::count(std::size_t choices) {
    if (choices == 0) {
        notice = "lecture.no_vote";
        return;
    }
    votes.assign(choices, 0);
    counting = 0;
}

bool Hall::take(int key) {
    if (std::exchange(notice, nullptr)) return key == GLFW_KEY_ESCAPE;
    if (!counting) return false;
    constexpr int most = 9999;
    int& now = votes[*counting];
    if (const char digit = letter_of_number(key); digit >= '0') {
        now = std::min(most, 10 * now + digit - '0');
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

bool Hall::type_number(int key) {
    if (key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER) return !number.empty(); // of a sign
    constexpr std::size_t most = 12;
    const char added = letter_of_number(key);
    if (number.empty() && (added == 0 || added == '.')) return false; // that turns the wall black
    if (added != 0) {
        if (number.size() < most) number += added;
    } else if (key == GLFW_KEY_BACKSPACE) {
        number.pop_back();
    } else {
        number.clear();
        return key == GLFW_KEY_ESCAPE;
    }
    return true;
}

int Hall::total() const {
    return std::accumulate(votes.begin(), votes.end(), 0);
}

std::string Hall::beside(std::size_t choice) const {
    if (choice >= votes.size() || (counting && choice > *counting)) return {};
    return std::to_string(votes[choice]) + (counting == choice ? " …" : "");
}

void draw_votes(Ui& ui, const Hall& hall, std::size_t right, const Rect& line, float letters) {
    const int total = hall.total(), most = std::max(1, *std::ranges::max_element(hall.votes));
    const std::string in_all = ui.plain("lecture.votes", {{"count", {{std::to_string(total)}}}});
    const float gap = letters, letter = 0.9F * letters, middle = line.centre().y;
    const float number = ui.canvas.width(Font::sans_bold, letters, std::to_string(most)) + gap;
    const float end = ui.canvas.width(Font::sans, letters, in_all);
    const float each = (line.width - end) / static_cast<float>(hall.votes.size());
    const float longest = std::max(each - letter - number - gap, ui.px(4));
    for (std::size_t i = 0; i < hall.votes.size(); ++i) {
        const float x = line.x + static_cast<float>(i) * each;
        const auto share = static_cast<float>(hall.votes[i]) / static_cast<float>(most);
        ui.canvas.text({x, middle}, std::string(1, static_cast<char>('A' + i)), Font::sans_bold, letters,
                       ui[Role::query]);
        const Rect bar{x + letter, line.y + 0.1F * line.height, std::max(share * longest, ui.px(1.5F)),
                       0.8F * line.height};
        ui.canvas.fill(bar, ui[i == right ? Role::good : Role::track], ui.px(3));
        ui.canvas.text({bar.right() + 0.4F * letters, middle}, std::to_string(hall.votes[i]), Font::sans_bold,
                       letters, ui[Role::text]);
    }
    ui.canvas.text({line.right(), middle}, in_all, Font::sans, letters, ui[Role::quiet], Align::right);
    ui.anchors.add("lecture/votes", line);
}

void draw_notice(Ui& ui, const Hall& hall) {
    if (!hall.notice) return;
    const std::string& said = ui.text(hall.notice);
    const float letters = ui.px(14), high = ui.px(34);
    const float wide = ui.canvas.width(Font::sans_medium, letters, said) + ui.px(32);
    const Rect place{ui.window.centre().x - wide / 2, ui.window.bottom() - ui.px(20) - high, wide, high};
    card(ui, place);
    ui.canvas.text(place.centre(), said, Font::sans_medium, letters, ui[Role::text], Align::centre);
    ui.anchors.add("lecture/notice", place);
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
