#pragma once
// Stepping through UTF-8 text, character by character (code point by code point). Bytes that are not UTF-8
// are characters of their own, or belong to the one before them; nothing is refused, but it can be replaced.

#include <cstddef>
#include <string>
#include <string_view>

namespace base {

inline bool is_ascii(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}

/// True for the second and later bytes of a character.
inline bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The start of the character that the byte at `at` belongs to; the end of the text stays.
inline std::size_t character_start(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && continues_character(text[at]))
        --at;
    return at;
}

/// The start of the character after the one at `at`, or the end.
inline std::size_t next_character(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && continues_character(text[at]))
        ++at;
    return at;
}

/// Calls use(character) for each character, a part of the text.
template <class Use>
void each_character(std::string_view text, const Use& use) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = next_character(text, at);
        use(text.substr(at, next - at));
        at = next;
    }
}

/// Stands for what is no character: U+FFFD.
inline constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The size of the well-formed character at `at` (Unicode, table 3-7); 0 where there is none.
inline std::size_t well_formed_size(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned first = byte(at), second = byte(at + 1);
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    const unsigned least = first == 0xE0   ? 0xA0
                           : first == 0xF0 ? 0x90
                                           : 0x80;                            // what is shorter is written so
    const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF; // surrogates; above U+10FFFF
    if (second < least || second > most) return 0;
    for (std::size_t i = 2; i < size; ++i)
        if (at + i >= text.size() || !continues_character(text[at + i])) return 0;
    return size;
}

/// The text with U+FFFD for each byte that is in no character.
inline std::string well_formed(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = well_formed_size(text, at);
        result += size > 0 ? text.substr(at, size) : replacement;
        at += size > 0 ? size : 1;
    }
    return result;
}

} // namespace base
