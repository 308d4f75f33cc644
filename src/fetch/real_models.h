#pragma once
// The real models that the program knows how to get.

#include "fetch/download.h"

#include <string>
#include <vector>

namespace fetch {

/// Where packages come from: what ATTENTION_LAB_REGISTRY or npm_config_registry names, or npm's own registry;
/// it ends with a slash.
std::string registry();

/// The first is the one to begin with.
std::vector<Download> real_models();

} // namespace fetch
