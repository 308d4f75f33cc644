#pragma once
// The steps themselves, on packed weights.

#include "recurrent/network.h"

namespace recurrent {

/// A view of a network's packed weights.
struct PackedWeights {
    Cell cell;
    Index d;
    Index width, blocks; ///< units per block, and the number of blocks
    const float* w;      ///< (blocks, d, gates·width)

    Index columns() const { return gates(cell) * width; } ///< sums per block
};

/// All steps from a state of zeros. sums (n·items, blocks·columns): the contributions of inputs and biases,
/// in the order of the packed columns.
States run_steps(const PackedWeights& weights, Matrix sums, const RunOptions& options);

/// One step: sums (items, blocks·columns) → the state after it.
void one_step(const PackedWeights& weights, Matrix sums, State& state);

} // namespace recurrent
