#pragma once
// All that a person has chosen: a small value, copied for every step of the history.

#include "attention/layer.h"
#include "attention/quantity.h"
#include "model/random.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace workbench {

/// Weights set by hand: the id of a set in assets/weights.
struct HandSetWeights {
    std::string id;
    bool operator==(const HandSetWeights&) const = default;
};

/// Sinusoidal: sines and cosines in all dimensions, or those of the clock where hand-set weights have one.
enum class PositionKind { none, sinusoidal };

/// What language the words are in. The lexicon is English, with a few words of other languages that the
/// presets translate; it is not asked for the words of another one: a German “Die” is not the English verb.
enum class Language { english, other };

/// Which mask, as a person chooses it; it becomes an attention::Mask once the lengths are known.
struct MaskChoice {
    bool causal = false;
    attention::Index window = 0;      ///< 0: none
    attention::Index padding = 0;     ///< how many tokens at the end of the keys are padding
    attention::BoolMatrix drawn = {}; ///< by hand; 0 rows: none

    bool operator==(const MaskChoice& other) const;
};

struct Document {
    std::string preset;                 ///< id of the preset it began as; empty for none
    std::string text;                   ///< the words that ask; empty in a numeric document
    std::string memory_text;            ///< the words that are asked; empty: self-attention
    attention::Index length = 0;        ///< > 0: a numeric document of n random rows without words
    attention::Index memory_length = 0; ///< > 0: numeric cross-attention
    attention::Index batch = 1;         ///< items in the batch
    attention::Index item = 0;          ///< the item shown
    /// A batch of sentences: `text` is the one shown, filled up with padding to the longest. Empty: no such
    /// batch.
    std::vector<std::string> sentences = {};

    Language language = Language::english;
    std::variant<HandSetWeights, model::RandomSizes> weights;
    std::map<std::string, std::map<std::string, float>>
        word_rows;    ///< word → feature → value, in place of the lexicon's
    std::string note; ///< what a reader should know about this preset

    PositionKind position = PositionKind::none;
    attention::ScoreFunction score = attention::ScoreFunction::dot;
    attention::Scale scale;
    MaskChoice mask;
    attention::Dropout dropout;
    std::vector<attention::Index> switched_off; ///< heads that contribute nothing, in rising order
    std::vector<attention::Override> overrides;

    bool operator==(const Document& other) const;
    bool is_cross() const { return !memory_text.empty() || memory_length > 0; }
};

} // namespace workbench
