#pragma once
// The unigram model of SentencePiece: each piece has a log probability, and of all ways to put a word
// together the one with the largest sum is taken. Source: Kudo 2018, section 3.2; found by dynamic
// programming (Viterbi 1967).

#include "tokens/model.h"
#include "tokens/trie.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tokens {

struct UnigramOptions {
    std::optional<Id> unknown;  ///< for characters that are in no piece; several in a row are one
    bool byte_fallback = false; ///< such characters are spelled by the pieces of their bytes
    Id reserved = 0;            ///< so many pieces, the first ones, are never found in a text
    /// As TensorFlow.js counts: an unknown character costs nothing; of equal sums, the one whose last piece
    /// begins later ("aa", "a" and not "a", "aa"); and a sum of 0 is none yet.
    bool as_tensorflow_js = false;
};

class Unigram : public Model {
public:
    /// scores[id] is the log probability of a piece. Throws InputError{where, …} for one that is not a
    /// number, a piece that is too long, and an unknown piece that is not in the vocabulary.
    Unigram(const Vocabulary& vocabulary, std::vector<double> scores, UnigramOptions options,
            std::string where);

    /// Throws InputError for a character that is in no piece where there is no piece for the unknown.
    void split(std::span<const Character> word, Parts& parts) const override;
    std::optional<Id> unknown() const override { return options_.unknown; }

private:
    /// The best way to a place between two characters: its sum, and its last piece, which begins at `from`.
    struct Best {
        bool is_found = false;
        double score = 0;
        std::size_t from = 0;
        Id id = -1; ///< −1: an unknown character
    };

    /// To each place of the word: before its first character, and after each.
    std::vector<Best> best_ways(std::span<const Character> word) const;
    void append_unknown(std::span<const Character> run, Parts& parts) const;

    std::vector<double> scores_;
    UnigramOptions options_;
    std::string where_;
    ByteFallback bytes_;
    Trie pieces_;
    double unknown_score_ = 0;
};

} // namespace tokens
