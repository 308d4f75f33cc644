#pragma once
// A trained model in words: how it was made, and how good it is.

#include "learning/trained.h"

#include <filesystem>
#include <iosfwd>
#include <string>

namespace app {

/// The file of a model: this one, or that of a model of this name that comes with the program. Throws
/// InputError for a folder, which holds a model of others.
std::filesystem::path model_file(const std::filesystem::path& file_or_name,
                                 const std::filesystem::path& assets);

/// "49.7 % (47.5 to 51.9)": with the 95 % interval.
std::string text_of(const learning::Share& share);

/// An answer in words: the token that ends a story is no word that one would know.
std::string told_answer(const std::string& word);

/// What is on the model's card, and its hash.
void tell_model(const learning::Trained& trained, std::ostream& out);

} // namespace app
