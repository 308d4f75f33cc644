#pragma once
// How an equation is written on screen: with how many decimals, and with "=" or "≈".

#include "attention/explain.h"

#include <span>
#include <string>
#include <string_view>

namespace attention {

enum class Operation { add, subtract, multiply, divide };

/// True when the result follows from the operands as written, to the last digit: "0.85 + 0.12 = 0.97", but
/// not "2.27 ÷ 2 = 1.13". All but add take two operands. Numbers are decimals, negative ones with "−" or "-";
/// false for anything else ("∞", "1.2e5").
bool comes_out(Operation operation, std::span<const std::string> operands, const std::string& result);

/// The sign between an equation's two sides: "=" when it comes out, else "≈".
std::string_view equals_sign(bool exact);

/// The decimals of a column whose largest number this is: 2, up to 4 where it would be written as 0.
int readable_decimals(float largest);

/// How an equation is written.
struct WrittenEquation {
    int decimals = 2;        ///< of the operands
    int result_decimals = 2; ///< of the result
    bool exact = false;      ///< the equation comes out

    std::string_view sign() const { return equals_sign(exact); }
};

/// The fewest decimals, from `least` to 4, with which the equation comes out; the fewest and "≈" if it never
/// does. A small result gets enough to be readable. `result` is that of the unrounded operands; an infinite
/// one counts as exact.
WrittenEquation written(Operation operation, std::span<const float> operands, float result, int least = 2);

/// How a table of products and their sum is written.
struct WrittenTerms {
    int left_decimals = 2, right_decimals = 2; ///< of the factors
    int product_decimals = 2;                  ///< of the products, what is added to them and the sum
    bool products_exact = false;               ///< every product comes out
    bool sum_exact = false;                    ///< the sum comes out
};

/// Enough decimals for the largest number of each column to be readable; claims no equality.
WrittenTerms readable_terms(std::span<const Term> shown);
/// The fewest decimals from there to 4 with which all products and Σ products + added = sum come out; the
/// fewest if they never do. `added`: a bias, and the sum of the terms that are not shown.
WrittenTerms written_terms(std::span<const Term> shown, std::span<const float> added, float sum);

} // namespace attention
