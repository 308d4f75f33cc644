#pragma once
// The same queries and keys under every score function.

#include "workbench/document/pass.h"

#include <memory>
#include <string>
#include <vector>

namespace workbench {

/// What stands for the learned weights of a score function (W; W₁, W₂ and v).
enum class ExtraWeights {
    none,     ///< it has none
    identity, ///< W, W₁ and W₂ the identity, v ones
    random
};

/// One way to compute scores, and the resulting attention weights.
struct ScoredBy {
    attention::ScoreFunction function = attention::ScoreFunction::dot;
    std::string key; ///< "dot", "scaled_dot", "general", "additive", "cosine"
    /// "q·k / √d_k". A length is |q|: in small type the double bars of ‖q‖ merge.
    std::string formula;
    ExtraWeights extra = ExtraWeights::none;
    float divisor = 1;         ///< √d_k for "scaled dot", 1 for the others: as each was published
    base::Matrix scores = {};  ///< (n, m) divided by the divisor, before the mask
    float reach = 0;           ///< the largest |score|
    base::Matrix weights = {}; ///< (n, m) with the softcap, bias, mask and sink of the pass
    float typical_largest = 0; ///< the mean largest weight of a row
};

using ScoreComparison = std::vector<ScoredBy>;

/// The most cells (n·m) in a comparison, which keeps ten matrices of that size.
inline constexpr base::Index max_comparison_cells = base::Index{1} << 20;

/// In multiply-adds (base/study.h).
double score_comparison_cost(const attention::Trace& t);

/// All five, from Q and K of one head as they meet there (normed, turned, with past keys), including cells
/// set by hand in them; ignores scores and weights set by hand. General and additive use the layer's own
/// extra weights: the identity in hand-set layers, where general then equals dot, and random numbers in
/// random ones. Throws InputError when there are more cells than max_comparison_cells, and when a score is
/// too large for a float. Null when `stop` was requested.
std::shared_ptr<const ScoreComparison> score_comparison(const Pass& pass, base::Index head,
                                                        const base::StopToken& stop = {});

} // namespace workbench
