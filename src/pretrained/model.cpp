#include "pretrained/model.h"

#include "attention/rms_norm.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "pretrained/binding.h"
#include "pretrained/families.h"
#include "pretrained/sentence_encoder.h"
#include "tokens/read_tokenizer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>

namespace pretrained {

using base::InputError;
namespace fs = std::filesystem;

std::optional<tokens::Id> Model::mask() const {
    for (const char* text : {"[MASK]", "<mask>"})
        if (const auto id = tokenizer.find(text); id && tokenizer.is_special(*id)) return id;
    return std::nullopt;
}

bool Model::is_end(tokens::Id piece) const {
    return std::ranges::find(ends, piece) != ends.end();
}

namespace {

constexpr std::uintmax_t most_config_bytes = 10'000'000;

bool has_file(const fs::path& folder, const char* name) {
    std::error_code ignored;
    return fs::is_regular_file(folder / name, ignored);
}

/// The folder of a model that is named by one of its files, or by itself.
fs::path folder_of(const fs::path& folder_or_file) {
    std::error_code ignored;
    if (fs::is_directory(folder_or_file, ignored)) return folder_or_file;
    if (!fs::exists(folder_or_file, ignored))
        throw InputError(base::shown(folder_or_file), "there is no such file or folder", "check its name");
    const fs::path folder = folder_or_file.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

nlohmann::json read_config(const fs::path& file, const std::string& where) {
    const std::string text = base::read_whole_file(file, most_config_bytes);
    base::expect_bounded_json(text, where);
    nlohmann::json config = nlohmann::json::parse(text, nullptr, false);
    if (!config.is_object())
        throw InputError(where, "it is not a JSON object", "is it the model's config.json? get it again");
    return config;
}

/// The core norms queries and keys by an ε of its own.
void expect_epsilon_of_heads(const Architecture& a, const std::string& where) {
    if (a.attention.normed && a.norm.epsilon != attention::rms_epsilon)
        throw InputError(where, "queries and keys normed with another epsilon than 1e-6 are not known",
                         "see docs/models.md");
}

/// A tokenizer's ids are rows of the embedding. Some models leave a few rows free, none a tenth of them.
void expect_own_tokenizer(const tokens::Tokenizer& tokenizer, Index words, const fs::path& folder) {
    const auto ids = static_cast<Index>(tokenizer.size());
    const Index free = words - ids;
    if (free < 0 || (free > 1024 && free > words / 10))
        throw InputError(base::shown(folder),
                         "its tokenizer has " + std::to_string(ids) + " pieces, the model's embedding " +
                             std::to_string(words) + " rows",
                         "get the tokenizer that belongs to the model");
}

/// One piece, or several in a list; none where it is not said.
std::vector<tokens::Id> ends_in(const tokens::JsonNode& config) {
    const auto ends = config.find("eos_token_id");
    std::vector<tokens::Id> ids;
    if (ends)
        for (const tokens::JsonNode& id : ends->json().is_array() ? ends->list() : std::vector{*ends})
            ids.push_back(static_cast<tokens::Id>(id.count()));
    return ids;
}

} // namespace

ModelPtr open_model(const fs::path& folder_or_file) {
    const fs::path folder = folder_of(folder_or_file);
    if (folder_or_file != folder) expect_no_foreign_weights(folder_or_file); // whatever lies beside it
    if (!has_file(folder, "config.json") && is_sentence_encoder(folder)) return open_sentence_encoder(folder);
    WeightFiles files = open_weights(folder); // says best what a folder has instead
    const fs::path config_file = folder / "config.json";
    if (!has_file(folder, "config.json"))
        throw InputError(base::shown(config_file), "the model's config.json is missing",
                         "get it, and put it beside the weights");
    const std::string where = base::shown(config_file);
    const nlohmann::json json = read_config(config_file, where);
    const tokens::JsonNode config(json, where);
    const Family& family = family_of(config);
    Architecture architecture = family.read(config);
    architecture.family = family.model_type;
    expect_epsilon_of_heads(architecture, where);
    Weights weights = bound_weights(architecture, family.names, files);
    tokens::Tokenizer tokenizer = tokens::read_tokenizer(folder);
    expect_own_tokenizer(tokenizer, architecture.words, folder);
    return std::make_shared<const Model>(Model{std::move(architecture), std::move(files), std::move(weights),
                                               std::move(tokenizer), ends_in(config)});
}

// A layer as the core knows it.

attention::Layer layer_of(const Model& model, Index layer) {
    model.files.expect_whole();
    const LayerWeights& w = model.weights.layers[static_cast<std::size_t>(layer)];
    attention::Layer made;
    made.heads = model.architecture.attention.heads;
    made.kv_heads = model.architecture.attention.key_heads;
    made.w_q = w.q.numbers();
    made.w_k = w.k.numbers();
    made.w_v = w.v.numbers();
    made.w_o = w.o.numbers();
    made.b_q = w.q.b;
    made.b_k = w.k.b;
    made.b_v = w.v.b;
    made.b_o = w.o.b;
    made.q_norm = w.q_norm;
    made.k_norm = w.k_norm;
    return made;
}

attention::Options options_of(const Model& model, Index layer) {
    const AttentionStyle& style = model.architecture.attention;
    const LayerStyle& own = model.architecture.layers[static_cast<std::size_t>(layer)];
    attention::Options options;
    options.scale = style.scale;
    options.softcap = style.softcap;
    options.mask.causal = style.causal;
    if (own.window > 0) options.mask.window.left = own.window - 1;
    options.rotary = own.rotary;
    return options;
}

} // namespace pretrained
