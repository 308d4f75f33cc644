#include "tokens/word_pieces.h"

#include "base/input_error.h"

#include <string_view>
#include <utility>
#include <vector>

namespace tokens {

WordPieces::WordPieces(const Vocabulary& vocabulary, const WordPieceOptions& options,
                       const std::string& where)
    : longest_word_(options.longest_word) {
    const auto unknown = vocabulary.find(options.unknown);
    if (!unknown)
        throw base::InputError(where,
                               "the unknown piece \"" + options.unknown + "\" is not in the vocabulary",
                               "get the file again");
    unknown_ = *unknown;
    std::vector<std::pair<std::string_view, Id>> first, inside;
    for (Id id = 0; id < vocabulary.size(); ++id) {
        const std::string* text = vocabulary.text(id);
        if (text == nullptr) continue;
        first.emplace_back(*text, id); // also those with "##", which such a word can begin with
        if (text->starts_with(options.inside_prefix))
            inside.emplace_back(std::string_view(*text).substr(options.inside_prefix.size()), id);
    }
    first_ = Trie(std::move(first), where);
    inside_ = Trie(std::move(inside), where);
}

void WordPieces::split(std::span<const Character> word, Parts& parts) const {
    const std::size_t before = parts.size();
    if (word.size() <= longest_word_ && split_known(word, parts)) return;
    parts.resize(before);
    parts.push_back({unknown_, word.front().begin, word.back().end});
}

bool WordPieces::split_known(std::span<const Character> word, Parts& parts) const {
    const std::string text = utf8_of(word);
    std::size_t place = 0; // in characters
    for (std::size_t byte = 0; byte < text.size();) {
        const auto [length, id] =
            (byte == 0 ? first_ : inside_).longest_prefix(std::string_view(text).substr(byte));
        if (length == 0) return false;
        const std::size_t from = place;
        for (const std::size_t end = byte + length; byte < end; ++place)
            byte += utf8_size(word[place].code);
        parts.push_back({id, word[from].begin, word[place - 1].end});
    }
    return true;
}

} // namespace tokens
