#include "tokens/read_tokenizer.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"
#include "tokens/byte_pairs.h"
#include "tokens/json_node.h"
#include "tokens/read_model.h"
#include "tokens/read_steps.h"
#include "tokens/unigram.h"
#include "tokens/word_pieces.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

namespace tokens {

using base::InputError;

namespace {

const char* const again = "is it a tokenizer's file? get it again";

// Added tokens.

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

/// Puts the tokens beside the vocabulary, in which some have a place already. Throws InputError where they do
/// not fit.
AddedTokens added_tokens(std::vector<AddedToken> tokens, const TokenizerParts& parts,
                         const std::string& where) {
    Vocabulary added; // tells of twins
    for (const AddedToken& token : tokens) {
        const std::string* beside = parts.vocabulary->text(token.id);
        const auto other = parts.vocabulary->find(token.text);
        if ((beside != nullptr && *beside != token.text) || (other && *other != token.id))
            throw InputError(where,
                             "\"" + token.text + "\" has the id " + std::to_string(token.id) +
                                 ", but the vocabulary says otherwise",
                             "the file is damaged: get it again");
        added.add(token.text, token.id, where);
    }
    return {std::move(tokens), parts.normalize, where};
}

/// Those of the vocabulary's pieces that are known as special.
std::vector<AddedToken> specials_among(const Vocabulary& vocabulary, const std::vector<std::string>& texts) {
    std::vector<AddedToken> tokens;
    for (const std::string& text : texts)
        if (const auto id = vocabulary.find(text)) tokens.push_back({text, *id, true});
    return tokens;
}

void put_around(TokenizerParts& parts, const std::string& before, const std::string& after) {
    const auto first = parts.vocabulary->find(before), last = parts.vocabulary->find(after);
    if (!first || !last) return;
    parts.before = {*first};
    parts.after = {*last};
}

// Files.

constexpr std::uintmax_t most_bytes = 500'000'000;

/// "do_lower_case" of the tokenizer_config.json beside a vocabulary, if there is one that says so.
std::optional<bool> says_lower_case(const std::filesystem::path& vocabulary) {
    const std::filesystem::path file = vocabulary.parent_path() / "tokenizer_config.json";
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::nullopt;
    const std::string where = base::shown(file);
    const TokenizerJson config =
        parse_tokenizer_json(base::read_whole_file(file, most_bytes), VocabularyAt::model, where);
    const auto found = JsonNode(config.rest, where).find("do_lower_case");
    return found ? std::optional(found->flag()) : std::nullopt;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        if (lines.back().ends_with('\r')) lines.back().pop_back();
        at = end + 1;
    }
    return lines;
}

bool has_capital(const std::string& text) {
    const Characters characters = characters_of(text);
    const Characters small = lower_case()(characters);
    return !std::ranges::equal(characters, small, {}, &Character::code, &Character::code);
}

const std::vector<std::string> bert_specials = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};

Tokenizer word_piece_tokenizer(const std::string& text, std::optional<bool> lower_case,
                               const std::string& where) {
    auto vocabulary = std::make_shared<Vocabulary>();
    const std::vector<std::string> lines = lines_of(text);
    bool is_cased = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].empty()) continue; // a hole
        if (base::well_formed(lines[i]) != lines[i])
            throw InputError(where, "line " + std::to_string(i + 1) + " is not UTF-8", "get the file again");
        vocabulary->add(lines[i], static_cast<std::int64_t>(i), where);
        is_cased = is_cased || (!lines[i].starts_with('[') && has_capital(lines[i]));
    }
    BertNormalization normalization;
    normalization.lower_case = lower_case.value_or(!is_cased);
    normalization.strip_accents = normalization.lower_case;
    TokenizerParts parts;
    parts.vocabulary = vocabulary;
    parts.normalize = bert_normalization(normalization);
    parts.split = split_as_bert();
    parts.model = std::make_unique<WordPieces>(*vocabulary, WordPieceOptions(), where);
    parts.added = added_tokens(specials_among(*vocabulary, bert_specials), parts, where);
    put_around(parts, "[CLS]", "[SEP]");
    parts.decode = decode_word_pieces("##", true);
    return Tokenizer(std::move(parts));
}

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
    if (file.extension() == ".txt") return word_piece_tokenizer(text, says_lower_case(file), where);
    if (file.filename() != "vocab.json") return tokenizer_from_json(text, where);
    if (first_sign(text) == '[') return tokenizer_from_scored_pieces(text, where);
    const std::filesystem::path merges = file.parent_path() / "merges.txt";
    if (!is_there(merges))
        throw InputError(base::shown(merges), "the merges that belong to vocab.json are missing",
                         "get the model's merges.txt, too");
    return tokenizer_from_vocabulary_and_merges(text, base::read_whole_file(merges, most_bytes), where);
}

Tokenizer tokenizer_from_json(const std::string& text, const std::string& where) {
    const TokenizerJson file = parse_tokenizer_json(text, VocabularyAt::model, where);
    const JsonNode root(file.rest, where);
    TokenizerParts parts;
    parts.vocabulary = vocabulary_of(file, where);
    parts.model = read_model(root.at("model"), parts.vocabulary, file);
    if (const auto node = root.find("normalizer")) parts.normalize = read_normalizer(*node);
    if (const auto node = root.find("pre_tokenizer")) parts.split = read_splitter(*node);
    if (const auto node = root.find("decoder")) parts.decode = read_decoder(*node);
    if (const auto node = root.find("added_tokens")) {
        std::vector<AddedToken> tokens;
        for (const JsonNode& token : node->list())
            tokens.push_back(read_added_token(token));
        parts.added = added_tokens(std::move(tokens), parts, node->where());
    }
    if (const auto node = root.find("post_processor")) {
        Frame frame = read_frame(*node);
        for (const std::vector<Id>* ids : {&frame.before, &frame.after})
            for (const Id id : *ids)
                if (parts.vocabulary->text(id) == nullptr && parts.added.find(id) == nullptr)
                    node->refuse("there is no piece " + std::to_string(id),
                                 "the file is damaged: get it again");
        parts.before = std::move(frame.before);
        parts.after = std::move(frame.after);
    }
    return Tokenizer(std::move(parts));
}

Tokenizer tokenizer_from_vocabulary_and_merges(const std::string& vocabulary, const std::string& merges,
                                               const std::string& where) {
    TokenizerParts parts;
    parts.vocabulary = vocabulary_of(parse_tokenizer_json(vocabulary, VocabularyAt::root, where), where);
    Merges pairs;
    for (const std::string& line : lines_of(merges)) {
        if (line.empty() || line.starts_with("#version")) continue;
        const std::size_t space = line.find(' ');
        if (space == std::string::npos || line.find(' ', space + 1) != std::string::npos)
            throw InputError(where + ", merges.txt",
                             "\"" + line + "\" is not two pieces and a space between them", again);
        pairs.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    parts.split = split_as_gpt2({false, true});
    parts.model = std::make_unique<BytePairs>(parts.vocabulary, pairs, BytePairOptions(), where);
    auto specials =
        specials_among(*parts.vocabulary, {"<|endoftext|>", "<s>", "<pad>", "</s>", "<unk>", "<mask>"});
    for (AddedToken& token : specials)
        token.takes_space_before = token.text == "<mask>"; // RoBERTa's stands for a word with its space
    parts.added = added_tokens(std::move(specials), parts, where);
    put_around(parts, "<s>", "</s>");
    parts.decode = decode_byte_letters();
    return Tokenizer(std::move(parts));
}

Tokenizer tokenizer_from_word_pieces(const std::string& lines, const std::string& where) {
    return word_piece_tokenizer(lines, std::nullopt, where);
}

Tokenizer tokenizer_from_scored_pieces(const std::string& text, const std::string& where) {
    const TokenizerJson file = parse_tokenizer_json(text, VocabularyAt::root, where);
    TokenizerParts parts;
    parts.vocabulary = vocabulary_of(file, where);
    const Pattern space = Pattern::of_literal(" ", where);
    parts.normalize = [compatible = normal_form(NormalForm::nfkc), begun = prepend("▁"),
                       marked = replace(space, "▁")](Characters characters) {
        return marked(begun(compatible(std::move(characters))));
    };
    // As in TensorFlow.js: the first are unknown, begin, end, and three to spare.
    constexpr Id reserved = 6;
    parts.model = std::make_unique<Unigram>(*parts.vocabulary, scores_of(file),
                                            UnigramOptions{0, false, reserved, true}, where);
    parts.decode = [marked = decode_marked_spaces(U'\u2581', false), fused = decode_fused(),
                    begun = decode_stripped(U' ', 1, 0)](Texts texts) {
        return begun(fused(marked(std::move(texts))));
    };
    return Tokenizer(std::move(parts));
}

} // namespace tokens
