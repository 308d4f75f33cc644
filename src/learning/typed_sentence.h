#pragma once
// What a person types, for the tasks whose sentences are drawn from a grammar.

#include "language/grammar.h"
#include "language/vocabulary.h"
#include "learning/example.h"

#include <optional>

namespace learning {

/// The words as a sentence of the grammar: the first way in which one can read them, by the cases of these
/// groups in turn; empty if there is none. Throws InputError for a word that is not in the vocabulary.
std::optional<language::Sentence> read_typed(const std::vector<std::string>& words,
                                             const language::Vocabulary& vocabulary,
                                             const language::Grammar& grammar,
                                             const std::vector<std::string_view>& groups);

/// Words beyond the grammar: each of the outputs is asked wherever one of `asked_words` stands, without a
/// known answer. If none does, Example::asked is empty. Throws InputError as above.
Example ask_at(const std::set<std::string>& asked_words, const std::vector<Index>& outputs,
               const std::vector<std::string>& words, const language::Vocabulary& vocabulary);

} // namespace learning
