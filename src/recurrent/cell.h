#pragma once
// Recurrent layers: the weights and states of an RNN and an LSTM, laid out as in PyTorch.

#include "base/matrix.h"

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

} // namespace recurrent
