#pragma once
// What a tokenizer's model does: it splits a word into pieces of its vocabulary.

#include "tokens/characters.h"
#include "tokens/vocabulary.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tokens {

/// A piece found in the text, and the bytes of the input that it covers.
struct Part {
    Id id = 0;
    std::uint32_t begin = 0, end = 0;
};
using Parts = std::vector<Part>;

class Model {
public:
    Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    virtual ~Model() = default;

    /// Appends the pieces of a word of at least one character.
    virtual void split(std::span<const Character> word, Parts& parts) const = 0;
    /// The piece that stands for what is in no other; empty where there is none.
    virtual std::optional<Id> unknown() const = 0;
};

/// Spells a character that is in no piece by the pieces "<0x00>" to "<0xFF>" of its bytes in UTF-8.
/// Source: Kudo & Richardson 2018 (SentencePiece); byte fallback came with its version 0.1.9.
class ByteFallback {
public:
    /// Without any such piece, as for models that do not fall back.
    ByteFallback() { pieces_.fill(-1); }
    explicit ByteFallback(const Vocabulary& vocabulary);
    /// Appends the pieces; false, and nothing, where one is missing. Each covers its byte of the input, or
    /// all bytes of the character where normalizing has changed these.
    bool spell(const Character& character, Parts& parts) const;

private:
    std::array<Id, 256> pieces_; ///< −1: missing
};

} // namespace tokens
