#pragma once
// From a family's names to a model's weights: each tensor found, and its shape compared with the config.

#include "pretrained/families.h"
#include "pretrained/model.h"

namespace pretrained {

/// Throws InputError for a tensor that is missing or has another shape than the architecture says, and for
/// one in a layer that the family does not have: the pass would leave it out.
Weights bound_weights(const Architecture& architecture, const TensorNames& names, const WeightFiles& files);

} // namespace pretrained
