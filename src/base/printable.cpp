#include "base/printable.h"

#include "base/utf8.h"

namespace base {

namespace {

constexpr std::size_t longest = 400, kept_end = 80; // bytes; the part that matters is at either end

/// Cuts only between characters.
std::string without_middle(std::string_view text) {
    const std::size_t begin = character_start(text, longest - kept_end);
    const std::size_t end = next_character(text, text.size() - kept_end - 1);
    return std::string(text.substr(0, begin)) + "…" + std::string(text.substr(end));
}

std::string spelled_out(unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {'\\', 'x', digits[byte >> 4U], digits[byte & 0xFU]};
}

} // namespace

std::string printable(std::string_view utf8) {
    const std::string whole = well_formed(utf8.size() > longest ? without_middle(utf8) : utf8);
    std::string text;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const auto byte = static_cast<unsigned char>(whole[i]);
        const auto next = i + 1 < whole.size() ? static_cast<unsigned char>(whole[i + 1]) : 0U;
        if (byte == 0xC2 && next >= 0x80 && next < 0xA0) // U+0080 to U+009F
            text += spelled_out(static_cast<unsigned char>(whole[++i]));
        else if (byte < 0x20 || byte == 0x7F)
            text += spelled_out(byte);
        else
            text += whole[i];
    }
    return text;
}

} // namespace base
