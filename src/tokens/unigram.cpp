#include "tokens/unigram.h"

#include "base/input_error.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace tokens {

using base::InputError;

namespace {

/// How much less likely than the least likely piece an unknown character is (SentencePiece's kUnkPenalty).
constexpr double unknown_penalty = 10;

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

std::vector<Unigram::Best> Unigram::best_ways(std::span<const Character> word) const {
    const std::string text = utf8_of(word);
    std::vector<std::size_t> place_of_byte(text.size() + 1); // the character that begins there
    std::size_t byte = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        place_of_byte[byte] = i;
        byte += utf8_size(word[i].code);
    }
    place_of_byte[byte] = word.size();

    std::vector<Best> best(word.size() + 1);
    const auto improve = [&](std::size_t to, double score, std::size_t from, Id id) {
        const Best& known = best[to];
        const bool is_as_good = options_.as_tensorflow_js && (score == known.score || known.score == 0);
        if (!known.is_found || score > known.score || is_as_good) best[to] = {true, score, from, id};
    };
    byte = 0;
    for (std::size_t from = 0; from < word.size(); ++from) {
        const double so_far = best[from].score;
        bool is_known = false; // by itself
        pieces_.each_prefix(std::string_view(text).substr(byte), [&](std::size_t length, Id id) {
            const std::size_t to = place_of_byte[byte + length];
            improve(to, so_far + scores_[static_cast<std::size_t>(id)], from, id);
            is_known = is_known || to == from + 1;
        });
        if (!is_known) improve(from + 1, so_far + unknown_score_, from, -1);
        byte += utf8_size(word[from].code);
    }
    return best;
}

void Unigram::split(std::span<const Character> word, Parts& parts) const {
    const std::vector<Best> best = best_ways(word);
    std::vector<std::size_t> ends; // of the pieces, the last first
    for (std::size_t end = word.size(); end > 0; end = best[end].from)
        ends.push_back(end);
    std::span<const Character> unknown; // a run of characters that are in no piece
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        const Best& piece = best[*end];
        const auto covered = word.subspan(piece.from, *end - piece.from);
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
