#pragma once
// Byte-pair encoding: begins with single characters and joins two neighbours again and again, always those
// that were joined earliest in training and, of equal ones, the first. Sources: Gage 1994 (compression),
// Sennrich, Haddow & Birch 2016 (words), Radford et al. 2019 (of bytes).

#include "tokens/model.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tokens {

/// Two pieces that may be joined; the order of a list of them is that of training.
using Merges = std::vector<std::pair<std::string, std::string>>;

struct BytePairOptions {
    std::optional<std::string>
        unknown;               ///< the piece of a character that is in no other; without it, that is left out
    bool fuse_unknown = false; ///< several of them in a row are one
    bool byte_fallback = false; ///< or it is spelled by the pieces of its bytes
    std::string inside_prefix;  ///< what pieces begin with that do not begin a word
    std::string word_end;       ///< what a piece ends with that ends a word: "</w>"
    bool whole_words = false;   ///< a word that is a piece is this piece, whatever its parts (Llama 3)
};

class BytePairs : public Model {
public:
    /// Throws InputError{where, …} for a merge of or into a piece that is not in the vocabulary, and for one
    /// with an empty half, which could go on forever.
    BytePairs(std::shared_ptr<const Vocabulary> vocabulary, const Merges& merges, BytePairOptions options,
              const std::string& where);

    /// In O(n·log n) for n characters, whatever the word.
    void split(std::span<const Character> word, Parts& parts) const override;
    std::optional<Id> unknown() const override { return unknown_; }

private:
    struct Merge {
        Id left, right;
        std::int32_t rank; ///< the earlier in training, the lower
        Id joined;
    };

    Merge known_merge(const std::string& left, const std::string& right, const std::string& where) const;
    void sort_merges();
    Parts characters_as_pieces(std::span<const Character> word) const;
    std::optional<Id> piece_of(const Character& character, bool is_first, bool is_last) const;
    /// Joins what can be joined.
    Parts join(Parts pieces) const;
    const Merge* merge_of(Id left, Id right) const;

    std::shared_ptr<const Vocabulary> vocabulary_;
    BytePairOptions options_;
    ByteFallback bytes_;
    std::optional<Id> unknown_;
    std::vector<Merge> merges_;        ///< sorted by their halves
    std::vector<std::uint32_t> first_; ///< the first merge of each left half; one more at the end
    std::vector<Id>
        plain_; ///< the piece of each character below U+0180, −1 without: a table for most of them
};

} // namespace tokens
