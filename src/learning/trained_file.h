#pragma once
// Trained models as safetensors files. What the file says about itself is its model's card; the words are in
// it too, so that a grammar may change without spoiling it.

#include "learning/trained.h"

#include <filesystem>

namespace learning {

/// Throws InputError when it cannot be written; an earlier file then stays.
void write_trained(const std::filesystem::path& file, const Trained& trained);
/// Throws InputError naming file and part: as read_safetensors() does, not a model of this program, from a
/// newer version, a card that is cut or altered, numbers missing or of another shape.
Trained read_trained(const std::filesystem::path& file);

} // namespace learning
