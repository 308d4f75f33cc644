#pragma once
// One line of arithmetic: "7.98 ÷ 2.00 = 3.99".

#include "attention/shown_arithmetic.h"

namespace drawing {

/// The operands, "=" or "≈", and the result, with the digits that attention::written() gives them.
std::string equation_text(attention::Operation operation, std::span<const float> operands, float result,
                          int least_decimals = 2);

} // namespace drawing
