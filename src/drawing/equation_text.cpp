#include "drawing/equation_text.h"

#include "drawing/fitted_text.h"

#include <array>
#include <cmath>

namespace drawing {

using attention::Operation;

namespace {

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

} // namespace drawing
