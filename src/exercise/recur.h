#pragma once
// A recurrent layer in double precision, right or with slips.

#include "exercise/slips.h"
#include "exercise/solve.h"

namespace exercise {

/// One block each: (n, units) h_t, and c_t of an LSTM.
struct Recurred {
    Blocks hidden, cell;
};

/// An RNN, h_t = tanh(W_ih·x_t + b_ih + W_hh·h_{t−1} + b_hh), or an LSTM, whose rows of W_ih and W_hh are
/// those of i, f, g and o: i, f, o = σ(…), g = tanh(…), c_t = f ⊙ c_{t−1} + i ⊙ g, h_t = o ⊙ tanh(c_t). Both
/// begin with zeros. Sources: as recurrent/network.h.
Recurred recur(const Question& question, const Slips& slips);

} // namespace exercise
