#pragma once
// A recurrent layer, RNN or LSTM: its weights and states, laid out as in PyTorch, and running it.

#include "base/matrix.h"
#include "base/scratch.h"
#include "base/stop.h"

#include <functional>

namespace recurrent {

using base::Index;
using base::Matrix;
using base::RowVector;

/// rnn: h_t = tanh(W_ih·x_t + b_ih + W_hh·h_{t−1} + b_hh). Source: Elman 1990.
/// lstm: i, f, o = σ(…), g = tanh(…), c_t = f ⊙ c_{t−1} + i ⊙ g, h_t = o ⊙ tanh(c_t). Source: Hochreiter and
/// Schmidhuber 1997, with the forget gate of Gers et al. 2000.
enum class Cell { rnn, lstm };

/// Weighted sums per unit: 1, or 4 for the gates i, f, g, o.
constexpr Index gates(Cell cell) {
    return cell == Cell::lstm ? 4 : 1;
}

/// Named as in torch.nn.RNN and torch.nn.LSTM (weight_ih_l0 …): one row per unit, gates stacked.
struct Weights {
    Cell cell = Cell::rnn;
    Matrix w_ih;          ///< (gates·d, d_in)
    Matrix w_hh;          ///< (gates·d, d)
    RowVector b_ih, b_hh; ///< (gates·d)

    Index d_in() const { return w_ih.cols(); }
    Index d() const { return w_hh.cols(); }
};

/// One row per sequence of the batch.
struct State {
    Matrix hidden; ///< (items, d)
    Matrix cell;   ///< (items, d) for an LSTM, 0 rows for an RNN
};

struct RunOptions {
    Index items = 1; ///< sequences side by side: row t·items + b of x and of the states is word t of item b
    int threads = 1; ///< share the units of a step; the steps themselves are always sequential
    bool keep_cell = false; ///< LSTM: keep every cell state, not only the last
    /// Called after each step, always on the same thread, as soon as h_t is ready.
    std::function<void(Index t)> on_step = {};
    base::StopToken stop = {}; ///< once requested, no step is begun, and later states must not be read
};

struct States {
    Matrix hidden; ///< (n·items, d) h_t of every step
    Matrix cell;   ///< (n·items, d) c_t of every step with keep_cell, else 0 rows
    State last;    ///< after the last step
};

/// A layer ready to run: first the input products of all steps at once, then the steps one by one.
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
