#pragma once
// The words of a trained model and their numbers.

#include "base/matrix.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace language {

/// A fixed list of words; a word's id is its row of the embedding. Id 0 is padding, for the shorter
/// sentences of a batch.
class Vocabulary {
public:
    static constexpr base::Index padding = 0;

    Vocabulary() = default;
    /// The words get the ids 1, 2, … in order. Words that differ only in case are one word, with the first
    /// spelling.
    explicit Vocabulary(const std::vector<std::string>& words);

    /// The number of ids, padding included.
    base::Index size() const { return static_cast<base::Index>(words_.size()); }
    /// The word as the list spells it; "" for padding.
    const std::string& word(base::Index id) const { return words_[static_cast<std::size_t>(id)]; }
    /// Whatever the case and the shape of apostrophes; empty for a word that is not in the list.
    std::optional<base::Index> find(std::string_view word) const;
    /// The id of a word that is in the list.
    base::Index id(std::string_view word) const;
    /// The ids of typed words. Throws InputError{where, …}, naming the words that are not in the list and
    /// those of the list that are nearest to them.
    std::vector<base::Index> ids(const std::vector<std::string>& words, const std::string& where) const;
    /// All words in order, without padding: what the vocabulary was made from.
    std::vector<std::string> words() const { return {words_.begin() + 1, words_.end()}; }
    /// The words of ids, spelt as in the list.
    std::vector<std::string> words(const std::vector<base::Index>& ids) const;
    /// At most `count` words nearest in spelling, the nearest first, with fewer than half of the longer
    /// word's letters different. Only words that can be typed: not "bank (river)", which is an answer.
    std::vector<std::string> nearest(std::string_view word, std::size_t count) const;

private:
    std::string samples() const; ///< how many words can be typed, and a few of them
    std::vector<std::string> words_{""};
    std::map<std::string, base::Index, std::less<>> ids_; // case-folded
};

/// The fewest letters to insert, delete, replace, or swap with their neighbour to turn one word into the
/// other, none of them changed twice (optimal string alignment).
base::Index spelling_distance(std::string_view one, std::string_view other);

} // namespace language
