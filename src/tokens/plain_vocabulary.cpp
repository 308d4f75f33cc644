#include "tokens/plain_vocabulary.h"

#include "base/input_error.h"
#include "base/text.h"
#include "tokens/byte_pairs.h"
#include "tokens/read_model.h"
#include "tokens/unigram.h"
#include "tokens/word_pieces.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tokens {

using base::InputError;

namespace {

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

// GPT-2.

/// CLIP's, Qwen's and others' files have the same names, but their words are found otherwise.
void expect_gpt2(const Vocabulary& vocabulary, const VocabularySettings& settings, const std::string& where) {
    const std::string& kind = settings.kind;
    const bool is_other = !kind.empty() && !kind.starts_with("GPT2") && !kind.starts_with("Roberta");
    if (is_other || vocabulary.find("a</w>"))
        throw InputError(where,
                         "it is the vocabulary of " + (is_other ? kind : "CLIP") +
                             ", which finds words in another way than GPT-2",
                         "get the model's tokenizer.json, which says how");
}

Merges read_merges(const std::string& text, const std::string& where) {
    Merges merges;
    for (const std::string& line : lines_of(text)) {
        if (line.empty() || line.starts_with("#version")) continue;
        const std::size_t space = line.find(' ');
        if (space == std::string::npos || line.find(' ', space + 1) != std::string::npos)
            throw InputError(where + ", merges.txt",
                             "\"" + line + "\" is not two pieces and a space between them",
                             "is it a tokenizer's file? get it again");
        merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    return merges;
}

} // namespace

Tokenizer gpt2_tokenizer(const std::string& vocabulary, const std::string& merges, const std::string& where,
                         const VocabularySettings& settings) {
    TokenizerParts parts;
    parts.vocabulary = vocabulary_of(parse_tokenizer_json(vocabulary, VocabularyAt::root, where), where);
    expect_gpt2(*parts.vocabulary, settings, where);
    parts.split = split_as_gpt2({settings.begins_with_space, true});
    parts.model =
        std::make_unique<BytePairs>(parts.vocabulary, read_merges(merges, where), BytePairOptions(), where);
    auto specials =
        specials_among(*parts.vocabulary, {"<|endoftext|>", "<s>", "<pad>", "</s>", "<unk>", "<mask>"});
    for (AddedToken& token : specials)
        token.takes_space_before = token.text == "<mask>"; // RoBERTa's stands for a word with its space
    parts.added = AddedTokens(std::move(specials), *parts.vocabulary, parts.normalize, where);
    put_around(parts, "<s>", "</s>");
    parts.decode = decode_byte_letters();
    return Tokenizer(std::move(parts));
}

// BERT.

namespace {

bool has_capital(const std::string& text) {
    const Characters characters = characters_of(text);
    const Characters small = lower_case()(characters);
    return !std::ranges::equal(characters, small, {}, &Character::code, &Character::code);
}

std::shared_ptr<const Vocabulary> vocabulary_of_lines(const std::vector<std::string>& lines,
                                                      const std::string& where) {
    auto vocabulary = std::make_shared<Vocabulary>();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].empty()) continue; // a hole
        if (base::well_formed(lines[i]) != lines[i])
            throw InputError(where, "line " + std::to_string(i + 1) + " is not UTF-8", "get the file again");
        vocabulary->add(lines[i], static_cast<std::int64_t>(i), where);
    }
    return vocabulary;
}

} // namespace

Tokenizer bert_tokenizer(const std::string& text, const std::string& where,
                         const VocabularySettings& settings) {
    const std::vector<std::string> lines = lines_of(text);
    const bool is_cased = std::ranges::any_of(
        lines, [](const std::string& piece) { return !piece.starts_with('[') && has_capital(piece); });
    BertNormalization normalization;
    normalization.lower_case = normalization.strip_accents = settings.lower_case.value_or(!is_cased);
    TokenizerParts parts;
    parts.vocabulary = vocabulary_of_lines(lines, where);
    parts.normalize = bert_normalization(normalization);
    parts.split = split_as_bert();
    parts.model = std::make_unique<WordPieces>(*parts.vocabulary, WordPieceOptions(), where);
    auto specials = specials_among(*parts.vocabulary, {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"});
    parts.added = AddedTokens(std::move(specials), *parts.vocabulary, parts.normalize, where);
    put_around(parts, "[CLS]", "[SEP]");
    parts.decode = decode_word_pieces("##", true);
    return Tokenizer(std::move(parts));
}

// The sentence encoder. Source: tokenizer of
// https://github.com/tensorflow/tfjs-models/tree/master/universal-sentence-encoder.

Tokenizer sentence_encoder_tokenizer(const std::string& scored, const std::string& where) {
    const TokenizerJson file = parse_tokenizer_json(scored, VocabularyAt::root, where);
    TokenizerParts parts;
    parts.vocabulary = vocabulary_of(file, where);
    const Pattern space = Pattern::of_literal(" ", where);
    parts.normalize = [compatible = normal_form(NormalForm::nfkc), begun = prepend("▁"),
                       marked = replace(space, "▁")](Characters characters) {
        return marked(begun(compatible(std::move(characters))));
    };
    constexpr Id unknown = 0, reserved = 6; // unknown, begin, end, and three to spare
    parts.model = std::make_unique<Unigram>(*parts.vocabulary, scores_of(file),
                                            UnigramOptions{unknown, false, reserved, true}, where);
    parts.decode = [marked = decode_marked_spaces(U'\u2581', false), fused = decode_fused(),
                    begun = decode_stripped(U' ', 1, 0)](Texts texts) {
        return begun(fused(marked(std::move(texts))));
    };
    return Tokenizer(std::move(parts));
}

} // namespace tokens
