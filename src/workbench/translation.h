#pragma once
// What a trained translator writes.

#include "learning/trained.h"

#include <string>

namespace workbench {

/// The translation of a sentence, word by word the most probable one. Throws InputError for a model that does
/// not translate and for words that it does not know, naming the nearest known ones.
std::string translation_by(const learning::Trained& trained, const std::string& sentence);

} // namespace workbench
