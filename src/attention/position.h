#pragma once

#include "attention/matrix.h"

namespace attention {

/// Sinusoidal positions (n, d_model): P(i, 2k) = sin(i / 10000^(2k/d_model)), P(i, 2k+1) = cos of the same
/// angle. Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.5.
Matrix sinusoidal_positions(Index n, Index d_model);

} // namespace attention
