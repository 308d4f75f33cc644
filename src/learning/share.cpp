#include "learning/share.h"

#include <cmath>

namespace learning {

// With z = 1.96 and the share p of n: (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n).
Interval Share::interval() const {
    if (all <= 0) return {};
    constexpr double z = 1.959963984540054; // 97.5 % of a normal distribution lie below
    const double n = static_cast<double>(all), p = value();
    const double middle = p + z * z / (2 * n), half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    const double whole = 1 + z * z / n;
    // Where all or none are right an end is 1 or 0, but for rounding.
    return {count == 0 ? 0 : (middle - half) / whole, count == all ? 1 : (middle + half) / whole};
}

} // namespace learning
