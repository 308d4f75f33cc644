#include "workbench/document/library.h"

#include "base/files.h"
#include "base/input_error.h"
#include "language/tokenizer.h"
#include "language/toml_file.h"
#include "workbench/document/comparison.h"
#include "workbench/document/sizes.h"

#include <algorithm>
#include <limits>
#include <set>

namespace workbench {

using base::Index;
using base::InputError;
using language::any_size;
using language::Entries;

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

} // namespace

const model::HandSet& Library::hand_set(const std::string& id) const {
    return entry_with(hand_sets, id, "hand-set weights");
}

const Preset& Library::preset(const std::string& id) const {
    return entry_with(presets, id, "preset");
}

const Preset& Library::opening() const {
    return *std::ranges::find(presets, true, &Preset::opening);
}

const Preset& Library::several_heads() const {
    return *std::ranges::find(presets, true, &Preset::several_heads);
}

const Comparison& Library::on_start() const {
    return *std::ranges::find(comparisons, true, &Comparison::start);
}

std::string Library::source_on_offer() const {
    const auto pair =
        std::ranges::find_if(presets, [](const Preset& p) { return !p.document.memory_text.empty(); });
    return pair == presets.end() ? "" : pair->document.memory_text;
}

// Notes of presets.

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

bool note_is_about(const Document& document, Index query, const Library& library) {
    const auto preset = std::ranges::find(library.presets, document.preset, &Preset::id);
    if (preset == library.presets.end() || document.text.empty()) return true;
    const std::vector<std::string> words = language::tokenize(document.text);
    const auto is_named = [&](const std::string& word) {
        return document.note.find("“" + word + "”") != std::string::npos;
    };
    if (std::ranges::none_of(words, is_named)) return true;
    const auto word = [&](Index at) { return language::fold_case(words[static_cast<std::size_t>(at)]); };
    return query < std::ssize(words) && preset->query < std::ssize(words) &&
           word(query) == word(preset->query);
}

// The presets.

namespace {

constexpr Index any_seed = std::numeric_limits<std::uint32_t>::max();

model::RandomSizes read_random(Entries entries) {
    model::RandomSizes sizes;
    sizes.d_model = entries.integer("d_model", sizes.d_model, any_size);
    sizes.heads = entries.integer("heads", sizes.heads, any_size);
    sizes.kv_heads = entries.integer("kv_heads", 0, any_size);
    sizes.d_k = entries.integer("d_k", 0, any_size);
    sizes.d_v = entries.integer("d_v", 0, any_size);
    sizes.output_projection = entries.boolean("output_projection", true);
    sizes.seed = static_cast<std::uint32_t>(entries.integer("seed", 1, any_seed));
    entries.expect_nothing_else();
    return sizes;
}

TrainedWeights read_trained(Entries entries) {
    TrainedWeights weights{entries.text("model", true), entries.integer("layer", 1, any_size) - 1};
    entries.expect_nothing_else();
    return weights;
}

Weights read_weights(Entries& entries, const std::filesystem::path& file) {
    if (entries.has("weights") + entries.has("random") + entries.has("trained") != 1)
        entries.refuse(
            entries.whole(), "there must be one of weights, random and trained",
            "write weights = \"…\", random = {d_model = 16, …} or trained = {model = \"…\", layer = 1}");
    if (const toml::table* trained = entries.table("trained")) return read_trained(Entries(*trained, file));
    if (const toml::table* random = entries.table("random")) return read_random(Entries(*random, file));
    return HandSetWeights{entries.text("weights", true)};
}

PositionKind read_position(Entries& entries) {
    const std::string position = entries.text("position");
    if (position.empty() || position == "none") return PositionKind::none;
    if (position != "sinusoidal")
        entries.refuse(*entries.whole().get("position"), "position \"" + position + "\" is not known",
                       "write \"none\" or \"sinusoidal\"");
    return PositionKind::sinusoidal;
}

/// [preset.rows.<word>] feature = value
std::map<std::string, std::map<std::string, float>>
read_rows(Entries& entries, const std::filesystem::path& file, const language::Lexicon& lexicon) {
    std::map<std::string, std::map<std::string, float>> rows;
    const toml::table* words = entries.table("rows");
    if (!words) return rows;
    for (const auto& [word, row] : *words) {
        if (!row.is_table())
            entries.refuse(row, "the row of a word is not a table",
                           "write [preset.rows." + std::string(word.str()) + "]");
        for (const auto& [feature, value] : *row.as_table()) {
            if (!lexicon.feature(feature.str()))
                entries.refuse(value, "\"" + std::string(feature.str()) + "\" is not a feature",
                               "use the names at the top of lexicon.toml");
            rows[std::string(word.str())][std::string(feature.str())] =
                language::finite_number(file, value, feature.str());
        }
    }
    return rows;
}

Document read_document(Entries& entries, const std::filesystem::path& file,
                       const language::Lexicon& lexicon) {
    Document d;
    d.text = entries.text("text");
    d.memory_text = entries.text("memory");
    d.sentences = entries.texts("sentences");
    if (!d.sentences.empty()) d.text = d.sentences.front();
    d.length = entries.integer("length", 0, any_size);
    d.memory_length = entries.integer("memory_length", 0, any_size);
    if (d.text.empty() == (d.length == 0))
        entries.refuse(entries.whole(), "there must be either a text or a length",
                       "write text = \"The cat sat\" or length = 10");
    d.batch = entries.integer("batch", std::max<Index>(1, static_cast<Index>(d.sentences.size())), max_batch);
    if (!d.sentences.empty() && d.batch != static_cast<Index>(d.sentences.size()))
        entries.refuse(*entries.whole().get("batch"), "the batch has as many items as sentences",
                       "leave it out");
    d.weights = read_weights(entries, file);
    d.word_rows = read_rows(entries, file, lexicon);
    d.note = entries.text("note");
    d.position = read_position(entries);
    d.mask.causal = entries.boolean("causal", false);
    d.mask.before = d.mask.after = entries.integer("window", 0, any_size); // to both sides
    d.mask.padding = entries.integer("padding", 0, any_size);
    return d;
}

/// Checks that the marked cell lies within the matrix, and that the pass can be computed.
void expect_usable(const Preset& preset, const Entries& entries, const Library& library) {
    const auto* trained = std::get_if<TrainedWeights>(&preset.document.weights);
    if (trained && library.trained->awaited(trained->id)) return;
    try {
        const Sizes sizes = sizes_of(preset.document, library);
        if (preset.query >= sizes.n || preset.key >= sizes.m)
            throw InputError("cell",
                             "query " + std::to_string(preset.query) + " and key " +
                                 std::to_string(preset.key) + " are outside " + std::to_string(sizes.n) +
                                 " × " + std::to_string(sizes.m),
                             "both are counted from 0");
        if (preset.document.mask.padding > sizes.m)
            throw InputError("padding", "there are only " + std::to_string(sizes.m) + " keys",
                             "use a smaller number");
    } catch (const InputError& error) {
        entries.refuse(entries.whole(), "preset \"" + preset.id + "\": " + error.where + ": " + error.problem,
                       error.hint);
    }
}

Preset read_preset(const toml::table& table, const std::filesystem::path& file, const Library& library) {
    Entries entries(table, file);
    Preset preset;
    preset.id = entries.text("id", true);
    preset.title = entries.text("title", true);
    preset.group = entries.text("group", true);
    preset.query = entries.integer("query", 0, any_size);
    preset.key = entries.integer("key", 0, any_size);
    preset.feature = entries.integer("feature", 0, any_size);
    preset.opening = entries.boolean("opening", false);
    preset.several_heads = entries.boolean("several_heads", false);
    preset.document = read_document(entries, file, library.lexicon);
    preset.document.preset = preset.id;
    entries.expect_nothing_else();
    expect_usable(preset, entries, library);
    return preset;
}

} // namespace

std::vector<Preset> read_presets(const std::filesystem::path& file, const Library& library) {
    const toml::table root = language::read_toml(file);
    std::vector<Preset> presets;
    std::set<std::string> ids;
    for (const auto& [key, node] : root)
        if (key.str() != "preset" || !node.is_array_of_tables())
            throw InputError(language::place_of(file, node),
                             "there is no entry called \"" + std::string(key.str()) + "\" here",
                             "write [[preset]]");
    if (const toml::array* list = root["preset"].as_array())
        for (const toml::node& node : *list) {
            presets.push_back(read_preset(*node.as_table(), file, library));
            if (!ids.insert(presets.back().id).second)
                throw InputError(language::place_of(file, node),
                                 "the id \"" + presets.back().id + "\" is given twice",
                                 "give every preset its own id");
        }
    if (presets.empty()) throw InputError(file.string(), "there are no presets", "add: [[preset]]");
    for (const auto& [entry, is_set] :
         {std::pair{"opening", &Preset::opening}, {"several_heads", &Preset::several_heads}})
        if (const auto count = std::ranges::count(presets, true, is_set); count != 1)
            throw InputError(file.string(),
                             std::to_string(count) + " presets have " + entry + " = true, expected one",
                             "add it to one preset");
    return presets;
}

// The library as a whole.

namespace {

/// Hand-set weights read rows of the lexicon, so every feature they name must exist there.
void expect_features(const std::vector<model::HandSet>& sets, const language::Lexicon& lexicon,
                     const std::filesystem::path& folder) {
    for (const model::HandSet& set : sets)
        for (const std::string& feature : set.words)
            if (!lexicon.feature(feature))
                throw InputError(base::shown(folder / base::path_from_utf8(set.id)),
                                 "“" + feature + "” is not a feature of the lexicon",
                                 "add it to the list in lexicon.toml, or correct the name");
}

} // namespace

Library load_library(const std::filesystem::path& assets, const std::filesystem::path& own_models,
                     const std::filesystem::path& real_models) {
    Library library;
    library.lexicon = language::load_lexicon(assets / "lexicon.toml");
    library.hand_sets = model::load_hand_sets(assets / "weights");
    expect_features(library.hand_sets, library.lexicon, assets / "weights");
    library.tasks = std::make_shared<const Tasks>(assets);
    library.trained = std::make_shared<TrainedModels>(assets / "models", own_models);
    library.real = std::make_shared<RealModels>(real_models);
    library.presets = read_presets(assets / "presets.toml", library);
    library.comparisons = read_comparisons(assets / "comparisons.toml", library);
    return library;
}

} // namespace workbench
