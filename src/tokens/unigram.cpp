#include "tokens/unigram.h"

#include "base/input_error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

namespace tokens {

using base::InputError;

namespace {

/// How much less likely than the least likely piece an unknown character is (SentencePiece's kUnkPenalty).
constexpr double unknown_penalty = 10;

/// The best way to the place between two characters: its sum, and its last piece, which begins at `from`.
struct Best {
    double score = 0;
    std::int32_t from = -1; ///< −1: no way found yet
    Id id = -1;             ///< −1: an unknown character
};

} // namespace

Unigram::Unigram(const Vocabulary& vocabulary, std::vector<double> scores, UnigramOptions options,
                 std::string where)
    : scores_(std::move(scores)), options_(options), where_(std::move(where)) {
    if (options_.byte_fallback) bytes_ = ByteFallback(vocabulary);
    if (options_.unknown && vocabulary.text(*options_.unknown) == nullptr)
        throw InputError(where_ + ", unk_id", "there is no piece " + std::to_string(*options_.unknown),
                         "the unknown piece has to be one of the vocabulary: get the file again");
    std::vector<std::pair<std::string_view, Id>> texts;
    for (Id id = options_.reserved; id < static_cast<Id>(scores_.size()); ++id) {
        const std::string* text = vocabulary.text(id);
        if (text == nullptr) continue;
        if (!std::isfinite(scores_[static_cast<std::size_t>(id)]))
            throw InputError(where_, "the score of \"" + *text + "\" is not a number",
                             "scores are log probabilities: get the file again");
        texts.emplace_back(*text, id);
    }
    if (!scores_.empty() && !options_.as_tensorflow_js)
        unknown_score_ = *std::ranges::min_element(scores_) - unknown_penalty;
    pieces_ = Trie(std::move(texts), where_);
}

void Unigram::split(std::span<const Character> word, Parts& parts) const {
    const std::string text = utf8_of(word);
    std::vector<std::int32_t> place_of_byte(text.size() + 1, -1); // the character that begins there
    for (std::size_t i = 0, byte = 0; i <= word.size();
         byte += i < word.size() ? utf8_size(word[i].code) : 0, ++i)
        place_of_byte[byte] = static_cast<std::int32_t>(i);

    std::vector<Best> best(word.size() + 1);
    const auto at = [&best](std::int32_t place) -> Best& { return best[static_cast<std::size_t>(place)]; };
    const auto improve = [&](std::int32_t to, double score, std::int32_t from, Id id) {
        const Best& known = at(to);
        const bool is_as_good = options_.as_tensorflow_js && (score == known.score || known.score == 0);
        if (known.from < 0 || score > known.score || is_as_good) at(to) = {score, from, id};
    };
    const auto size = static_cast<std::int32_t>(word.size());
    std::size_t byte = 0;
    for (std::int32_t from = 0; from < size; ++from) {
        bool is_known = false; // by itself
        pieces_.each_prefix(std::string_view(text).substr(byte), [&](std::size_t length, Id id) {
            const std::int32_t to = place_of_byte[byte + length];
            improve(to, at(from).score + scores_[static_cast<std::size_t>(id)], from, id);
            is_known = is_known || to == from + 1;
        });
        if (!is_known) improve(from + 1, at(from).score + unknown_score_, from, -1);
        byte += utf8_size(word[static_cast<std::size_t>(from)].code);
    }

    std::vector<std::int32_t> ends; // of the pieces, the last first
    for (std::int32_t end = size; end > 0; end = at(end).from)
        ends.push_back(end);
    std::span<const Character> unknown; // a run of characters that are in no piece
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        const Best& piece = at(*end);
        const auto covered =
            word.subspan(static_cast<std::size_t>(piece.from), static_cast<std::size_t>(*end - piece.from));
        if (piece.id < 0 || piece.id == options_.unknown) {
            unknown = {unknown.empty() ? covered.data() : unknown.data(), unknown.size() + covered.size()};
            continue;
        }
        append_unknown(unknown, parts);
        unknown = {};
        parts.push_back({piece.id, covered.front().begin, covered.back().end});
    }
    append_unknown(unknown, parts);
}

void Unigram::append_unknown(std::span<const Character> run, Parts& parts) const {
    if (run.empty()) return;
    const std::size_t before = parts.size();
    if (std::ranges::all_of(run, [&](const Character& each) { return bytes_.spell(each, parts); })) return;
    parts.resize(before);
    if (!options_.unknown)
        throw InputError(where_, "it has no piece for \"" + utf8_of(run) + "\"",
                         "leave that out of the text");
    parts.push_back({*options_.unknown, run.front().begin, run.back().end});
}

} // namespace tokens
