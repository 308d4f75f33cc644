#pragma once
// Everything the user has chosen, the mask included: a small value type, copied for every step of the
// history.

#include "attention/layer.h"
#include "attention/quantity.h"
#include "model/random.h"

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
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

/// A trained model, and which of its attentions is shown (see TrainedReading).
struct TrainedWeights {
    std::string id;
    base::Index layer = 0; ///< from 0, in the order of computation
    // Not part of the choice; a session recognises the weights by them (note_weights(), find_weights()):
    std::string hash = {}, file = {};
    bool operator==(const TrainedWeights& other) const { return id == other.id && layer == other.layer; }
};

/// A real model, opened from the files that people have (RealModels), and which of its layers is shown.
struct RealWeights {
    std::string id;        ///< its folder
    base::Index layer = 0; ///< from 0
    bool operator==(const RealWeights&) const = default;
};

using Weights = std::variant<HandSetWeights, model::RandomSizes, TrainedWeights, RealWeights>;

/// Sinusoidal: sines and cosines in all dimensions, or only in those of the clock of hand-set weights.
enum class PositionKind { none, sinusoidal };

/// How the words are looked up. The lexicon is English, with a few hundred words of other languages. With
/// english all of it is used, so that a bilingual sentence is looked up, too; with another language only its
/// own words (a German “Die” is not the English verb); with other none.
enum class Language { english, other, french, german, spanish, greek, russian };

/// The code by which sessions and the lexicon know a language: "en", "other", "de" …
std::string_view code_of(Language language);
/// The language with this code, English if there is none.
Language language_of(std::string_view code);
/// All of them, in the order of the enum.
std::span<const std::string_view> language_codes();

// The mask as a person chooses and draws it.

/// The kinds of mask that can be chosen together; 0: not chosen.
struct MaskKinds {
    base::Index causal = 0;  ///< 1: chosen
    base::Index before = 0;  ///< how many earlier neighbours may be seen: the left side of a window
    base::Index after = 0;   ///< how many later ones: its right side
    base::Index padding = 0; ///< how many keys at the end are padding

    bool operator==(const MaskKinds&) const = default;
};

/// A row in the table of these kinds. A new kind needs a field of MaskKinds, a row, and a meaning in
/// spelled_out().
struct ChosenKind {
    const char* key; ///< sessions, chips, anchors; its name is the text "controls.<key>"
    base::Index MaskKinds::*amount;
    bool is_switch; ///< on or off; otherwise a number
};
std::span<const ChosenKind> chosen_kinds();

/// The mask as chosen by the user; it becomes an attention::Mask once the lengths are known.
struct MaskChoice : MaskKinds {
    base::BoolMatrix drawn = {}; ///< drawn by hand; 0 rows: none
    /// The kinds that the drawing replaces: it allows cells that they forbid, so they are no longer chosen.
    /// They come back when the drawing is cleared.
    MaskKinds beneath = {};

    bool operator==(const MaskChoice& other) const;
};

/// The mask of m keys. `filled_up`: how many keys at the end are padding because the sentence is shorter than
/// the longest of its batch. Throws InputError for more padding than keys.
attention::Mask spelled_out(const MaskChoice& choice, base::Index m, base::Index filled_up = 0);

/// The mask of n queries and m keys after drawing on these cells of the scores. Forbidding adds to the kinds
/// chosen; where a cell is allowed that a kind forbids, the drawing takes the place of the kinds.
MaskChoice with_drawn(MaskChoice mask, const std::vector<attention::Cell>& cells, bool allow, base::Index n,
                      base::Index m);
/// The mask once its drawing is cleared.
MaskChoice without_drawing(MaskChoice mask);

/// What models of today add to a pass (see attention::Options and Layer).
struct Additions {
    std::optional<attention::Rotary> rotary = {};
    float softcap = 0; ///< 0: none
    bool alibi = false;
    std::optional<float> sink = {}; ///< its logit, the same in every head

    bool operator==(const Additions&) const = default;
};

// The document.

/// A head of one of the attentions of the weights.
struct HeadPlace {
    base::Index layer = 0; ///< as in attention::Cell: 0 but for trained and real models
    base::Index head = 0;
    auto operator<=>(const HeadPlace&) const = default;
};

/// The most numbers set by hand in a document. A session of two documents then stays far below
/// base::most_json_values, so that what was saved can be opened.
inline constexpr std::size_t most_overrides = 10'000;

struct Document {
    std::string preset;            ///< id of the preset it started from; empty for none
    std::string text;              ///< the query words; empty in a numeric document
    std::string memory_text;       ///< the key words; empty: self-attention
    base::Index written = 0;       ///< words at the end of `text` that the model wrote
    base::Index length = 0;        ///< > 0: a numeric document of n random rows without words
    base::Index memory_length = 0; ///< > 0: numeric cross-attention
    base::Index batch = 1;         ///< items in the batch
    base::Index item = 0;          ///< the item shown
    /// A batch of sentences, all padded to the length of the longest; `text` is the one shown. Empty: none.
    std::vector<std::string> sentences = {};

    Language language = Language::english;
    bool language_told = false; ///< chosen by the user, who is not asked again
    Weights weights;
    std::map<std::string, std::map<std::string, float>>
        word_rows;    ///< word → feature → value, overriding the lexicon
    std::string note; ///< what the user should know about this preset

    PositionKind position = PositionKind::none;
    attention::ScoreFunction score = attention::ScoreFunction::dot;
    attention::Scale scale;
    MaskChoice mask;
    attention::Dropout dropout;
    Additions additions;
    std::vector<HeadPlace> switched_off; ///< heads that contribute nothing, in ascending order
    std::vector<attention::Override> overrides;

    bool operator==(const Document&) const = default;
    bool is_cross() const { return !memory_text.empty() || memory_length > 0; }
};

/// The attention::Cell::layer of what the document shows: 0 but for trained and real models.
base::Index shown_layer(const Document& document);
/// The same weights with another layer shown; asserts that they have layers.
Weights with_layer(Weights weights, base::Index layer);
/// Whether these are models of several layers, trained or real.
bool have_layers(const Weights& weights);
/// The heads of one layer that are switched off, in ascending order.
std::vector<base::Index> heads_off(const Document& document, base::Index layer);

} // namespace workbench
