#pragma once
// What the last step changed, for "before and after".

#include "workbench/pass.h"

#include <optional>

namespace workbench {

struct Change {
    base::Index changed = 0, cells = 0; ///< how many of the cells have changed
    attention::Cell largest;            ///< where the difference is largest
    float before = 0, after = 0;        ///< the values there
};

/// Compares one quantity of two passes; empty if the shapes differ or no cell has changed.
std::optional<Change> change_of(const Pass& before, const Pass& after, attention::Quantity quantity,
                                base::Index head);

} // namespace workbench
