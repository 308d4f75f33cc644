#include "tokens/added_tokens.h"

#include "base/input_error.h"

#include <utility>

namespace tokens {

namespace {

void expect_fitting(const std::vector<AddedToken>& tokens, const Vocabulary& vocabulary,
                    const std::string& where) {
    Vocabulary added; // tells of twins
    for (const AddedToken& token : tokens) {
        const std::string* beside = vocabulary.text(token.id);
        const auto other = vocabulary.find(token.text);
        if ((beside != nullptr && *beside != token.text) || (other && *other != token.id))
            throw base::InputError(where,
                                   "\"" + token.text + "\" has the id " + std::to_string(token.id) +
                                       ", but the vocabulary says otherwise",
                                   "the file is damaged: get it again");
        added.add(token.text, token.id, where);
    }
}

} // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, const Vocabulary& vocabulary,
                         const Normalizer& normalizer, const std::string& where)
    : tokens_(std::move(tokens)) {
    expect_fitting(tokens_, vocabulary, where);
    std::vector<std::string> texts; // as they are looked for
    for (const AddedToken& token : tokens_)
        texts.push_back(token.is_normalized && normalizer ? utf8_of(normalizer(characters_of(token.text)))
                                                          : token.text);
    std::vector<std::pair<std::string_view, Id>> raw, normalized;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        (tokens_[i].is_normalized ? normalized : raw).emplace_back(texts[i], static_cast<Id>(i));
        by_id_.emplace(tokens_[i].id, i);
        by_text_.emplace(tokens_[i].text, i);
    }
    raw_ = Trie(std::move(raw), where);
    normalized_ = Trie(std::move(normalized), where);
}

const AddedToken* AddedTokens::find(Id id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : &tokens_[found->second];
}

const AddedToken* AddedTokens::find(std::string_view text) const {
    const auto found = by_text_.find(text);
    return found == by_text_.end() ? nullptr : &tokens_[found->second];
}

std::vector<Section> AddedTokens::sections(const Characters& characters, bool normalized) const {
    const std::string text = utf8_of(characters);
    const Trie& tokens = normalized ? normalized_ : raw_;
    std::vector<Section> sections;
    const auto append = [&](std::size_t begin, std::size_t end, const AddedToken* token) {
        const auto from = characters.begin();
        if (begin < end)
            sections.push_back(
                {{from + static_cast<std::ptrdiff_t>(begin), from + static_cast<std::ptrdiff_t>(end)},
                 token});
    };
    const auto is_space = [&](std::size_t i) { return is_white_space(characters[i].code); };
    const auto is_letter = [&](std::size_t i) { return is_word_character(characters[i].code); };
    std::size_t done = 0; // what is before it is in a section
    for (std::size_t at = 0, byte = 0; at < characters.size();) {
        const auto [length, index] = tokens.longest_prefix(std::string_view(text).substr(byte));
        std::size_t end = at, end_byte = byte;
        do // past the token, or the character
            end_byte += utf8_size(characters[end++].code);
        while (end_byte < byte + length);
        const AddedToken* token = length > 0 ? &tokens_[static_cast<std::size_t>(index)] : nullptr;
        const bool is_inside_word = token != nullptr && ((at > 0 && is_letter(at - 1)) ||
                                                         (end < characters.size() && is_letter(end)));
        if (token != nullptr && !(token->single_word && is_inside_word) && at >= done) {
            std::size_t begin = at, after = end;
            while (token->takes_space_before && begin > done && is_space(begin - 1))
                --begin;
            while (token->takes_space_after && after < characters.size() && is_space(after))
                ++after;
            append(done, begin, nullptr);
            append(begin, after, token);
            done = after;
        }
        at = end;
        byte = end_byte;
    }
    append(done, characters.size(), nullptr);
    return sections;
}

} // namespace tokens
