#include "base/number_text.h"

#include <array>
#include <charconv>

namespace base {

namespace {

// The longest double without an exponent has 309 digits before the point, the smallest 1074 after it.
template <typename Number, typename... Format>
std::string written(Number number, Format... format) {
    std::array<char, 1500> digits; // to_chars writes what is read
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, format...);
    return {digits.data(), end.ptr};
}

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

std::optional<float> float_in(std::string_view text) {
    return read<float>(text);
}

std::optional<double> double_in(std::string_view text) {
    return read<double>(text);
}

std::optional<long> whole_in(std::string_view text) {
    return read<long>(text);
}

} // namespace base
