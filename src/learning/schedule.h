#pragma once

#include "base/matrix.h"

#include <algorithm>

namespace learning {

/// How fast is learned when: the rate rises in equal steps to its peak, then falls in equal steps to 0. The
/// rise keeps the first steps small, while Adam's averages know few gradients. Source: Vaswani et al. 2017,
/// section 5.3, and Devlin et al. 2019, "BERT", section A.2, whose decay is linear.
struct Schedule {
    double peak = 1e-3;
    base::Index warm_up = 0; ///< steps until the peak; the last of them is made at it
    base::Index steps = 1;   ///< of the whole training; more than warm_up

    /// The rate of the step that follows `step` others: peak·min((step + 1)/warm_up, 1,
    /// (steps − step)/(steps − warm_up)), and 0 from `steps` on.
    double learning_rate(base::Index step) const {
        if (step >= steps) return 0;
        if (step < warm_up) return peak * static_cast<double>(step + 1) / static_cast<double>(warm_up);
        return peak * static_cast<double>(steps - step) / static_cast<double>(steps - warm_up);
    }
};

} // namespace learning
