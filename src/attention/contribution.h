#pragma once
// What each head adds to the output, and what the output would be without it.

#include "attention/trace.h"

#include <span>

namespace attention {

/// concat·W_O is a sum over heads, because each head's columns are multiplied by their own rows of W_O:
/// [Z_1 … Z_h]·W_O = Σ_h Z_h·W_O,h. Source: Elhage et al. 2021, "A Mathematical Framework for Transformer
/// Circuits", section "Attention heads are independent and additive".
struct Contributions {
    std::vector<Matrix> heads; ///< (h) of (n, d_out); all 0 for a head that is switched off
    RowVector bias;            ///< (d_out) added to every row, once; zeros if there is none

    /// Σ heads + bias (n, d_out): the output, to within rounding.
    Matrix sum() const;
};

/// What `head` adds, or would add if it were on: Z_h·W_O,h (n, d_out), where W_O,h is rows [h·d_v, (h+1)·d_v)
/// of W_O. Without W_O: Z_h in the head's own columns, zeros elsewhere. Asserts that the head exists.
Matrix head_contribution(const Trace& t, Index head);

/// The contribution of every head of the pass, and the bias.
Contributions head_contributions(const Trace& t);

/// The output (n, d_out) with exactly the heads in `off` switched off, regardless of which are off in `t`:
/// what trace() gives with these options. Asserts that the heads exist.
Matrix output_without(const Trace& t, std::span<const Index> off);

/// The distance between corresponding rows: ‖a_i − b_i‖. a, b (n, d) → (n).
ColumnVector row_distance(const Matrix& a, const Matrix& b);

/// The Frobenius norm ‖a − b‖ = √Σ(a_ij − b_ij)². a, b of the same shape.
float distance(const Matrix& a, const Matrix& b);

} // namespace attention
