#pragma once
// What a transformer block does around its attention: x + attention(norm(x)), then that + MLP(norm(that)).

#include "exercise/solve.h"

namespace exercise {

/// Layer norm of each row: gain ⊙ (x − mean)/√(variance + 10⁻⁵) + shift. x (n, d), gain and shift (1, d).
/// Source: Ba, Kiros and Hinton 2016, "Layer Normalization", equation 4.
Numbers layer_norm(const Numbers& x, const Numbers& gain, const Numbers& shift, const Slips& slips);

/// The stages behind the attention, one matrix each.
struct Blocked {
    Numbers added;        ///< (n, d) x + attention's output
    Numbers normed_again; ///< (n, d) its layer norm
    Numbers activated;    ///< (n, p) relu(normed_again·w_1 + b_1)
    Numbers block;        ///< (n, d) added + activated·w_2 + b_2
};

/// From x, its layer norm, and the output of the attention that read that. Source: Vaswani et al. 2017,
/// section 3.3; with the norm first: Xiong et al. 2020, figure 1 (b).
Blocked block(const Question& question, const Numbers& x, const Numbers& normed, const Numbers& output,
              const Slips& slips);

} // namespace exercise
