#pragma once
// The steps themselves, on packed weights.

#include "recurrent/network.h"

namespace recurrent {

/// What a network has packed; the network owns it.
struct PackedWeights {
    Cell cell;
    Index d;
    Index width, blocks; ///< units of a block, and how many blocks there are
    const float* w;      ///< (blocks, d, gates·width)

    Index columns() const { return gates(cell) * width; } ///< sums of a block
};

/// All steps from a state of zeros. sums (n·items, blocks·columns): what the inputs and biases give, in the
/// order of the packed columns.
States run_steps(const PackedWeights& weights, Matrix sums, const RunOptions& options);

/// One step: sums (items, blocks·columns) → the state after it.
void one_step(const PackedWeights& weights, Matrix sums, State& state);

} // namespace recurrent
