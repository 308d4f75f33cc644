#pragma once
// Whether one has to ask which language a sentence is in.

#include "language/lexicon.h"

#include <optional>
#include <string>
#include <vector>

namespace language {

/// Reasons to ask.
struct Doubt {
    std::vector<std::string> misread; ///< the words that are looked up as English ones: “Die”, “war”
    std::vector<std::string> languages; ///< of the lexicon that have some of the words, those with most first
};

/// Empty where the language is certain, or it makes no difference because no word is looked up as English. In
/// doubt are sentences of four words or more of which half or more are in no language, and sentences of which
/// another language has more words than English. Punctuation and numbers do not count.
std::optional<Doubt> doubted_language(const std::vector<std::string>& words, const Lexicon& lexicon);

} // namespace language
