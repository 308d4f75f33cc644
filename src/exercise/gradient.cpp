#include "exercise/gradient.h"

namespace exercise {

Numbers softmax_gradient(const Numbers& weights, const Numbers& d_weights, const Slips& slips) {
    const auto a = weights.array(), g = d_weights.array();
    if (has(slips, Slip::gradient_diagonal)) return g * a * (1 - a);
    if (has(slips, Slip::gradient_no_sum)) return g * a;
    if (has(slips, Slip::gradient_axis)) return (g.rowwise() - (g * a).colwise().sum()) * a;
    return (g.colwise() - (g * a).rowwise().sum()) * a;
}

} // namespace exercise
