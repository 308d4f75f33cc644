#include "attention/position.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace attention {

Matrix sinusoidal_positions(Index n, Index d_model) {
    assert(n >= 0 && d_model >= 0);
    Matrix p(n, d_model);
    for (Index j = 0; j < d_model; ++j) {
        const Index k = j / 2; // columns 2k (sine) and 2k + 1 (cosine) share a frequency
        const double frequency =
            std::pow(10000.0, -2.0 * static_cast<double>(k) / static_cast<double>(d_model));
        for (Index i = 0; i < n; ++i) {
            const double angle = static_cast<double>(i) * frequency;
            p(i, j) = static_cast<float>(j % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return p;
}

Matrix clock_positions(Index n) {
    assert(n >= 0);
    Matrix p(n, 2);
    for (Index i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i % 12) / 12;
        p(i, 0) = static_cast<float>(std::cos(angle));
        p(i, 1) = static_cast<float>(std::sin(angle));
    }
    return p;
}

} // namespace attention
