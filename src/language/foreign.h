#pragma once
// Whether a sentence is probably in a language that the lexicon does not cover.

#include "language/lexicon.h"

#include <string>
#include <vector>

namespace language {

/// The words of a sentence that are in the lexicon although at least half of its words are not: they probably
/// mean something else. In the German “Die Suppe war kalt” these are “Die” and “war”. Empty if most words are
/// known, if none is, and for fewer than four words. Punctuation and numbers do not count.
std::vector<std::string> false_friends(const std::vector<std::string>& words, const Lexicon& lexicon);

} // namespace language
