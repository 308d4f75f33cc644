#pragma once
// A decoder that writes by itself, one word after another.

#include "model/transformer.h"

namespace model {

/// The ids that a model with a decoder writes for `source`: from `start` on always the most probable next
/// one, until that is `end`, or `most` are written. Neither `start` nor `end` is among them. Ids are of the
/// vocabulary; asserts that they are in range. Throws InputError as run() does.
std::vector<Index> written(const Transformer& transformer, const std::vector<Index>& source, Index start,
                           Index end, std::size_t most);

} // namespace model
