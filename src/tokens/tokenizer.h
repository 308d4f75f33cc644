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
    std::size_t length = 0;  ///< and how many; 0 for a piece that was put in
    bool is_special = false; ///< not part of the text: "[CLS]", "<|endoftext|>"
};

/// What a tokenizer consists of. All but vocabulary and model may be missing.
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

    /// The pieces of a text in UTF-8, in the order of the text; of n characters in O(n·log n). Together they
    /// cover all of it but what the tokenizer leaves out, such as spaces or control characters. A character
    /// that became several pieces by its bytes is shared out among them; one that became several by
    /// normalizing is covered by each of them. With Specials::left_out nothing is put before and after the
    /// text; special pieces that are written in it are found all the same. Throws InputError for a text that
    /// is too long or, with a tokenizer that has no unknown piece, for characters that it does not know.
    std::vector<Piece> encode(std::string_view text, Specials around = Specials::kept) const;

    /// The text that pieces stand for. Throws InputError for an id without a piece.
    std::string decode(const std::vector<Id>& ids, Specials specials = Specials::left_out) const;

    /// A piece as the vocabulary has it; empty for an id without one.
    std::optional<std::string> text(Id id) const;
    std::optional<Id> find(std::string_view text) const;
    bool is_special(Id id) const;
    /// The piece that stands for what the vocabulary has not; empty where there is none.
    std::optional<Id> unknown() const { return parts_.model->unknown(); }
    /// One more than the largest id: as many rows as the embedding has at least.
    Id size() const;

private:
    Piece piece(Id id, std::size_t begin, std::size_t end) const;
    void append_section(const Section& section, std::vector<Piece>& pieces) const;

    TokenizerParts parts_;
};

} // namespace tokens
