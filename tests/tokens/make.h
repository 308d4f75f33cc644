#pragma once
// Small vocabularies, and what comes out of a model or a step, as texts.

#include "tokens/model.h"
#include "tokens/tokenizer.h"
#include "tokens/words.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace make {

using Texts = std::vector<std::string>;

namespace files {

/// A vocab.txt, and a vocab.json with its merges.txt.
inline const std::string words = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ncat\n##s\nthe\n";
inline const std::string letters =
    R"({"c": 0, "a": 1, "t": 2, "at": 3, "cat": 4, "Ġ": 5, "<|endoftext|>": 6})";
inline const std::string merges = "#version: 0.2\na t\nc at\n";

} // namespace files

/// The pieces with the ids 0, 1, ….
inline std::shared_ptr<const tokens::Vocabulary> vocabulary(const Texts& pieces) {
    auto vocabulary = std::make_shared<tokens::Vocabulary>();
    for (const std::string& piece : pieces)
        vocabulary->append(piece);
    return vocabulary;
}

/// The pieces of a word.
inline Texts pieces(const tokens::Model& model, const tokens::Vocabulary& vocabulary, std::string_view word) {
    tokens::Parts parts;
    model.split(tokens::characters_of(word), parts);
    Texts pieces;
    for (const tokens::Part& part : parts)
        pieces.push_back(*vocabulary.text(part.id));
    return pieces;
}

/// The pieces of a text.
inline Texts pieces(const tokens::Tokenizer& tokenizer, std::string_view text,
                    tokens::Specials around = tokens::Specials::kept) {
    Texts texts;
    for (const tokens::Piece& piece : tokenizer.encode(text, around))
        texts.push_back(piece.text);
    return texts;
}

/// The words of a text, before a model splits these.
inline Texts words(const tokens::Splitter& split, std::string_view text) {
    tokens::Words words{tokens::characters_of(text), {}};
    if (!words.characters.empty()) words.words.push_back({0, words.characters.size()});
    split(words);
    Texts texts;
    for (const tokens::Word& word : words.words)
        texts.push_back(
            tokens::utf8_of(std::span(words.characters).subspan(word.begin, word.end - word.begin)));
    return texts;
}

} // namespace make
