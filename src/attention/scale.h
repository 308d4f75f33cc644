#pragma once

#include "attention/layer.h"

#include <optional>
#include <string_view>

namespace attention {

/// "sqrt_dk", "none", "sqrt_dmodel": the name in files and on the command line, where the number itself
/// stands in place of "number".
const char* key(ScaleKind kind);
/// The kind with this name; empty if there is none, and for "number".
std::optional<ScaleKind> scale_named(std::string_view name);

/// What the scores are divided by. √d_k keeps their variance at 1 when queries and keys have variance 1,
/// since q·k is a sum of d_k terms. d_k is the width of one head's keys, d_model that of a token. Source:
/// Vaswani et al. 2017, section 3.2.1.
float divisor(const Scale& scale, Index d_k, Index d_model);

} // namespace attention
