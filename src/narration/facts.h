#pragma once
// Facts about the numbers of a pass, before they are put into words. The narration claims nothing else.

#include "attention/explain.h"
#include "attention/mask.h"

#include <optional>
#include <vector>

namespace narration {

using attention::Trace;
using base::ColumnVector;
using base::Index;
using base::Matrix;
using base::RowVector;

/// The columns of a row, sorted from the largest to the smallest number; equal numbers keep their order.
std::vector<Index> by_size(const RowVector& row);

/// How many numbers of the row are larger than the one in `column`, and how many others are equal to it.
/// Numbers that differ by less than a millionth of the row's largest magnitude count as equal.
struct Rank {
    Index larger = 0;
    Index equal = 0;
};
Rank rank_of(const RowVector& row, Index column);

/// True if all numbers other than −∞ are equal.
bool all_equal(const RowVector& row);

/// The columns with a positive number of at least 0.6 times the row's largest, largest first. None if the
/// row's largest is small for this matrix: below a quarter of its largest magnitude.
std::vector<Index> standing_out(const Matrix& matrix, Index row);

/// The conditions of the mask that forbid key `column` to query `row`.
std::vector<const attention::MaskKind*> forbidden_by(const Trace& t, Index row, Index column);

/// How many keys query `row` may attend to: 0 to m.
Index allowed_count(const Trace& t, Index row);
/// True if some query may not attend to any key.
bool has_empty_row(const Trace& t);

/// How the attention of one query is distributed.
struct Share {
    Index first = 0; ///< the key with the largest weight
    float first_weight = 0;
    Index second = 0; ///< the next; equal to first when there is only one key
    float second_weight = 0;
    Index tied = 0;    ///< how many other keys share the largest weight
    Index nonzero = 0; ///< how many keys have a nonzero weight
    float sum = 0;
};
/// weights: a row of A, without NaN.
Share share_of(const RowVector& weights);

/// The term that makes up most of a positive sum of products: its product is larger than all others (and the
/// bias) together, and no larger than the sum.
struct MainTerm {
    attention::Term term;
    bool alone = false; ///< all other products are 0
};
/// Empty if there is no such term or the value was set by hand.
std::optional<MainTerm> main_term(const attention::Explanation& e);

} // namespace narration
