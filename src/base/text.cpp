#include "base/text.h"

#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <type_traits>
#include <version>

namespace base {

// Messages and names.

namespace {

constexpr std::size_t longest = 400, kept_end = 80; // bytes; what matters is at either end

/// Cut between characters only.
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

std::string slug(std::string_view title) {
    std::string name;
    for (const char byte : title)
        if (!is_ascii(byte))
            name += byte;
        else if (std::isalnum(byte))
            name += static_cast<char>(std::tolower(byte));
        else if (!name.empty() && name.back() != '-')
            name += '-';
    if (name.ends_with('-')) name.pop_back();
    return name;
}

// Numbers.

namespace {

// The longest double without an exponent has 309 digits before the point, the smallest 1074 after it.
template <typename Number, typename... Format>
std::string written(Number number, Format... format) {
    std::array<char, 1500> digits; // uninitialised: only what to_chars() writes is read
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, format...);
    return {digits.data(), end.ptr};
}

#ifndef __cpp_lib_to_chars
/// For libraries whose from_chars() reads only whole numbers: LLVM's before version 20.
template <typename Number>
requires std::is_floating_point_v<Number> std::optional<Number> read(std::string_view text) {
    // strtod() accepts more than a number: white space, a plus, hexadecimal digits.
    const bool plain = text.find_first_not_of("0123456789.eE+-infatyINFATY") == std::string_view::npos;
    if (text.empty() || text.front() == '+' || !plain) return std::nullopt;
    const std::string ended(text);
    char* stopped = nullptr;
    errno = 0;
    const auto number = std::is_same_v<Number, float>
                            ? static_cast<Number>(std::strtof(ended.c_str(), &stopped))
                            : static_cast<Number>(std::strtod(ended.c_str(), &stopped));
    return errno == 0 && stopped == ended.c_str() + ended.size() ? std::optional(number) : std::nullopt;
}
#endif

template <typename Number>
std::optional<Number> read(std::string_view text) {
    Number number = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

} // namespace

std::string shortest(float number) {
    return written(number);
}

std::string shortest(double number) {
    return written(number);
}

std::string plain(double number) {
    return written(number, std::chars_format::fixed);
}

std::string fixed(double number, int decimals) {
    return written(number, std::chars_format::fixed, decimals);
}

std::string scientific(double number, int decimals) {
    return written(number, std::chars_format::scientific, decimals);
}

std::string percent(double share) {
    const double value = 100 * share;
    if (value > 0 && value < 0.05) return "<0.1";
    if (value >= 99.95 && value < 100) return ">99.9";
    const bool is_whole = (value >= 9.95 && value < 99.5) || value >= 100;
    std::string digits = fixed(value, is_whole ? 0 : 1);
    if (digits.ends_with(".0")) digits.resize(digits.size() - 2);
    return digits;
}

std::optional<float> float_in(std::string_view text) {
    return read<float>(text);
}

std::optional<double> double_in(std::string_view text) {
    return read<double>(text);
}

std::optional<std::int64_t> whole_in(std::string_view text) {
    return read<std::int64_t>(text);
}

} // namespace base
