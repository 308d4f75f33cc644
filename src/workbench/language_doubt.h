#pragma once
// Whether the user has to be asked which language the words of a document are in.

#include "workbench/pass.h"

#include <optional>
#include <string>
#include <vector>

namespace workbench {

struct LanguageDoubt {
    std::string words;             ///< that are looked up as English ones: "“Die”, “war”"
    std::vector<Language> answers; ///< English, those of the lexicon that have some of the words, and other
};

/// Empty where it makes no difference, is certain, or has been told.
std::optional<LanguageDoubt> language_doubt(const Prepared& prepared, const language::Lexicon& lexicon);

} // namespace workbench
