#pragma once
// A tokenizer: text to the pieces that a model reads, and back. Start with tokenizer.cpp, which tells its
// steps in order.

#include "tokens/added_tokens.h"
#include "tokens/decode.h"
#include "tokens/model.h"
#include "tokens/normalize.h"
#include "tokens/words.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tokens {

/// A piece of a text.
struct Piece {
    Id id = 0;               ///< its row of the embedding
    std::string text;        ///< as the vocabulary has it: "Ġcat", "▁cat", "##ting", "<0xF0>"
    std::size_t offset = 0;  ///< the first of the bytes of the input that it covers
    std::size_t length = 0;  ///< their number; 0 for what the input does not have
    bool is_special = false; ///< not of the text: "[CLS]", "<|endoftext|>"
};

/// What a tokenizer consists of; each step may be missing but the model.
struct TokenizerParts {
    std::shared_ptr<const Vocabulary> vocabulary; ///< of the model, without added tokens
    AddedTokens added;
    Normalizer normalize;
    Splitter split;
    std::unique_ptr<const Model> model;
    std::vector<Id> before, after; ///< put around each text
    Decoder decode;
};

enum class Specials { kept, left_out };

class Tokenizer {
public:
    explicit Tokenizer(TokenizerParts parts) : parts_(std::move(parts)) {}

    /// The pieces of UTF-8 text, in time that grows with its length times its logarithm at most. In order
    /// they cover the text from its beginning to its end, without what the tokenizer leaves out (spaces,
    /// control characters). Where a character became several pieces by its bytes, each covers its own; where
    /// by normalizing, each covers all of them. Specials::left_out: none are put around it, but those in the
    /// text are still found. Throws InputError for a text that is too long and, with a few tokenizers, for
    /// characters that they do not know.
    std::vector<Piece> encode(std::string_view text, Specials around = Specials::kept) const;

    /// The text of pieces. Throws InputError for an id that there is not.
    std::string decode(const std::vector<Id>& ids, Specials specials = Specials::left_out) const;

    /// The piece as the vocabulary has it; empty for an id that there is not.
    std::optional<std::string> text(Id id) const;
    std::optional<Id> find(std::string_view text) const;
    bool is_special(Id id) const;
    /// One more than the largest id: as many rows as the embedding has at least.
    Id size() const;

private:
    Piece piece(Id id, std::size_t begin, std::size_t end) const;
    void append_section(const Section& section, std::vector<Piece>& pieces) const;

    TokenizerParts parts_;
};

} // namespace tokens
