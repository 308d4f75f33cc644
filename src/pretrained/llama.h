#pragma once
// What Llama's relatives have in common, Gemma among them.

#include "pretrained/families.h"

#include <functional>

namespace pretrained {

const TensorNames& llama_names();

/// All but how it turns queries and keys, and windows.
Architecture read_llama(const tokens::JsonNode& config);

/// Throws InputError unless so many columns of a head can be turned in pairs.
void expect_pairs(const tokens::JsonNode& config, Index columns);
/// Older files have rope_theta and rope_scaling, newer ones both in rope_parameters.
attention::Rotary rotary_of(const tokens::JsonNode& config, Index head_width);
/// Of what older files call rope_scaling.
attention::SlowerTurns slower_turns(const tokens::JsonNode& scaling);
/// The same in every layer.
void turn_all(Architecture& a, const attention::Rotary& rotary);

/// The layers that see a window only: as "layer_types" says, or `slides` where it does not.
void take_windows(Architecture& a, const tokens::JsonNode& config, const std::function<bool(Index)>& slides);

} // namespace pretrained
