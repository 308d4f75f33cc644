#pragma once
// A recurrent layer ready to run: first the input products of all steps at once, then the steps one by one.

#include "base/aligned.h"
#include "base/stop.h"
#include "recurrent/cell.h"

#include <functional>

namespace recurrent {

struct RunOptions {
    Index items = 1; ///< sequences side by side: row t·items + b of x and of the states is word t of item b
    int threads = 1; ///< these share the units of a step; the steps themselves are always sequential
    bool keep_cell = false; ///< LSTM: keep every cell state, not only the last
    /// Called after each step, always on the same thread, as soon as h_t is ready.
    std::function<void(Index t)> on_step = {};
    base::StopToken stop = {}; ///< once requested, no step is begun, and later states are not to be read
};

struct States {
    Matrix hidden; ///< (n·items, d) h_t of every step
    Matrix cell;   ///< (n·items, d) c_t of every step with keep_cell, else 0 rows
    State last;    ///< after the last step
};

class Network {
public:
    /// Packs the weights in the order in which a step reads them. Throws InputError when shapes do not match
    /// or a number is not finite.
    explicit Network(const Weights& weights);

    Cell cell() const { return cell_; }
    Index d_in() const { return d_in_; }
    Index d() const { return d_; }

    /// All zeros, PyTorch's default.
    State start(Index items = 1) const;
    /// x (n·items, d_in) → every state, starting from zeros; options.on_step must not throw. Throws
    /// InputError when x does not fit.
    States run(const Matrix& x, const RunOptions& options = {}) const;
    /// One more word, as in generation: x (items, d_in) updates the state, which has `items` rows. Throws
    /// InputError when they do not match.
    void step(const Matrix& x, State& state) const;

private:
    Cell cell_;
    Index d_in_, d_;
    Index width_;    ///< units per block, unit_width(cell)
    Index blocks_;   ///< ⌈d / width⌉; the units that pad the last one have weights 0 and stay 0
    Matrix w_in_;    ///< (d_in, blocks·gates·width) columns in the order block, gate, unit
    RowVector bias_; ///< (blocks·gates·width) b_ih + b_hh in that order
    base::AlignedFloats w_blocks_; ///< (blocks, d, gates·width) the recurrent weights, block by block
};

} // namespace recurrent
