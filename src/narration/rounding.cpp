#include "narration/rounding.h"

#include "attention/shown_arithmetic.h"

#include <array>
#include <regex>

namespace narration {

using attention::Operation;

namespace {

constexpr std::string_view equals = " = ";

const std::string number = R"(\(?((?:−|-)?[0-9]+(?:\.[0-9]+)?)\)?)";

/// Whether what precedes the sign equals what follows it, as written; true also if this is no equation of
/// numbers.
bool comes_out(const std::string& before, const std::string& after) {
    static const std::regex operation(number + " (×|÷) " + number + "$"), root("√" + number + "$"),
        result("^" + number);
    std::smatch left, right;
    if (!std::regex_search(after, right, result)) return true;
    if (std::regex_search(before, left, operation)) {
        const std::array operands{left[1].str(), left[3].str()};
        const auto kind = left[2].str() == "×" ? Operation::multiply : Operation::divide;
        return attention::comes_out(kind, operands, right[1].str());
    }
    if (std::regex_search(before, left, root)) {
        const std::array twice{right[1].str(), right[1].str()};
        return attention::comes_out(Operation::multiply, twice, left[1].str());
    }
    return true;
}

} // namespace

void mark_rounded(Paragraph& paragraph) {
    constexpr std::size_t longest = 40; // bytes on either side of the sign
    std::string text;
    for (const Span& span : paragraph)
        text += span.text;
    std::size_t start = 0; // of the span in the text
    for (Span& span : paragraph) {
        const std::size_t next = start + span.text.size();
        for (std::size_t at = span.text.find(equals); at != std::string::npos;
             at = span.text.find(equals, at + 1)) {
            const std::size_t sign = start + at;
            const std::size_t from = sign > longest ? sign - longest : 0;
            if (!comes_out(text.substr(from, sign - from), text.substr(sign + equals.size(), longest)))
                span.text.replace(at + 1, 1, "≈");
        }
        start = next;
    }
}

} // namespace narration
