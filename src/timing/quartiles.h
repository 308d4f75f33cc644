#pragma once

#include <vector>

namespace timing {

/// Half of the numbers lie between `lower` and `upper`.
struct Quartiles {
    double lower = 0, median = 0, upper = 0;
};

/// Interpolates linearly between neighbours in the sorted list (type 7 of Hyndman and Fan 1996). All 0 for an
/// empty list.
Quartiles quartiles(std::vector<double> numbers);

} // namespace timing
