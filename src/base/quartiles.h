#pragma once
// Quantiles of a list of numbers, and its quartiles.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace base {

/// The number below which this share (0 to 1) of a sorted list lies, interpolated linearly between neighbours
/// (type 7 of Hyndman and Fan 1996); 0 for an empty list.
inline double quantile(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) return 0;
    const double place = share * static_cast<double>(sorted.size() - 1), below = std::floor(place);
    const auto i = static_cast<std::size_t>(below);
    return std::lerp(sorted[i], sorted[std::min(i + 1, sorted.size() - 1)], place - below);
}

/// Half of the numbers lie between `lower` and `upper`.
struct Quartiles {
    double lower = 0, median = 0, upper = 0;
};

/// The list may be in any order. All 0 for an empty one.
inline Quartiles quartiles(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    return {quantile(numbers, 0.25), quantile(numbers, 0.5), quantile(numbers, 0.75)};
}

} // namespace base
