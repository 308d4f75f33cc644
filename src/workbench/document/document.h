#pragma once
// Everything the user has chosen: a small value type, copied for every step of the history.

#include "attention/layer.h"
#include "attention/quantity.h"
#include "model/random.h"
#include "workbench/document/mask_choice.h"

#include <compare>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workbench {

/// Hand-set weights: the id of a set in assets/weights.
struct HandSetWeights {
    std::string id;
    bool operator==(const HandSetWeights&) const = default;
};

/// Weights that were trained: a model, and the one of its attentions that is shown (trained_reading.h).
struct TrainedWeights {
    std::string id;
    base::Index layer = 0; ///< from 0, in the order of computation
    // What they are known by in a session (known_weights.h), and not part of the choice:
    std::string hash = {}, file = {};
    bool operator==(const TrainedWeights& other) const { return id == other.id && layer == other.layer; }
};

using Weights = std::variant<HandSetWeights, model::RandomSizes, TrainedWeights>;

/// Sinusoidal: sines and cosines in all dimensions, or only in those of the clock of hand-set weights.
enum class PositionKind { none, sinusoidal };

/// How the words are looked up. The lexicon is English, with a few hundred words of other languages: as
/// english, all of it is used, so that a bilingual sentence is looked up too. As one of the others only that
/// language's words are – a German “Die” is not the English verb –, and as other none.
enum class Language { english, other, french, german, spanish, greek, russian };

/// The code by which sessions and the lexicon know a language: "de"; "en", and "other".
std::string_view code_of(Language language);
/// The language with this code, English if there is none.
Language language_of(std::string_view code);
/// All of them, in the order of the enum.
std::span<const std::string_view> language_codes();

/// A head of one of the attentions of the weights.
struct HeadPlace {
    base::Index layer = 0; ///< as in attention::Cell: 0 but for trained models
    base::Index head = 0;
    auto operator<=>(const HeadPlace&) const = default;
};

struct Document {
    std::string preset;            ///< id of the preset it started from; empty for none
    std::string text;              ///< the query words; empty in a numeric document
    std::string memory_text;       ///< the key words; empty: self-attention
    base::Index length = 0;        ///< > 0: a numeric document of n random rows without words
    base::Index memory_length = 0; ///< > 0: numeric cross-attention
    base::Index batch = 1;         ///< items in the batch
    base::Index item = 0;          ///< the item shown
    /// A batch of sentences: `text` is the one shown, padded to the length of the longest. Empty: not such a
    /// batch.
    std::vector<std::string> sentences = {};

    Language language = Language::english;
    bool language_told = false; ///< by the user, who is not asked again
    Weights weights;
    std::map<std::string, std::map<std::string, float>>
        word_rows;    ///< word → feature → value, overriding the lexicon
    std::string note; ///< what the user should know about this preset

    PositionKind position = PositionKind::none;
    attention::ScoreFunction score = attention::ScoreFunction::dot;
    attention::Scale scale;
    MaskChoice mask;
    attention::Dropout dropout;
    std::vector<HeadPlace> switched_off; ///< heads that contribute nothing, in ascending order
    std::vector<attention::Override> overrides;

    bool operator==(const Document& other) const;
    bool is_cross() const { return !memory_text.empty() || memory_length > 0; }
};

/// The attention::Cell::layer of what the document shows: 0 but for trained models.
base::Index shown_layer(const Document& document);
/// The heads of one layer that are switched off, in ascending order.
std::vector<base::Index> heads_off(const Document& document, base::Index layer);

} // namespace workbench
