#pragma once
// UTF-8 text: stepping through it, making it safe to show, and numbers as text and back.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace base {

// Characters, that is, code points. Bytes that are not UTF-8 are characters of their own or belong to the one
// before; they are never refused, but can be replaced.

inline bool is_ascii(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}

/// True for the second and later bytes of a character.
inline bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The start of the character to which the byte at `at` belongs; the end of the text stays the end.
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

/// U+FFFD, which stands for whatever is not a character.
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
    // Neither longer than necessary, nor surrogates, nor above U+10FFFF.
    const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) return 0;
    for (std::size_t i = 2; i < size; ++i)
        if (at + i >= text.size() || !continues_character(text[at + i])) return 0;
    return size;
}

/// The text with U+FFFD for each byte that belongs to no well-formed character.
inline std::string well_formed(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = well_formed_size(text, at);
        result += size > 0 ? text.substr(at, size) : replacement;
        at += size > 0 ? size : 1;
    }
    return result;
}

/// Untrusted text (names from files, words) as it appears in a message: control characters, which could send
/// commands to a terminal, are escaped ("\\x1b"), U+FFFD stands for bytes that are not UTF-8, and "…" for the
/// middle of text longer than 400 bytes.
std::string printable(std::string_view utf8);

/// "My first one!" → "my-first-one", part of a file's name: characters beyond ASCII stay as they are, and
/// whatever else is neither letter nor digit becomes one "-" between words. Empty if nothing is left.
std::string slug(std::string_view title);

// Numbers, the same in every locale. The caller decides how many digits a reader sees.

/// The shortest text that reads back as the same number: "0.1", "1e+20".
std::string shortest(float number);
std::string shortest(double number);
/// The shortest text without an exponent.
std::string plain(double number);
/// `decimals` digits after the point, correctly rounded: fixed(2.345F, 2) = "2.35", fixed(−0.001, 2) =
/// "-0.00".
std::string fixed(double number, int decimals);
/// One digit before the point and `decimals` after it: "1.2e+05".
std::string scientific(double number, int decimals);
/// A share (0 to 1, or more) in percent, without the sign: "42", with a decimal where a whole number would
/// say too little: "1.9", "99.7". Nothing between 0 and 1 is shown as 0 or 100: "<0.1", ">99.9".
std::string percent(double share);

/// The number that the whole text spells; empty when it spells none, or one too large.
std::optional<float> float_in(std::string_view text);
std::optional<double> double_in(std::string_view text);
std::optional<std::int64_t> whole_in(std::string_view text);

/// Millions of bytes, rounded: "28".
inline std::string megabytes(std::uint64_t bytes) {
    return std::to_string((bytes + 500'000) / 1'000'000);
}

} // namespace base
