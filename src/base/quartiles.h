#pragma once
// Quantiles of a list of numbers, and its quartiles.

#include <vector>

namespace base {

/// Half of the numbers lie between `lower` and `upper`.
struct Quartiles {
    double lower = 0, median = 0, upper = 0;
};

/// The number below which this share (0 to 1) of a sorted list lies, interpolated linearly between neighbours
/// (type 7 of Hyndman and Fan 1996); 0 for an empty list.
double quantile(const std::vector<double>& sorted, double share);

/// The list may be in any order. All 0 for an empty one.
Quartiles quartiles(std::vector<double> numbers);

} // namespace base
