#pragma once
// Training that was interrupted, as a file to go on from.

#include "learning/trainer.h"

#include <filesystem>

namespace learning {

/// Throws InputError when it cannot be written.
void write_checkpoint(const std::filesystem::path& file, const Trainer& trainer);
/// Goes on from there. Throws InputError for a file that is none, or of a training with other choices.
void read_checkpoint(const std::filesystem::path& file, Trainer& trainer);

} // namespace learning
