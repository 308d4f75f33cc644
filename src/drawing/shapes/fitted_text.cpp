#include "drawing/shapes/fitted_text.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
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
    // Measures only about as much of a very long word as can be shown.
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

namespace {

bool is_letter(std::string_view text, std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]));
}

bool starts_subscript(std::string_view text, std::size_t mark) {
    if (mark == 0 || !is_letter(text, mark - 1) || !is_letter(text, mark + 1)) return false;
    const bool capital = std::isupper(static_cast<unsigned char>(text[mark - 1]));
    return capital || mark == 1 || !is_letter(text, mark - 2);
}

/// Splits off subscripts.
void append_parts(std::vector<TextPart>& parts, std::string_view text, bool rooted) {
    std::size_t start = 0, from = 0;
    for (std::size_t mark; (mark = text.find('_', from)) != std::string_view::npos;) {
        from = mark + 1;
        if (!starts_subscript(text, mark)) continue;
        std::size_t end = mark + 1;
        while (is_letter(text, end))
            ++end;
        parts.push_back({text.substr(start, mark - start), false, rooted});
        parts.push_back({text.substr(mark + 1, end - mark - 1), true, rooted});
        start = from = end;
    }
    if (start < text.size()) parts.push_back({text.substr(start), false, rooted});
}

constexpr std::string_view root = "√", low_k = "ₖ";

/// The end of the number or symbol that begins at `at`: "2.5", "d_k", "dₖ".
std::size_t end_of_rooted(std::string_view text, std::size_t at) {
    for (;;) {
        if (is_letter(text, at))
            ++at;
        else if (at < text.size() && (text[at] == '.' || text[at] == '_') && is_letter(text, at + 1))
            at += 2;
        else if (text.substr(at).starts_with(low_k))
            at += low_k.size();
        else
            return at;
    }
}

} // namespace

std::vector<TextPart> symbol_parts(std::string_view text, bool after_root) {
    std::vector<TextPart> parts;
    for (std::size_t start = 0; start < text.size();) {
        if (std::exchange(after_root, false)) {
            const std::size_t end = end_of_rooted(text, start);
            append_parts(parts, text.substr(start, end - start), true);
            start = end;
        }
        const std::size_t sign = text.find(root, start);
        const std::size_t end = sign == std::string_view::npos ? text.size() : sign + root.size();
        append_parts(parts, text.substr(start, end - start), false);
        after_root = sign != std::string_view::npos;
        start = end;
    }
    return parts;
}

Line root_bar(Point at, float width, float size, Rgba colour) {
    // Between the tip of the root sign, which ends a little before it, and the tops of the letters.
    const float high = at.y - 0.35F * size;
    return {{at.x - 0.05F * size, high}, {at.x + width, high}, colour, std::max(1.0F, 0.05F * size)};
}

Figure symbols_figure(const Label& label, const TextMeasure& measure) {
    Figure figure;
    float x = label.at.x;
    for (const TextPart& part : symbol_parts(label.text)) {
        Label piece = label;
        piece.text = part.text;
        piece.at = {x, label.at.y + part.drop() * label.size};
        piece.size *= part.size();
        const float width = measure.width(piece.font, piece.size, piece.text);
        figure.push_back(std::move(piece));
        if (part.rooted) figure.push_back(root_bar({x, label.at.y}, width, label.size, label.colour));
        x += width;
    }
    return figure;
}

namespace {

using attention::Operation;

/// " + 0.50"; a negative number is subtracted in a sum and bracketed elsewhere.
std::string next_operand(Operation operation, float value, int decimals) {
    static constexpr std::array signs{" + ", " − ", " × ", " ÷ "};
    const std::string number = number_text(value, decimals);
    const bool negative = number.starts_with("−");
    if (!negative) return signs[static_cast<std::size_t>(operation)] + number;
    if (operation == Operation::add) return " − " + number_text(std::abs(value), decimals);
    return signs[static_cast<std::size_t>(operation)] + ("(" + number + ")");
}

} // namespace

std::string equation_text(Operation operation, std::span<const float> operands, float result,
                          int least_decimals) {
    const attention::WrittenEquation w = attention::written(operation, operands, result, least_decimals);
    std::string text = number_text(operands.front(), w.decimals);
    for (const float operand : operands.subspan(1))
        text += next_operand(operation, operand, w.decimals);
    return text + " " + std::string(w.sign()) + " " + number_text(result, w.result_decimals);
}

namespace {

std::string fixed(double value, int decimals) {
    return base::fixed(value == 0 ? 0 : value, decimals); // no "−0"
}

} // namespace

std::string clock_text(double seconds, double end) {
    struct Step {
        double size;
        const char* name;
    };
    static constexpr std::array<Step, 4> steps{{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}}};
    const Step* step = &steps.back();
    for (const Step& larger : steps)
        if (end >= 0.9995 * larger.size) { // so that rounding never gives four digits
            step = &larger;
            break;
        }
    const double shown = end / step->size;
    const int decimals = shown >= 99.95 ? 0 : shown >= 9.995 ? 1 : 2;
    return fixed(seconds / step->size, decimals) + step->name;
}

std::string whole_text(double count) {
    std::string digits = fixed(count, 0);
    if (digits.size() <= 4) return digits; // 1234 needs no grouping
    for (std::size_t end = digits.size(); end > 3; end -= 3)
        digits.insert(end - 3, "\u2009");
    return digits;
}

} // namespace drawing
