#include "tokens/tokenizer.h"

#include "base/input_error.h"

#include <algorithm>

namespace tokens {

// 1. Added tokens are found in the text as it was typed: what they mean must not depend on how it is
// normalized.
// 2. What is between them is normalized,
// 3. searched for those of them that are to be found in normalized text,
// 4. split into words,
// 5. and each word into the model's pieces.
// 6. Some pieces are put before and after all of them.
std::vector<Piece> Tokenizer::encode(std::string_view text, Specials around) const {
    std::vector<Piece> pieces;
    const auto put = [&](const std::vector<Id>& ids, std::size_t place) {
        for (const Id id : ids) {
            pieces.push_back(piece(id, place, place));
            pieces.back().is_special = true;
        }
    };
    if (around == Specials::kept) put(parts_.before, 0);
    for (const Section& typed : parts_.added.sections(characters_of(text), false)) {
        if (typed.token != nullptr) {
            append_section(typed, pieces);
            continue;
        }
        const Characters normalized =
            parts_.normalize ? parts_.normalize(typed.characters) : typed.characters;
        for (const Section& section : parts_.added.sections(normalized, true))
            append_section(section, pieces);
    }
    if (around == Specials::kept) put(parts_.after, text.size());
    return pieces;
}

void Tokenizer::append_section(const Section& section, std::vector<Piece>& pieces) const {
    if (section.token != nullptr) {
        pieces.push_back(
            piece(section.token->id, section.characters.front().begin, section.characters.back().end));
        return;
    }
    Words words{section.characters, {{0, section.characters.size()}}};
    if (parts_.split) parts_.split(words);
    Parts found;
    for (const Word& word : words.words)
        parts_.model->split(std::span(words.characters).subspan(word.begin, word.end - word.begin), found);
    for (const Part& part : found)
        pieces.push_back(piece(part.id, part.begin, part.end));
}

Piece Tokenizer::piece(Id id, std::size_t begin, std::size_t end) const {
    return {id, text(id).value_or(""), begin, end - begin, is_special(id)};
}

std::string Tokenizer::decode(const std::vector<Id>& ids, Specials specials) const {
    Texts texts;
    for (const Id id : ids) {
        auto known = text(id);
        if (!known)
            throw base::InputError("tokens", "there is no piece " + std::to_string(id),
                                   "this tokenizer's ids go up to " + std::to_string(size() - 1));
        if (specials == Specials::kept || !is_special(id)) texts.push_back(std::move(*known));
    }
    if (parts_.decode) texts = parts_.decode(std::move(texts));
    std::string all;
    for (std::size_t i = 0; i < texts.size(); ++i)
        all += (i > 0 && !parts_.decode ? " " : "") + texts[i];
    return all;
}

std::optional<std::string> Tokenizer::text(Id id) const {
    if (const AddedToken* added = parts_.added.find(id)) return added->text;
    const std::string* text = parts_.vocabulary->text(id);
    return text == nullptr ? std::nullopt : std::optional(*text);
}

std::optional<Id> Tokenizer::find(std::string_view text) const {
    if (const AddedToken* added = parts_.added.find(text)) return added->id;
    return parts_.vocabulary->find(text);
}

bool Tokenizer::is_special(Id id) const {
    const AddedToken* added = parts_.added.find(id);
    return added != nullptr && added->is_special;
}

Id Tokenizer::size() const {
    return std::max(parts_.vocabulary->size(), parts_.added.size());
}

} // namespace tokens
