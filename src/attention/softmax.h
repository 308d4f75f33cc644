#pragma once

#include "attention/types.h"
#include "base/stop.h"

namespace attention {

/// The softmax of every row, with its parts.
struct Softmax {
    ColumnVector row_max;      ///< (n) largest score; −∞ in a row without an allowed key
    Matrix numerators;         ///< (n, m) exp(s_ij − row_max_i), 0 where s_ij is −∞
    ColumnVector denominators; ///< (n) Σ_j numerators_ij; 0 in a row without an allowed key
    Matrix weights;            ///< (n, m) numerators / denominators; 0 in a row without an allowed key
};

/// a_ij = exp(s_ij − max_j s_ij) / Σ_j exp(s_ij − max_j s_ij). Subtracting the maximum keeps exp within range
/// and cancels out. s (n, m), finite or −∞ (forbidden). A numerator near or below the smallest normal float
/// (a score more than 87 below the maximum) is 0. Leaves rows unwritten once `stop` is requested. Source:
/// Goodfellow et al. 2016, "Deep Learning", section 4.1.
Softmax softmax(const Matrix& s, const base::StopToken& stop = {});

} // namespace attention
