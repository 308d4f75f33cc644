#pragma once
// The sentences and shapes that the menu offers (assets/presets.toml).

#include "workbench/library.h"

namespace workbench {

/// Reads the presets, for the lexicon and the weights of `library`. Throws InputError naming file, line and
/// entry: unreadable, not TOML, a missing or unknown entry, a value of the wrong type or out of range, a
/// duplicate id, and sentences, sizes or weights for which no pass can be computed.
std::vector<Preset> read_presets(const std::filesystem::path& file, const Library& library);

} // namespace workbench
