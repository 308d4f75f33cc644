#pragma once
// Single numbers that characterise a matrix of attention weights. A row is a distribution over keys; a row
// whose keys are all masked is not, and is left out of every mean.

#include "attention/trace.h"

namespace attention {

/// H = −Σ_j a_j·log2(a_j) in bits for each row (0·log 0 = 0). weights (n, m) → (n). Source: Shannon 1948,
/// with base 2.
ColumnVector entropy(const Matrix& weights);
/// The largest weight of each row. (n, m) → (n).
ColumnVector largest_weight(const Matrix& weights);

/// The mean of a_{i, i + offset} over the rows that have such a key, in [0, 1]; 0 if none has: the share that
/// goes to the word itself (0), the previous word (−1) or the next word (1).
float offset_share(const Matrix& weights, Index offset);
/// The mean of a_ii: offset_share() with offset 0.
float diagonal_share(const Matrix& weights);
/// The mean over rows of Σ_j a_ij·|i − j|, in positions.
float mean_distance(const Matrix& weights);

/// Measures of one head, so that heads can be sorted by what they do. All are means over the rows.
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
/// off. Rows of the mean sum to 1, those of the maximum need not.
Matrix average_over_heads(const Trace& t);
Matrix maximum_over_heads(const Trace& t);

/// The largest finite |x| of a matrix of any shape; 0 when there is none.
float reach(const Matrix& matrix);

} // namespace attention
