#pragma once
// What the heads of a layer read, as stories tell it.

#include "attention/trace.h"
#include "workbench/studies/story.h"

#include <cstddef>
#include <vector>

namespace workbench {

inline constexpr float dominant_weight = 0.5F; ///< outweighs all others of its row together

/// (n, m) the weights of a head.
const base::Matrix& weights_of(const attention::Trace& t, base::Index head);

/// The largest weight of a row.
Read strongest(const attention::Trace& t, std::size_t layer, base::Index head, base::Index row);

/// Of each head, what it does with the words, and above all with this row of its weights.
std::vector<HeadRemark> remarks_of(const attention::Trace& t, std::size_t layer, base::Index row);

/// The weights of a layer that were set to 0 by hand.
std::vector<Read> cut_in(const attention::Trace& t, std::size_t layer);

/// Those that outweigh all others of their row together.
std::vector<Read> strongest_first(std::vector<Read> reads);

/// Whether without some reads the same is named as with them, and about as probable.
bool stays(const std::vector<Answer>& answers, const std::vector<Named>& without);

/// These interventions, and the weights of `reads` set to 0 besides.
std::vector<model::Intervention> without(std::vector<model::Intervention> all,
                                         const std::vector<model::Place>& places,
                                         const std::vector<Read>& reads);

} // namespace workbench
