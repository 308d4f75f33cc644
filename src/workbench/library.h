#pragma once
// What the program ships with: lexicon, hand-set weights and presets, read once from assets/.

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
    std::string group; ///< "Sentences", "Two languages", "Shapes from courses"
    Document document;
    attention::Index query = 0; ///< the cell that is marked when the preset opens
    attention::Index key = 0;
};

struct Library {
    language::Lexicon lexicon;
    std::vector<model::HandSet> hand_sets;
    std::vector<Preset> presets;

    const model::HandSet& hand_set(const std::string& id) const; ///< throws InputError for an unknown id
    const Preset& preset(const std::string& id) const;           ///< throws InputError for an unknown id
};

/// Reads lexicon.toml, weights/*.toml and presets.toml of the folder. Throws InputError naming file and
/// entry.
Library load_library(const std::filesystem::path& assets);

} // namespace workbench
