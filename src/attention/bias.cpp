#include "attention/bias.h"

#include <bit>
#include <cassert>
#include <cmath>

namespace attention {

float alibi_slope(Index head, Index heads) {
    assert(head >= 0 && head < heads);
    const auto power = static_cast<Index>(std::bit_floor(static_cast<std::size_t>(heads)));
    const auto slope = [](Index number, Index of) {
        return static_cast<float>(std::exp2(-8.0 * static_cast<double>(number) / static_cast<double>(of)));
    };
    return head < power ? slope(head + 1, power) : slope(2 * (head - power) + 1, 2 * power);
}

HeadBias head_bias(const Bias& bias, Index head, Index heads, Index first_place) {
    const auto own = static_cast<std::size_t>(bias.given.size() == 1 ? 0 : head);
    return {.given = bias.given.empty() ? nullptr : &bias.given[own],
            .slope = bias.alibi ? alibi_slope(head, heads) : 0,
            .first_place = first_place};
}

Matrix biased_scores(const Matrix& s, const HeadBias& bias) {
    return Matrix::NullaryExpr(s.rows(), s.cols(), [&](Index i, Index j) { return s(i, j) + bias.at(i, j); });
}

} // namespace attention
