#pragma once
// What the program ships with: lexicon, hand-set weights and presets, read once from assets/.

#include "attention/stage.h"
#include "language/lexicon.h"
#include "model/hand_set.h"
#include "workbench/document.h"

#include <filesystem>
#include <string>
#include <vector>

namespace workbench {

struct Preset {
    std::string id;
    std::string title; ///< as it stands in the menu
    std::string start; ///< as it stands on the Start page; empty: it does not
    std::string group; ///< "Sentences", "Two languages", "Shapes from courses"
    Document document;
    attention::Index query = 0; ///< the cell that is marked when the preset opens
    attention::Index key = 0;
    attention::Index feature = 0; ///< the column that is marked where columns are not words
};

/// One of two documents that are compared, and what is marked in it first.
struct Compared {
    Document document;
    attention::Index query = 0, key = 0, head = 0;
};

/// Two documents to be compared: an entry of comparisons.toml.
struct Comparison {
    std::string id;
    std::string title;    ///< as it stands in the menu: "tired | comfortable"
    std::string question; ///< what to look for; what differs is computed, and not said here
    attention::StageId stage = attention::StageId::softmax;
    bool difference = false; ///< Left − Right is shown
    Compared left, right;
    std::vector<std::string> differs = {}; ///< in what, computed: Difference::what of each
};

struct Library {
    language::Lexicon lexicon;
    std::vector<model::HandSet> hand_sets;
    std::vector<Preset> presets;
    std::vector<Comparison> comparisons;

    const model::HandSet& hand_set(const std::string& id) const; ///< throws InputError for an unknown id
    const Preset& preset(const std::string& id) const;           ///< throws InputError for an unknown id
    /// The sentence that is read when cross-attention is switched on: the source of the first pair on offer.
    std::string source_on_offer() const;
};

/// True while the document has a note of its preset and all that the note may speak of is as the preset has
/// it: language, score function, scale, mask, positions, rows of words and numbers set by hand.
bool note_holds(const Document& document, const Library& library);

/// Reads lexicon.toml, weights/*.toml, presets.toml and comparisons.toml of the folder. Throws InputError
/// naming file and entry.
Library load_library(const std::filesystem::path& assets);

} // namespace workbench
