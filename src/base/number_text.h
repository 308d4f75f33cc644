#pragma once
// Numbers as text and back, the same in every locale. The caller says how many digits a reader should see.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace base {

/// The shortest text that reads back as the same number: "0.1", "1e+20".
std::string shortest(float number);
std::string shortest(double number);
/// The shortest text without an exponent.
std::string plain(double number);
/// `decimals` digits after the point, correctly rounded: fixed(2.345F, 2) = "2.35", fixed(−0.001, 2) =
/// "-0.00".
std::string fixed(double number, int decimals);
/// One digit before the point and `decimals` after it: "1.2e+05".
std::string scientific(double number, int decimals);
/// A share of 0 to 1 and beyond in percent, without the sign: "42", and with a decimal where a whole number
/// would say too little: "1.9", "99.7". What is not nothing is not shown as 0, what is not all not as 100:
/// "<0.1", ">99.9".
std::string percent(double share);

/// The number that all of `text` spells; empty when it spells none, or one too large.
std::optional<float> float_in(std::string_view text);
std::optional<double> double_in(std::string_view text);
std::optional<std::int64_t> whole_in(std::string_view text);

} // namespace base
