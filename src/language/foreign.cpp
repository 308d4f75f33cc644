#include "language/foreign.h"

#include "language/tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>

namespace language {
namespace {

std::ptrdiff_t known_in(const std::vector<std::string>& words, const Lexicon& lexicon,
                        std::string_view language) {
    return std::ranges::count_if(
        words, [&](const std::string& word) { return lexicon.find_in(language, word).has_value(); });
}

} // namespace

std::optional<Doubt> doubted_language(const std::vector<std::string>& words, const Lexicon& lexicon) {
    constexpr std::ptrdiff_t fewest = 4; // fewer unknown words say too little about the language
    std::vector<std::string> lettered;
    std::ranges::copy_if(words, std::back_inserter(lettered), has_letter);
    Doubt doubt;
    for (const std::string& word : lettered)
        if (lexicon.find_in("en", word) && std::ranges::find(doubt.misread, word) == doubt.misread.end())
            doubt.misread.push_back(word);
    if (doubt.misread.empty()) return std::nullopt;
    const auto count = [&](std::string_view language) { return known_in(lettered, lexicon, language); };
    for (const std::string& language : lexicon.languages)
        if (count(language) > 0) doubt.languages.push_back(language);
    std::ranges::stable_sort(doubt.languages, std::ranges::greater{}, count);
    const bool mostly_unknown = std::ssize(lettered) >= fewest && 2 * count("") <= std::ssize(lettered);
    const bool mostly_other = !doubt.languages.empty() && count(doubt.languages.front()) > count("en");
    if (!mostly_unknown && !mostly_other) return std::nullopt;
    return doubt;
}

} // namespace language
