#pragma once
// A pass in numbers: measures of its weights, what each head adds to the output, distances
// between results, and how much of a gradient the softmax passes back.

#include "attention/trace.h"

#include <span>

namespace attention {

// Weights. A row is a distribution over keys; one whose keys are all masked is not, and is left out of every
// mean.

/// H = −Σ_j a_j·log2(a_j) in bits for each row (0·log 0 = 0). weights (n, m) → (n). Source: Shannon 1948,
/// with base 2.
ColumnVector entropy(const Matrix& weights);
/// The largest weight of each row. (n, m) → (n).
ColumnVector largest_weight(const Matrix& weights);

/// The mean of a_{i, i + offset} over the rows that have such a key, in [0, 1]; 0 if none has. The share of
/// the word itself (0), the previous word (−1) or the next word (1).
float offset_share(const Matrix& weights, Index offset);
/// The mean of a_ii: offset_share() with offset 0.
float diagonal_share(const Matrix& weights);
/// The mean over rows of Σ_j a_ij·|i − j|, in positions.
float mean_distance(const Matrix& weights);

/// Measures of one head, by which heads can be sorted. All are means over the rows.
struct HeadMeasures {
    float entropy = 0;        ///< bits: 0 attends to one word, log2 m to all words equally
    float largest_weight = 0; ///< the mean of the rows' largest weights
    float mean_distance = 0;  ///< positions between a word and the words it attends to
    float diagonal_share = 0; ///< weight on the word itself: a_{i, i}
    float previous_share = 0; ///< weight on the previous word: a_{i, i−1}, rows from the second on
    float next_share = 0;     ///< weight on the next word: a_{i, i+1}, rows but the last
    float first_share = 0;    ///< weight on the first word: a_{i, 0}
};
/// weights (n, m) of one head. All measures of an empty matrix are 0.
HeadMeasures measure_head(const Matrix& weights);
/// A single row of the weights; previous_share and next_share are 0 where there is no such key.
HeadMeasures measure_row(const Matrix& weights, Index row);
/// (h) for every head of the pass, including those switched off.
std::vector<HeadMeasures> measure_heads(const Trace& t);

/// The mean and the maximum of the heads' weights, entry by entry: (n, m). Includes heads that are switched
/// off. The rows of the mean sum to 1, those of the maximum need not.
Matrix average_over_heads(const Trace& t);
Matrix maximum_over_heads(const Trace& t);

// What each head adds to the output, and what the output would be without it.

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

// Matrices of any kind.

/// The largest finite |x| of a matrix of any shape; 0 when there is none.
float reach(const Matrix& matrix);

/// The distance between corresponding rows: ‖a_i − b_i‖. a, b (n, d) → (n).
ColumnVector row_distance(const Matrix& a, const Matrix& b);

/// The Frobenius norm ‖a − b‖ = √Σ(a_ij − b_ij)². a, b of the same shape.
float distance(const Matrix& a, const Matrix& b);

// How much of a gradient passes back through the softmax. For one row a = softmax(s) the Jacobian is
// J = diag(a) − a·aᵀ: what one weight gains, the others lose.

/// g_s = J·g_a = a ⊙ (g_a − (g_a·a)·1) for every row: the gradient of a loss with respect to the scores, from
/// that with respect to the weights. weights, upstream (n, m) → (n, m). A row without an allowed key, whose
/// weights are 0, gives 0. Source: Goodfellow et al. 2016, "Deep Learning", section 6.2.2.3.
Matrix softmax_gradient(const Matrix& weights, const Matrix& upstream);

/// The Frobenius norm of J for every row, ‖J‖² = Σ_i a_i²(1 − a_i)² + Σ_{i≠j} a_i²a_j². weights (n, m), whose
/// rows sum to 1 or are 0 → (n). √(m − 1)/m for equal weights, at most ½, 0 when one key has all the weight:
/// then nothing is learned through this row.
ColumnVector jacobian_norm(const Matrix& weights);

} // namespace attention
