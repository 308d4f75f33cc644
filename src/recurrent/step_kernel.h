#pragma once
// One step of some units: their sums over h_{t−1}, then their gates. The hot loop of a recurrent layer.

#include "recurrent/network.h"

namespace recurrent {

/// The number of units the kernel processes at once on this processor.
Index unit_width(Cell cell);

/// The units of one block; W = unit_width(cell), g = gates(cell).
struct UnitBlock {
    const float* w; ///< (d, g·W) row i: weights of unit i of h_{t−1} for each gate of each unit of the block
    const float* pre; ///< (g·W) W_ih·x_t + b_ih + b_hh, gate by gate
    Index d;          ///< units of h_{t−1}
};

/// h_t and c_t of the block's W units. h_before (d) all of h_{t−1}; h (W) is written; c (W) is c_{t−1} and
/// becomes c_t, null for an RNN.
void step_block(Cell cell, const UnitBlock& block, const float* h_before, float* c, float* h);

/// The gates only, for sums (g·W) computed elsewhere.
void gate_block(Cell cell, const float* sums, float* c, float* h);

} // namespace recurrent
