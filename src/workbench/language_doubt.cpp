#include "workbench/language_doubt.h"

#include "language/foreign.h"

#include <algorithm>
#include <cstddef>

namespace workbench {

std::optional<LanguageDoubt> language_doubt(const Prepared& prepared, const language::Lexicon& lexicon) {
    constexpr std::ptrdiff_t enough = 200; // words enough to recognise a language
    const Document& document = prepared.document;
    if (document.language_told || document.language != Language::english || !prepared.has_names())
        return std::nullopt;
    const auto& words = prepared.names.queries;
    // Padding of a batched sentence is not a word of any language.
    const std::ptrdiff_t written = std::ssize(words) - prepared.filled_up;
    const auto found =
        language::doubted_language({words.begin(), words.begin() + std::min(written, enough)}, lexicon);
    if (!found) return std::nullopt;
    LanguageDoubt doubt{.words = {}, .answers = {Language::english}};
    for (const std::string& word : found->misread)
        doubt.words += (doubt.words.empty() ? "“" : ", “") + word + "”";
    for (const std::string& code : found->languages)
        doubt.answers.push_back(language_of(code));
    doubt.answers.push_back(Language::other);
    return doubt;
}

} // namespace workbench
