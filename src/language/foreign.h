#pragma once
// Whether a sentence is probably in a language that the lexicon does not have.

#include "language/lexicon.h"

#include <string>
#include <vector>

namespace language {

/// The words of a sentence that the lexicon has, when it lacks most of the others: they are probably not
/// meant. In the German “Die Suppe war kalt” these are “Die” and “war”. Empty where most words are known,
/// where none is, and for fewer than three words. Marks and numbers do not count.
std::vector<std::string> false_friends(const std::vector<std::string>& words, const Lexicon& lexicon);

} // namespace language
