#include "drawing/fitted_text.h"

#include "base/number_text.h"
#include "base/utf8.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace drawing {
namespace {

constexpr std::string_view minus = "\u2212", ellipsis = "\u2026";

/// "1.2e+05" as "1.2e5", "1.0e+09" as "1e9".
std::string scientific(float value) {
    const std::string digits = base::scientific(value, 1);
    const std::string_view all = digits;
    const std::size_t e = all.find('e');
    std::string_view mantissa = all.substr(0, e), exponent = all.substr(e + 1);
    if (mantissa.ends_with(".0")) mantissa.remove_suffix(2);
    const bool small = exponent.front() == '-';
    exponent.remove_prefix(std::min(exponent.find_first_not_of("+-0"), exponent.size() - 1));
    return std::string(mantissa) + (small ? "e-" : "e") + std::string(exponent);
}

float reach_of(Range range) {
    return std::max(std::abs(range.low), std::abs(range.high));
}

/// The number of decimals that shows the first two digits of the largest number: 0 for 12.3, 1 for 1.23, 3
/// for 0.0123; at most 4.
int decimals_for_two_digits(float reach) {
    if (!(reach > 0)) return 2;
    return std::clamp(1 - static_cast<int>(std::floor(std::log10(reach))), 0, 4);
}

int widest(Range range, int decimals) {
    return std::max(character_count(number_text(range.low, decimals)),
                    character_count(number_text(range.high, decimals)));
}

/// One measurement is enough: Font::mono digits are all equally wide, and widths scale with the size.
float digit_width(const TextMeasure& measure) {
    return measure.width(Font::mono, 100, "0") / 100;
}

constexpr float share_of_width = 0.88F; // of a cell's width, at most, for its digits
constexpr float share_of_low_cell = 0.56F, share_of_high_cell = 0.36F;

} // namespace

std::string number_text(float value, int decimals) {
    if (std::isnan(value)) return "NaN";
    const float size = std::abs(value);
    std::string text;
    if (std::isinf(size)) {
        text = "\u221E";
    } else if (size >= 1e5F) {
        text = scientific(size);
    } else {
        text = base::fixed(size, decimals);
    }
    const bool zero = text.find_first_not_of("0.") == std::string::npos;
    return value < 0 && !zero ? std::string(minus) + text : text;
}

int character_count(std::string_view utf8) {
    return static_cast<int>(
        std::ranges::count_if(utf8, [](char byte) { return !base::continues_character(byte); }));
}

std::string elided(std::string_view text, float width, Font font, float size, const TextMeasure& measure) {
    const auto fits = [&](std::string_view shown) { return measure.width(font, size, shown) <= width; };
    // Measures no more of a very long word than can roughly be shown.
    std::size_t reach = 64;
    while (reach < text.size() && fits(text.substr(0, base::character_start(text, reach))))
        reach *= 2;
    if (reach >= text.size() && fits(text)) return std::string(text);

    std::vector<std::size_t> cuts; // the byte offset of each character
    for (std::size_t at = 0; at < std::min(reach, text.size()); ++at)
        if (!base::continues_character(text[at])) cuts.push_back(at);
    const auto shortened = [&](std::size_t cut) {
        return std::string(text.substr(0, cut)) + std::string(ellipsis);
    };
    const auto too_wide = std::ranges::partition_point(cuts, [&](auto cut) { return fits(shortened(cut)); });
    return too_wide == cuts.begin() ? std::string() : shortened(*std::prev(too_wide));
}

Digits digits_for(Range range, float width, float height, DigitLimits limits, const TextMeasure& measure) {
    const float wide = digit_width(measure);
    const int least = decimals_for_two_digits(reach_of(range));
    Digits digits{0, std::max(2, least)};
    if (height < 1.3F * limits.smallest) return digits;
    const float by_height = std::clamp(
        std::max(share_of_high_cell * height, std::min(share_of_low_cell * height, limits.comfortable)),
        limits.smallest, limits.largest);
    for (; digits.decimals >= std::min(least, 2); --digits.decimals) {
        const float by_width =
            share_of_width * width / (wide * static_cast<float>(widest(range, digits.decimals)));
        if (by_width < limits.smallest) continue;
        digits.size = std::max(limits.smallest, std::floor(2 * std::min(by_height, by_width)) / 2);
        return digits;
    }
    return {};
}

CellSize cell_for(Digits digits, Range range, DigitLimits limits, const TextMeasure& measure) {
    const float share = digits.size <= limits.comfortable ? share_of_low_cell : share_of_high_cell;
    const auto letters = static_cast<float>(widest(range, digits.decimals));
    return {digit_width(measure) * digits.size * letters / share_of_width, digits.size / share};
}

} // namespace drawing
