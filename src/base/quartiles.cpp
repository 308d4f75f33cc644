#include "base/quartiles.h"

#include <algorithm>
#include <cmath>

namespace base {

double quantile(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) return 0;
    const double place = share * static_cast<double>(sorted.size() - 1), below = std::floor(place);
    const auto i = static_cast<std::size_t>(below);
    return std::lerp(sorted[i], sorted[std::min(i + 1, sorted.size() - 1)], place - below);
}

Quartiles quartiles(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    return {quantile(numbers, 0.25), quantile(numbers, 0.5), quantile(numbers, 0.75)};
}

} // namespace base
