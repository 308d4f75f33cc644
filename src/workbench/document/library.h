#pragma once
// Everything the program ships with: lexicon, weights, presets and comparisons, read once from assets/.

#include "attention/stage.h"
#include "language/lexicon.h"
#include "model/hand_set.h"
#include "workbench/document/document.h"
#include "workbench/document/real_models.h"
#include "workbench/document/trained_models.h"

#include <filesystem>
#include <string>
#include <vector>

namespace workbench {

/// A sentence, or a shape, that the menu offers: an entry of presets.toml.
struct Preset {
    std::string id;
    std::string title;          ///< in the menu
    std::string group;          ///< "Sentences", "Two languages", "Numbers without words"
    bool opening = false;       ///< the program starts with it; true for one preset
    bool several_heads = false; ///< offered where several heads are needed; true for one preset
    Document document;
    base::Index query = 0; ///< the cell that is marked when the preset opens
    base::Index key = 0;
    base::Index feature = 0; ///< the marked column where columns are not words
};

/// One of the two documents of a comparison, and what is marked in it when it opens.
struct Compared {
    Document document = {};
    base::Index query = 0, key = 0, head = 0;
};

/// Two documents to compare: an entry of comparisons.toml.
struct Comparison {
    std::string id;
    std::string title;    ///< in the menu: "tired | comfortable"
    std::string question; ///< what to look for; does not state the differences, which are computed
    attention::StageId stage = attention::StageId::softmax;
    bool start = false; ///< the Start page shows its two sentences; true for one comparison
    Compared left, right;
    std::vector<std::string> differs = {}; ///< what differs, computed: Difference::what of each
};

struct Library {
    language::Lexicon lexicon;
    std::vector<model::HandSet> hand_sets;
    std::vector<Preset> presets;
    std::vector<Comparison> comparisons;
    std::shared_ptr<TrainedModels> trained = std::make_shared<TrainedModels>();
    std::shared_ptr<RealModels> real = std::make_shared<RealModels>();
    std::shared_ptr<const Tasks> tasks = {}; ///< what models are trained for

    const model::HandSet& hand_set(const std::string& id) const; ///< throws InputError for an unknown id
    const Preset& preset(const std::string& id) const;           ///< throws InputError for an unknown id
    const Preset& opening() const;                               ///< what the program starts with
    const Preset& several_heads() const;                         ///< offered where several heads are needed
    const Comparison& on_start() const;                          ///< the two sentences of the Start page
    /// The source used when cross-attention is switched on: that of the first pair on offer.
    std::string source_on_offer() const;
};

/// True if the document has a note from its preset and everything the note may refer to is still as in the
/// preset: language, score function, scale, mask, positions, rows of words and numbers set by hand.
bool note_holds(const Document& document, const Library& library);
/// False if the note is about another word: it names words of the sentence, and the preset marks one that is
/// not this one.
bool note_is_about(const Document& document, base::Index query, const Library& library);

/// Reads lexicon.toml, weights/*.toml, presets.toml and comparisons.toml in the folder. Throws InputError
/// naming file and entry. Trained models are read from models/ and from the user's own folder, if given; real
/// models are on offer from another one.
Library load_library(const std::filesystem::path& assets, const std::filesystem::path& own_models = {},
                     const std::filesystem::path& real_models = {});

/// Reads presets.toml, for the lexicon and the weights of `library`. Throws InputError naming file, line and
/// entry: unreadable, not TOML, a missing or unknown entry, a value of the wrong type or out of range, a
/// duplicate id, and sentences, sizes or weights for which no pass can be computed.
std::vector<Preset> read_presets(const std::filesystem::path& file, const Library& library);

} // namespace workbench
