#include "ui/board/cell_detail.h"

#include "attention/explain.h"
#include "attention/shown_arithmetic.h"
#include "drawing/fitted_text.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using attention::Explanation;
using attention::Form;

std::string number(float value) {
    return drawing::number_text(value, 2);
}

/// The two largest terms, then the first of them alone, each with a sign that there are more.
std::vector<std::string> largest_terms(const Explanation& e) {
    auto terms = e.terms;
    const std::size_t shown = std::min<std::size_t>(2, terms.size());
    std::partial_sort(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(shown), terms.end(),
                      [](const auto& a, const auto& b) { return std::abs(a.product) > std::abs(b.product); });
    const auto digits = attention::readable_terms(std::span(terms).first(shown));
    std::vector<std::string> wordings;
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        text += (i > 0 ? " + " : "") + drawing::number_text(terms[i].left, digits.left_decimals) + "·" +
                drawing::number_text(terms[i].right, digits.right_decimals);
        wordings.insert(wordings.begin(), i + 1 < e.terms.size() ? text + " + …" : text);
    }
    return wordings;
}

} // namespace

std::vector<std::string> cell_detail(const attention::Trace& t, const attention::Cell& cell) {
    const Explanation e = attention::explain(t, cell);
    if (e.overridden) return {};
    switch (e.form) {
    case Form::product_sum:
    case Form::general:
    case Form::additive:
    case Form::cosine:
        return largest_terms(e);
    case Form::sum:
        return {number(e.operand) + " + " + number(e.position.value_or(0))};
    case Form::quotient:
        return {number(e.operand) + " ÷ " + number(e.divisor)};
    case Form::mask:
        return e.masked ? std::vector<std::string>{"hidden"} : std::vector<std::string>{};
    case Form::softmax: {
        if (e.masked || e.divisor <= 0) return {};
        const auto& term = e.terms[static_cast<std::size_t>(cell.column)];
        const std::string sum = drawing::number_text(e.divisor, 3);
        return {drawing::number_text(term.product, 3) + " ÷ " + sum}; // exp(s − max) ÷ Σ
    }
    case Form::dropout:
        return {number(e.operand) + (e.kept ? " ÷ " + number(e.divisor) : " × 0")};
    case Form::given:
    case Form::copy:
        return {};
    }
    return {};
}

} // namespace ui
