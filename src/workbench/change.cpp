#include "workbench/change.h"

#include <cmath>

namespace workbench {

std::optional<Change> change_of(const Pass& before, const Pass& after, attention::Quantity quantity,
                                base::Index head) {
    const auto heads = static_cast<base::Index>(before.trace.heads.size());
    if (head >= heads || before.trace.heads.size() != after.trace.heads.size()) return {};
    const auto& old_numbers = before.trace.matrix(quantity, head);
    const auto& new_numbers = after.trace.matrix(quantity, head);
    if (old_numbers.rows() != new_numbers.rows() || old_numbers.cols() != new_numbers.cols()) return {};
    Change change;
    change.cells = new_numbers.size();
    float largest = 0;
    for (base::Index r = 0; r < new_numbers.rows(); ++r)
        for (base::Index c = 0; c < new_numbers.cols(); ++c) {
            const float was = old_numbers(r, c), is = new_numbers(r, c);
            if (was == is) continue;
            ++change.changed;
            // Masking or unmasking a cell is an infinite difference, larger than any other.
            const float difference = std::abs(was - is);
            if (difference <= largest) continue;
            largest = difference;
            change.largest = {quantity, head, r, c};
            change.before = was;
            change.after = is;
        }
    if (change.changed == 0) return {};
    return change;
}

} // namespace workbench
