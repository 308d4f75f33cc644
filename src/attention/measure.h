#pragma once
// What a matrix of attention weights is like, in single numbers. A row is a distribution over keys; a row
// whose keys are all masked has none, and counts in no mean.

#include "attention/trace.h"

namespace attention {

/// H = −Σ_j a_j·log2(a_j) in bits for each row (0·log 0 = 0). weights (n, m) → (n). Source: Shannon 1948,
/// with base 2.
ColumnVector entropy(const Matrix& weights);
/// The largest weight of each row. (n, m) → (n).
ColumnVector largest_weight(const Matrix& weights);

/// The mean of a_{i, i + offset} over the rows that have such a key, in [0, 1]; 0 when none has: the share
/// that goes to the word itself (0), to the one before (−1), to the one after (1).
float offset_share(const Matrix& weights, Index offset);
/// The mean of a_ii: offset_share with offset 0.
float diagonal_share(const Matrix& weights);
/// The mean over rows of Σ_j a_ij·|i − j|, in positions.
float mean_distance(const Matrix& weights);

/// One head in numbers, so that heads can be sorted by what they do. All are means over the rows.
struct HeadMeasures {
    float entropy = 0;        ///< bits: 0 looks at one word, log2 m at all alike
    float largest_weight = 0; ///< the mean of the rows' largest weights
    float mean_distance = 0;  ///< positions between a word and what it reads
    float diagonal_share = 0; ///< goes to the word itself
    float previous_share = 0; ///< goes to the word before: a_{i, i−1}, rows from the second on
    float next_share = 0;     ///< goes to the word after: a_{i, i+1}, rows but the last
    float first_share = 0;    ///< goes to the first word: a_{i, 0}
};
/// weights (n, m), of one head. An empty matrix measures 0.
HeadMeasures measure_head(const Matrix& weights);
/// One row of the weights alone; previous_share and next_share are 0 where there is no such key.
HeadMeasures measure_row(const Matrix& weights, Index row);
/// (h), one for each head of the pass, switched off or not.
std::vector<HeadMeasures> measure_heads(const Trace& t);

/// The mean, and the largest, of the heads' weights cell by cell: (n, m). All heads count, switched off or
/// not. Rows of the mean sum to 1, those of the maximum need not.
Matrix average_over_heads(const Trace& t);
Matrix maximum_over_heads(const Trace& t);

/// The largest finite |x| of any shape of matrix; 0 when there is none. Reads every cell once.
float reach(const Matrix& matrix);

} // namespace attention
