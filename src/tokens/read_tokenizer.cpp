#include "tokens/read_tokenizer.h"

#include "base/files.h"
#include "base/input_error.h"
#include "tokens/json_node.h"
#include "tokens/plain_vocabulary.h"
#include "tokens/read_model.h"
#include "tokens/read_steps.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace tokens {

using base::InputError;

namespace {

constexpr std::uintmax_t most_bytes = 500'000'000;

bool is_there(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored);
}

std::filesystem::path file_of(const std::filesystem::path& folder_or_file) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder_or_file, ignored)) return folder_or_file;
    for (const char* name : {"tokenizer.json", "vocab.json", "vocab.txt"})
        if (is_there(folder_or_file / name)) return folder_or_file / name;
    throw InputError(base::shown(folder_or_file), "there is no tokenizer in it",
                     "get the model's tokenizer.json, vocab.json with merges.txt, or vocab.txt");
}

/// What the tokenizer_config.json beside a vocabulary says, if there is one.
VocabularySettings settings_beside(const std::filesystem::path& vocabulary) {
    const std::filesystem::path file = vocabulary.parent_path() / "tokenizer_config.json";
    VocabularySettings settings;
    if (!is_there(file)) return settings;
    const std::string where = base::shown(file);
    const TokenizerJson config =
        parse_tokenizer_json(base::read_whole_file(file, most_bytes), VocabularyAt::model, where);
    const JsonNode root(config.rest, where);
    settings.kind = root.text("tokenizer_class", "");
    if (const auto lower_case = root.find("do_lower_case")) settings.lower_case = lower_case->flag();
    settings.begins_with_space = root.flag("add_prefix_space", false);
    return settings;
}

/// The first sign of JSON, which is a list in one kind of vocab.json and an object in the other.
char first_sign(const std::string& json) {
    const std::size_t at = json.find_first_not_of(" \t\r\n");
    return at == std::string::npos ? '\0' : json[at];
}

} // namespace

Tokenizer read_tokenizer(const std::filesystem::path& folder_or_file) {
    std::filesystem::path file = file_of(folder_or_file);
    if (file.filename() == "merges.txt") file.replace_filename("vocab.json");
    const std::string where = base::shown(file);
    const std::string text = base::read_whole_file(file, most_bytes);
    if (file.extension() == ".txt") return bert_tokenizer(text, where, settings_beside(file));
    if (file.filename() != "vocab.json") return tokenizer_from_json(text, where);
    if (first_sign(text) == '[') return sentence_encoder_tokenizer(text, where);
    const std::filesystem::path merges = file.parent_path() / "merges.txt";
    if (!is_there(merges))
        throw InputError(base::shown(merges), "the merges that belong to vocab.json are missing",
                         "get the model's merges.txt, too");
    return gpt2_tokenizer(text, base::read_whole_file(merges, most_bytes), where, settings_beside(file));
}

namespace {

AddedToken read_added_token(const JsonNode& node) {
    AddedToken token;
    token.text = node.at("content").text();
    token.id = static_cast<Id>(node.at("id").count());
    token.is_special = node.flag("special", false);
    token.is_normalized = node.flag("normalized", !token.is_special);
    token.single_word = node.flag("single_word", false);
    token.takes_space_before = node.flag("lstrip", false);
    token.takes_space_after = node.flag("rstrip", false);
    return token;
}

void expect_known(const Frame& frame, const TokenizerParts& parts, const JsonNode& node) {
    for (const std::vector<Id>* ids : {&frame.before, &frame.after})
        for (const Id id : *ids)
            if (parts.vocabulary->text(id) == nullptr && parts.added.find(id) == nullptr)
                node.refuse("there is no piece " + std::to_string(id), "the file is damaged: get it again");
}

} // namespace

namespace {

std::size_t values_in(const nlohmann::json& value) {
    std::size_t count = 1;
    if (value.is_structured())
        for (const nlohmann::json& inner : value)
            count += values_in(inner);
    return count;
}

/// What is done with each text: a dozen values in real files. Thousands would be done thousands of times.
std::optional<JsonNode> find_steps(const JsonNode& root, const std::string& name) {
    constexpr std::size_t most = 2000;
    const auto node = root.find(name);
    if (node && values_in(node->json()) > most)
        node->refuse("it holds more than " + std::to_string(most) + " values",
                     "no tokenizer has so many steps: get the file again");
    return node;
}

} // namespace

Tokenizer tokenizer_from_json(const std::string& text, const std::string& where) {
    const TokenizerJson file = parse_tokenizer_json(text, VocabularyAt::model, where);
    const JsonNode root(file.rest, where);
    TokenizerParts parts;
    parts.vocabulary = vocabulary_of(file, where);
    parts.model = read_model(root.at("model"), parts.vocabulary, file);
    if (const auto node = find_steps(root, "normalizer")) parts.normalize = read_normalizer(*node);
    if (const auto node = find_steps(root, "pre_tokenizer")) parts.split = read_splitter(*node);
    if (const auto node = find_steps(root, "decoder")) parts.decode = read_decoder(*node);
    if (const auto node = root.find("added_tokens")) {
        std::vector<AddedToken> tokens;
        for (const JsonNode& token : node->list())
            tokens.push_back(read_added_token(token));
        parts.added = AddedTokens(std::move(tokens), *parts.vocabulary, parts.normalize, node->where());
    }
    if (const auto node = find_steps(root, "post_processor")) {
        Frame frame = read_frame(*node);
        expect_known(frame, parts, *node);
        parts.before = std::move(frame.before);
        parts.after = std::move(frame.after);
    }
    return Tokenizer(std::move(parts));
}

} // namespace tokens
