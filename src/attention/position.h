#pragma once

#include "attention/types.h"

namespace attention {

/// Sinusoidal positions (n, d_model): P(i, 2k) = sin(i / 10000^(2k/d_model)), P(i, 2k+1) = cos of the same
/// angle. Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.5.
Matrix sinusoidal_positions(Index n, Index d_model);

/// A clock hand that advances one hour per position, as (n, 2): cos and sin of 2π·i/12, so that (1, 0) is
/// 12 o'clock and (0, 1) is 3 o'clock. One pair of sinusoidal positions at a frequency that is easy to see;
/// position 12 looks like position 0.
Matrix clock_positions(Index n);

} // namespace attention
