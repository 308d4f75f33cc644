#include "attention/written.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace attention {

namespace {

/// A number as written: digits · 10^−scale.
struct Decimal {
    std::int64_t digits = 0;
    int scale = 0;
};

std::optional<Decimal> read(std::string_view text) {
    constexpr std::string_view minus = "−";
    const bool negative = text.starts_with(minus) || text.starts_with('-');
    if (negative) text.remove_prefix(text.starts_with('-') ? 1 : minus.size());
    Decimal number;
    std::string digits(text);
    if (const std::size_t point = digits.find('.'); point != std::string::npos) {
        number.scale = static_cast<int>(digits.size() - point - 1);
        digits.erase(point, 1);
    }
    constexpr std::size_t most_digits = 9; // the product of two such numbers fits into 64 bits
    if (digits.empty() || digits.size() > most_digits ||
        digits.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    number.digits = base::whole_in(digits).value();
    if (negative) number.digits = -number.digits;
    return number;
}

/// a == b, regardless of how many decimals each has; false when comparing them would overflow 64 bits.
bool same(Decimal a, Decimal b) {
    if (a.scale > b.scale) std::swap(a, b);
    for (; a.scale < b.scale; ++a.scale) {
        if (std::abs(a.digits) > std::numeric_limits<std::int64_t>::max() / 10) return false;
        a.digits *= 10;
    }
    return a.digits == b.digits;
}

Decimal product(Decimal a, Decimal b) {
    return {a.digits * b.digits, a.scale + b.scale};
}

/// The numbers have at most 9 digits, so a sum of thousands at a common scale fits into 64 bits.
Decimal sum(std::span<const Decimal> numbers) {
    Decimal all;
    for (const Decimal& number : numbers)
        all.scale = std::max(all.scale, number.scale);
    for (const Decimal& number : numbers) {
        std::int64_t digits = number.digits;
        for (int scale = number.scale; scale < all.scale; ++scale)
            digits *= 10;
        all.digits += digits;
    }
    return all;
}

} // namespace

bool comes_out(Operation operation, std::span<const std::string> operands, const std::string& result) {
    std::vector<Decimal> numbers;
    for (const std::string& operand : operands) {
        const auto number = read(operand);
        if (!number) return false;
        numbers.push_back(*number);
    }
    const auto right = read(result);
    if (!right) return false;
    switch (operation) {
    case Operation::add:
        return same(sum(numbers), *right);
    case Operation::subtract: // a − b = c is a = c + b
        return same(numbers.at(0), sum(std::array{*right, numbers.at(1)}));
    case Operation::multiply:
        return same(product(numbers.at(0), numbers.at(1)), *right);
    case Operation::divide: // a ÷ b = c is a = c · b
        return numbers.at(1).digits != 0 && same(numbers.at(0), product(*right, numbers.at(1)));
    }
    return false;
}

namespace {

constexpr int most_decimals = 4;

std::string in_decimals(float value, int decimals) {
    if (!std::isfinite(value) || std::abs(value) >= 1e5F) return "∞"; // written without a point, if at all
    return base::fixed(value, decimals);
}

bool comes_out_in(int decimals, int result_decimals, Operation operation, std::span<const float> operands,
                  float result) {
    std::vector<std::string> texts;
    for (const float operand : operands)
        texts.push_back(in_decimals(operand, decimals));
    return comes_out(operation, texts, in_decimals(result, result_decimals));
}

} // namespace

std::string_view equals_sign(bool exact) {
    return exact ? "=" : "≈";
}

int readable_decimals(float largest) {
    constexpr float nearly_one = 0.95F; // unit of the last digit
    int decimals = 2;
    for (float unit = 0.01F; largest != 0 && decimals < most_decimals; ++decimals, unit /= 10)
        if (std::abs(largest) >= nearly_one * unit) break;
    return decimals;
}

WrittenEquation written(Operation operation, std::span<const float> operands, float result, int least) {
    if (!std::isfinite(result)) return {least, least, true};
    least = std::max(least, readable_decimals(result));
    // A sum has as many decimals as its operands; a product or quotient may need more.
    const bool is_sum = operation == Operation::add || operation == Operation::subtract;
    for (int decimals = least; decimals <= most_decimals; ++decimals) {
        const int most_result = is_sum ? decimals : most_decimals;
        for (int result_decimals = decimals; result_decimals <= most_result; ++result_decimals)
            if (comes_out_in(decimals, result_decimals, operation, operands, result))
                return {decimals, result_decimals, true};
    }
    return {least, least, false};
}

WrittenTerms readable_terms(std::span<const Term> shown) {
    const auto decimals = [&](float Term::*column) {
        float largest = 0;
        for (const Term& term : shown)
            largest = std::max(largest, std::abs(term.*column));
        return readable_decimals(largest);
    };
    return {decimals(&Term::left), decimals(&Term::right), decimals(&Term::product)};
}

namespace {

/// Whether every product, and their sum, comes out with this many decimals of the products.
WrittenTerms terms_with(std::span<const Term> shown, std::span<const float> added, float total,
                        WrittenTerms terms, int decimals) {
    terms.product_decimals = decimals;
    terms.products_exact = true;
    std::vector<float> addends(added.begin(), added.end());
    for (const Term& term : shown) {
        const std::array factors{in_decimals(term.left, terms.left_decimals),
                                 in_decimals(term.right, terms.right_decimals)};
        terms.products_exact = terms.products_exact &&
                               comes_out(Operation::multiply, factors, in_decimals(term.product, decimals));
        addends.push_back(term.product);
    }
    terms.sum_exact = comes_out_in(decimals, decimals, Operation::add, addends, total);
    return terms;
}

} // namespace

WrittenTerms written_terms(std::span<const Term> shown, std::span<const float> added, float sum) {
    const WrittenTerms least = readable_terms(shown);
    for (int decimals = least.product_decimals; decimals <= most_decimals; ++decimals) {
        const WrittenTerms terms = terms_with(shown, added, sum, least, decimals);
        if (terms.products_exact && terms.sum_exact) return terms;
    }
    return terms_with(shown, added, sum, least, least.product_decimals);
}

} // namespace attention
