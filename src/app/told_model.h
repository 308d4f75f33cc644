#pragma once
// A trained model in words: how it was made, and how good it is.

#include "learning/trained.h"

#include <iosfwd>
#include <string>

namespace app {

/// "49.7 % (47.5 to 51.9)": with the 95 % interval.
std::string text_of(const learning::Share& share);

/// An answer in words: the token that ends a story is no word that one would know.
std::string told_answer(const std::string& word);

/// What is on the model's card, and its hash.
void tell_model(const learning::Trained& trained, std::ostream& out);

} // namespace app
