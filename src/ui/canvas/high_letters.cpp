#include "ui/canvas/high_letters.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace ui {

namespace {

constexpr char32_t first_private = 0xE000, last_private = 0xF8FF, highest_held = 0xFFFF, lost = 0xFFFD;

/// The letters that have a stand-in: the first has U+E000, and so on.
std::vector<char32_t>& known() {
    static std::vector<char32_t> letters;
    return letters;
}

bool is_private(char32_t letter) {
    return letter >= first_private && letter <= last_private;
}

char32_t meant_by(char32_t letter) {
    const std::size_t place = letter - first_private;
    return is_private(letter) && place < known().size() ? known()[place] : letter;
}

void append(std::string& text, char32_t letter) {
    const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
    const auto tail = [&](int shift) { put(0x80 | ((letter >> shift) & 0x3F)); };
    if (letter <= highest_held) {
        put(0xE0 | (letter >> 12));
    } else {
        put(0xF0 | (letter >> 18));
        tail(12);
    }
    tail(6);
    tail(0);
}

/// The text with every letter of three or four bytes replaced by replacement(letter). All others, and bytes
/// that are no UTF-8, stay as they are.
std::string replaced(std::string_view text, const std::function<char32_t(char32_t)>& replacement) {
    std::string result;
    while (!text.empty()) {
        const auto first = static_cast<unsigned char>(text.front());
        const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 1;
        const std::string_view tail = text.substr(1, bytes - 1);
        const bool whole = tail.size() == bytes - 1 && std::ranges::all_of(tail, [](char c) {
                               return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
                           });
        if (bytes == 1 || !whole) {
            result += text.front();
            text.remove_prefix(1);
            continue;
        }
        char32_t letter = first & (bytes == 4 ? 0x07U : 0x0FU);
        for (const char c : tail)
            letter = letter << 6 | (static_cast<unsigned char>(c) & 0x3FU);
        append(result, replacement(letter));
        text.remove_prefix(bytes);
    }
    return result;
}

} // namespace

char32_t stand_in_for(char32_t letter) {
    if (letter <= highest_held && !is_private(letter)) return letter;
    std::vector<char32_t>& letters = known();
    const auto place = static_cast<char32_t>(std::ranges::find(letters, letter) - letters.begin());
    if (place > last_private - first_private) return lost;
    if (place == letters.size()) letters.push_back(letter);
    return first_private + place;
}

std::string with_stand_ins(std::string_view text) {
    return replaced(text, stand_in_for);
}

std::string without_stand_ins(std::string_view text) {
    return replaced(text, meant_by);
}

} // namespace ui
