#pragma once
// Trained models, and trainings that were interrupted, as safetensors files. A model's card is in the notes
// of its file, and so are its words, so that a change of the grammar does not spoil it.

#include "learning/trained.h"
#include "learning/trainer.h"

#include <filesystem>
#include <string>

namespace learning {

/// Throws InputError when it cannot be written; an earlier file is then left as it was.
void write_trained(const std::filesystem::path& file, const Trained& trained);
/// Throws InputError naming file and part: as read_tensors() does, not a model of this program, from a
/// newer version, a card that is cut or altered, numbers missing or of another shape.
Trained read_trained(const std::filesystem::path& file);
/// The weights_hash() on the file's card, which read_trained() compares with the weights: many files can be
/// searched quickly for one model. Throws InputError when it is not a model of this program, and for a card
/// that is cut or altered.
std::string weights_hash_on_card(const std::filesystem::path& file);

/// Writes what a training needs to be resumed. Throws InputError when it cannot be written.
void write_checkpoint(const std::filesystem::path& file, const Trainer& trainer);
/// Resumes from such a file. Throws InputError for any other file, and for a training with other choices.
void read_checkpoint(const std::filesystem::path& file, Trainer& trainer);

} // namespace learning
