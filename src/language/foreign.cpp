#include "language/foreign.h"

#include "language/tokenizer.h"

#include <algorithm>

namespace language {

std::vector<std::string> false_friends(const std::vector<std::string>& words, const Lexicon& lexicon) {
    constexpr std::size_t fewest = 4; // fewer say too little about the language
    std::vector<std::string> known;
    std::size_t count = 0, count_known = 0;
    for (const std::string& word : words) {
        if (!has_letter(word)) continue;
        ++count;
        if (!lexicon.find(word)) continue;
        ++count_known;
        if (std::ranges::find(known, word) == known.end()) known.push_back(word);
    }
    if (count < fewest || 2 * count_known > count) return {};
    return known;
}

} // namespace language
