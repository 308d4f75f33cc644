#pragma once
// A share that was counted, and how far it can be trusted.

#include "base/matrix.h"

namespace learning {

using base::Index;

struct Interval {
    double low = 0, high = 1;
};

/// `count` of `all` that were looked at.
struct Share {
    Index count = 0, all = 0;

    double value() const { return all > 0 ? static_cast<double>(count) / static_cast<double>(all) : 0; }
    /// Wilson's score interval, which holds the share among all that might have been looked at in 95 of 100
    /// samples. It stays within 0 and 1, and is right near them too, where p ± 1.96·√(p(1 − p)/n) is not: of
    /// 500 that are all right it begins at 99.2 %. 0 to 1 where nothing was looked at.
    /// Source: Wilson 1927, "Probable inference, the law of succession, and statistical inference".
    Interval interval() const;
};

} // namespace learning
