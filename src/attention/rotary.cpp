#include "attention/rotary.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace attention {

Index turned_dims(const Rotary& rotary, Index d_k) {
    return rotary.dims > 0 ? rotary.dims : d_k;
}

namespace {

double slowed(double speed, const SlowerTurns& by) {
    const double factor = by.factor;
    if (by.trained == 0) return speed / factor;
    const double turns = static_cast<double>(by.trained) * speed / (2 * std::numbers::pi); // in such a text
    const double kept = std::clamp((turns - by.slow) / (by.fast - by.slow), 0.0, 1.0);
    return kept * speed + (1 - kept) * speed / factor;
}

} // namespace

Turn turn_of(const Rotary& rotary, Index d_k, Index place, Index column) {
    const Index dims = turned_dims(rotary, d_k), half = dims / 2;
    assert(dims % 2 == 0 && dims <= d_k);
    if (column >= dims) return {.partner = column};
    const Index pair = rotary.interleaved ? column / 2 : column % half;
    const bool is_first = rotary.interleaved ? column % 2 == 0 : column < half;
    const Index step = rotary.interleaved ? 1 : half;
    const double speed = slowed(std::pow(static_cast<double>(rotary.base),
                                         -2.0 * static_cast<double>(pair) / static_cast<double>(dims)),
                                rotary.slower);
    return {.partner = is_first ? column + step : column - step,
            .angle = static_cast<double>(place) * speed,
            .sign = is_first ? -1.0F : 1.0F,
            .turns = true};
}

// All heads and items share the angles. Sine and cosine are taken in double, since θ reaches thousands of
// turns.
void rotate_heads(Matrix& a, Index heads, const Rotary& rotary, Index first, Index items) {
    assert(a.cols() % heads == 0 && a.rows() % items == 0);
    const Index d_k = a.cols() / heads, n = a.rows() / items;
    for (Index column = 0; column < turned_dims(rotary, d_k); ++column) {
        const Turn turn = turn_of(rotary, d_k, 1, column); // its angle is that of one place
        if (turn.partner < column) continue;
        for (Index i = 0; i < n; ++i) {
            const double angle = static_cast<double>(first + i) * turn.angle;
            const auto cosine = static_cast<float>(std::cos(angle)),
                       sine = static_cast<float>(std::sin(angle));
            for (Index row = i; row < a.rows(); row += n)
                for (Index head = 0; head < heads; ++head) {
                    float &own = a(row, head * d_k + column), &other = a(row, head * d_k + turn.partner);
                    const float turned = own * cosine - other * sine;
                    other = own * sine + other * cosine;
                    own = turned;
                }
        }
    }
}

Matrix rotated(const Matrix& a, const Rotary& rotary, Index first) {
    Matrix result = a;
    rotate_heads(result, 1, rotary, first);
    return result;
}

} // namespace attention
