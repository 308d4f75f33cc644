#include "timing/quartiles.h"

#include <algorithm>
#include <cmath>

namespace timing {

Quartiles quartiles(std::vector<double> numbers) {
    if (numbers.empty()) return {};
    std::ranges::sort(numbers);
    const auto at = [&](double share) {
        const double place = share * static_cast<double>(numbers.size() - 1), below = std::floor(place);
        const auto i = static_cast<std::size_t>(below);
        const double next = numbers[std::min(i + 1, numbers.size() - 1)];
        return std::lerp(numbers[i], next, place - below);
    };
    return {at(0.25), at(0.5), at(0.75)};
}

} // namespace timing
