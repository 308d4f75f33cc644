#pragma once
// assets/presets.toml: the sentences and shapes that the menu offers.

#include "workbench/library.h"

namespace workbench {

/// Reads the presets, for the lexicon and the weights of `library`. Throws InputError naming file, line and
/// entry: unreadable, not TOML, a missing or unknown entry, a value of the wrong type or out of range, an id
/// given twice, and sentences, sizes or weights that cannot make a pass.
std::vector<Preset> read_presets(const std::filesystem::path& file, const Library& library);

} // namespace workbench
