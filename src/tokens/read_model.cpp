#include "tokens/read_model.h"

#include "base/input_error.h"
#include "tokens/byte_pairs.h"
#include "tokens/unigram.h"
#include "tokens/word_pieces.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tokens {

std::shared_ptr<const Vocabulary> vocabulary_of(const TokenizerJson& file, const std::string& where) {
    auto vocabulary = std::make_shared<Vocabulary>();
    vocabulary->reserve(std::max(file.pieces.size(), file.scored.size()));
    for (const auto& [text, id] : file.pieces)
        vocabulary->add(text, id, where);
    for (const auto& [text, score] : file.scored)
        vocabulary->append(text);
    if (vocabulary->size() == 0)
        throw base::InputError(where, "its vocabulary is empty or missing",
                               "is it a tokenizer's file? get it again");
    return vocabulary;
}

std::vector<double> scores_of(const TokenizerJson& file) {
    std::vector<double> scores;
    for (const auto& [text, score] : file.scored)
        scores.push_back(score);
    return scores;
}

namespace {

std::optional<std::string> optional_text(const JsonNode& node, const std::string& name) {
    const auto found = node.find(name);
    return found ? std::optional(found->text()) : std::nullopt;
}

std::unique_ptr<const Model>
read_byte_pairs(const JsonNode& node, std::shared_ptr<const Vocabulary> vocabulary, const Merges& merges) {
    if (const auto dropout = node.find("dropout"); dropout && dropout->json() != 0)
        dropout->refuse("merges are left out by chance",
                        "set it to null: a text then has one way to be split");
    BytePairOptions options;
    options.unknown = optional_text(node, "unk_token");
    options.fuse_unknown = node.flag("fuse_unk", false);
    options.byte_fallback = node.flag("byte_fallback", false);
    options.inside_prefix = node.text("continuing_subword_prefix", "");
    options.word_end = node.text("end_of_word_suffix", "");
    options.whole_words = node.flag("ignore_merges", false);
    return std::make_unique<BytePairs>(std::move(vocabulary), merges, options, node.where());
}

std::unique_ptr<const Model> read_word_pieces(const JsonNode& node, const Vocabulary& vocabulary) {
    WordPieceOptions options;
    options.unknown = node.text("unk_token", options.unknown);
    options.inside_prefix = node.text("continuing_subword_prefix", options.inside_prefix);
    options.longest_word = node.count("max_input_chars_per_word", options.longest_word);
    return std::make_unique<WordPieces>(vocabulary, options, node.where());
}

std::unique_ptr<const Model> read_unigram(const JsonNode& node, const Vocabulary& vocabulary,
                                          const TokenizerJson& file) {
    UnigramOptions options;
    if (const auto unknown = node.find("unk_id")) options.unknown = static_cast<Id>(unknown->count());
    options.byte_fallback = node.flag("byte_fallback", false);
    return std::make_unique<Unigram>(vocabulary, scores_of(file), options, node.where());
}

/// Older files do not name the type.
std::string type_of(const JsonNode& model, const TokenizerJson& file) {
    return model.text("type", !file.scored.empty() ? "Unigram" : file.merges.empty() ? "WordPiece" : "BPE");
}

} // namespace

std::unique_ptr<const Model> read_model(const JsonNode& node,
                                        const std::shared_ptr<const Vocabulary>& vocabulary,
                                        const TokenizerJson& file) {
    const std::string type = type_of(node, file);
    if ((type == "Unigram") != file.pieces.empty())
        node.refuse("its vocabulary is not that of a model of type " + type,
                    "is it a tokenizer's file? get it again");
    if (type == "BPE") return read_byte_pairs(node, vocabulary, file.merges);
    if (type == "WordPiece") return read_word_pieces(node, *vocabulary);
    if (type == "Unigram") return read_unigram(node, *vocabulary, file);
    node.refuse("the type \"" + type + "\" is not known", "known are BPE, Unigram, WordPiece");
}

} // namespace tokens
