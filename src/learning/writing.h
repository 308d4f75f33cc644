#pragma once
// A causal model that writes: the words that may come next, one of them taken, and so on.

#include "learning/trained.h"

#include <optional>
#include <string>
#include <vector>

namespace learning {

/// How the next word is chosen.
struct Taste {
    float temperature =
        1;         ///< T ≥ 0: probabilities become p^(1/T) in proportion; 0: the most probable word alone
    Index top = 0; ///< only that many of the most probable words; 0: all

    bool operator==(const Taste&) const = default;
};

/// Whether it names the next word of a text, and can begin one.
bool writes(const Trained& model);

/// (answers) probabilities of the next word → the same after the taste: they sum to 1. Source of the
/// temperature: Ackley et al. 1985, "A learning algorithm for Boltzmann machines", section 2; of the top
/// words: Fan et al. 2018, "Hierarchical neural story generation", section 5.4. `no_word` is never drawn: the
/// vocabularies of this program begin with what fills up a batch; those of other models need not.
base::RowVector tasted(const base::RowVector& probabilities, const Taste& taste,
                       std::optional<Index> no_word = language::Vocabulary::padding);
/// The id that a number from 0 to 1, exclusive, falls on when the shares lie one after the other.
Index drawn(const base::RowVector& shares, float chance);

/// A text that a model goes on with.
class Writing {
public:
    /// `words` of the model's vocabulary are what it begins with; without any it begins by itself. Throws
    /// InputError{"sentence", …} for unknown words, naming near ones, and InputError{"model", …} for a model
    /// that does not write: not causal, or without the word at which texts begin.
    Writing(const Trained& model, const std::vector<std::string>& words);

    /// (answers) the probability of every word to come next, by id, as the model gives it.
    const base::RowVector& probabilities() const { return probabilities_; }
    /// Adds a word. Asserts that the text has not ended.
    void take(Index id);
    /// Takes the last word back; false when nothing was written.
    bool take_back();
    /// Whether the last word taken says that the text is over.
    bool ended() const { return ids_.size() > given_ && ids_.back() == boundary_; }
    /// All words, with those that it began with.
    std::vector<std::string> words() const;
    const std::vector<Index>& ids() const { return ids_; } ///< the boundary first if it began by itself

private:
    /// Reads the words that the cache does not hold yet.
    void read();

    const Trained& model_;
    model::KeyValueCache cache_;
    Index boundary_;
    std::vector<Index> ids_;
    std::size_t given_ = 0; ///< ids that it began with
    base::RowVector probabilities_;
};

} // namespace learning
