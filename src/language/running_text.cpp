#include "language/running_text.h"

#include <algorithm>
#include <string_view>

namespace language {

namespace {

constexpr std::string_view quotation_mark = "\"";

bool opens(std::span<const std::string> words, std::size_t word) {
    const auto before = words.first(word);
    return words[word] == quotation_mark && std::ranges::count(before, quotation_mark) % 2 == 0;
}

} // namespace

bool follows_closely(std::span<const std::string> words, std::size_t word) {
    if (word == 0) return false;
    constexpr std::string_view marks = ".,;:!?";
    const std::string& text = words[word];
    const bool is_mark = text.size() == 1 && marks.find(text) != std::string_view::npos;
    const bool closes = text == quotation_mark && !opens(words, word);
    return is_mark || closes || opens(words, word - 1);
}

std::string running_text(std::span<const std::string> words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 || follows_closely(words, i) ? "" : " ") + words[i];
    return text;
}

} // namespace language
