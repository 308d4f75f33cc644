#include "workbench/library.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "workbench/comparison.h"
#include "workbench/preset_file.h"

#include <algorithm>

namespace workbench {

using base::InputError;

namespace {

template <typename Entry>
const Entry& entry_with(const std::vector<Entry>& entries, const std::string& id, const std::string& kind) {
    std::string known;
    for (const Entry& entry : entries) {
        if (entry.id == id) return entry;
        known += (known.empty() ? "" : ", ") + entry.id;
    }
    throw InputError(kind, "nothing is called “" + id + "”", "choose one of: " + known);
}

/// Hand-set weights read rows of the lexicon, so every feature they name must exist there.
void expect_features(const std::vector<model::HandSet>& sets, const language::Lexicon& lexicon,
                     const std::filesystem::path& folder) {
    for (const model::HandSet& set : sets)
        for (const std::string& feature : set.words)
            if (!lexicon.feature(feature))
                throw InputError((folder / set.id).string(),
                                 "“" + feature + "” is not a feature of the lexicon",
                                 "add it to the list in lexicon.toml, or correct the name");
}

} // namespace

const model::HandSet& Library::hand_set(const std::string& id) const {
    return entry_with(hand_sets, id, "hand-set weights");
}

const Preset& Library::preset(const std::string& id) const {
    return entry_with(presets, id, "preset");
}

std::string Library::source_on_offer() const {
    const auto pair =
        std::ranges::find_if(presets, [](const Preset& p) { return !p.document.memory_text.empty(); });
    return pair == presets.end() ? "" : pair->document.memory_text;
}

bool note_holds(const Document& document, const Library& library) {
    const auto preset = std::find_if(library.presets.begin(), library.presets.end(),
                                     [&](const Preset& p) { return p.id == document.preset; });
    if (document.note.empty() || preset == library.presets.end()) return false;
    const Document& as_opened = preset->document;
    return document.score == as_opened.score && document.scale == as_opened.scale &&
           document.language == as_opened.language && document.mask == as_opened.mask &&
           document.position == as_opened.position && document.word_rows == as_opened.word_rows &&
           document.overrides == as_opened.overrides;
}

bool note_is_about(const Document& document, base::Index query, const Library& library) {
    const auto preset = std::ranges::find(library.presets, document.preset, &Preset::id);
    if (preset == library.presets.end() || document.text.empty()) return true;
    const std::vector<std::string> words = language::tokenize(document.text);
    const auto is_named = [&](const std::string& word) {
        return document.note.find("“" + word + "”") != std::string::npos;
    };
    if (std::ranges::none_of(words, is_named)) return true;
    const auto word = [&](base::Index at) {
        return language::fold_case(words[static_cast<std::size_t>(at)]);
    };
    return query < std::ssize(words) && preset->query < std::ssize(words) &&
           word(query) == word(preset->query);
}

const Preset& Library::opening() const {
    return *std::ranges::find(presets, true, &Preset::opening);
}

const Preset& Library::several_heads() const {
    return *std::ranges::find(presets, true, &Preset::several_heads);
}

Library load_library(const std::filesystem::path& assets, const std::filesystem::path& own_models) {
    Library library;
    library.lexicon = language::load_lexicon(assets / "lexicon.toml");
    library.hand_sets = model::load_hand_sets(assets / "weights");
    expect_features(library.hand_sets, library.lexicon, assets / "weights");
    library.tasks = std::make_shared<const Tasks>(assets);
    library.trained = std::make_shared<TrainedModels>(assets / "models", own_models);
    library.presets = read_presets(assets / "presets.toml", library);
    library.comparisons = read_comparisons(assets / "comparisons.toml", library);
    return library;
}

} // namespace workbench
