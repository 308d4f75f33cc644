#pragma once
// WordPiece, BERT's model: the longest piece that the word begins with, then the longest that goes on from
// there, marked "##", and so on. A word that does not come out is unknown as a whole. Sources: Schuster &
// Nakajima 2012; Devlin et al. 2019.

#include "tokens/model.h"
#include "tokens/trie.h"

#include <cstddef>
#include <string>

namespace tokens {

struct WordPieceOptions {
    std::string unknown = "[UNK]";
    std::string inside_prefix = "##"; ///< what pieces begin with that do not begin a word
    std::size_t longest_word = 100;   ///< characters; a longer word is unknown
};

class WordPieces : public Model {
public:
    /// Throws InputError{where, …} where the unknown piece is not in the vocabulary, and for a piece that is
    /// too long.
    WordPieces(const Vocabulary& vocabulary, const WordPieceOptions& options, const std::string& where);

    void split(std::span<const Character> word, Parts& parts) const override;
    std::optional<Id> unknown() const override { return unknown_; }

private:
    bool split_known(std::span<const Character> word, Parts& parts) const;

    Trie first_, inside_;
    std::size_t longest_word_;
    Id unknown_ = 0;
};

} // namespace tokens
