#include "tokens/byte_pairs.h"

#include "base/input_error.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace tokens {

using base::InputError;

namespace {

constexpr char32_t plain_characters = 0x180; // ASCII, Latin-1, and all letters of bytes

Id known_piece(const Vocabulary& vocabulary, const std::string& piece, const std::string& where) {
    if (const auto id = vocabulary.find(piece)) return *id;
    throw InputError(where, "the piece \"" + piece + "\" is not in the vocabulary",
                     "vocabulary and merges have to be of one model: get both again");
}

std::string place_of_merge(const std::string& where, std::size_t index) {
    return where + ", merge " + std::to_string(index + 1);
}

} // namespace

BytePairs::BytePairs(std::shared_ptr<const Vocabulary> vocabulary, const Merges& merges,
                     BytePairOptions options, const std::string& where)
    : vocabulary_(std::move(vocabulary)), options_(std::move(options)) {
    if (options_.byte_fallback) bytes_ = ByteFallback(*vocabulary_);
    if (options_.unknown) unknown_ = known_piece(*vocabulary_, *options_.unknown, where + ", unk_token");
    merges_.reserve(merges.size());
    const std::string& prefix = options_.inside_prefix;
    for (std::size_t i = 0; i < merges.size(); ++i) {
        const auto& [left, right] = merges[i];
        if (left.empty() || right.empty())
            throw InputError(place_of_merge(where, i), "one of its halves is empty",
                             "a merge joins two pieces");
        const std::string_view inside = right;
        const std::string joined =
            left + std::string(inside.substr(inside.starts_with(prefix) ? prefix.size() : 0));
        const auto known = [&](const std::string& piece) {
            const auto id = vocabulary_->find(piece);
            return id ? *id : known_piece(*vocabulary_, piece, place_of_merge(where, i));
        };
        merges_.push_back({known(left), known(right), static_cast<std::int32_t>(i), known(joined)});
    }
    // Of a merge that is there twice, the later rank counts, as in the reference.
    std::sort(merges_.begin(), merges_.end(), [](const Merge& a, const Merge& b) {
        return std::tie(a.left, a.right, b.rank) < std::tie(b.left, b.right, a.rank);
    });
    first_.assign(static_cast<std::size_t>(vocabulary_->size()) + 1, 0);
    for (const Merge& merge : merges_)
        ++first_[static_cast<std::size_t>(merge.left) + 1];
    for (std::size_t id = 1; id < first_.size(); ++id)
        first_[id] += first_[id - 1];
    for (char32_t code = 0; code < plain_characters; ++code) {
        const Character character{code};
        plain_.push_back(vocabulary_->find(utf8_of({&character, 1})).value_or(-1));
    }
}

const BytePairs::Merge* BytePairs::merge_of(Id left, Id right) const {
    const auto begin = merges_.begin() + first_[static_cast<std::size_t>(left)];
    const auto end = merges_.begin() + first_[static_cast<std::size_t>(left) + 1];
    const auto found =
        std::partition_point(begin, end, [right](const Merge& each) { return each.right < right; });
    return found != end && found->right == right ? &*found : nullptr;
}

std::optional<Id> BytePairs::piece_of(const Character& character, bool is_first, bool is_last) const {
    const bool is_marked =
        (!is_first && !options_.inside_prefix.empty()) || (is_last && !options_.word_end.empty());
    if (!is_marked && character.code < plain_characters) {
        const Id id = plain_[character.code];
        return id < 0 ? std::nullopt : std::optional(id);
    }
    std::string text = is_first ? "" : options_.inside_prefix;
    append_utf8(text, character.code);
    if (is_last) text += options_.word_end;
    return vocabulary_->find(text);
}

Parts BytePairs::characters_as_pieces(std::span<const Character> word) const {
    Parts parts;
    parts.reserve(word.size());
    bool after_unknown = false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const Character& character = word[i];
        if (const auto id = piece_of(character, i == 0, i + 1 == word.size())) {
            parts.push_back({*id, character.begin, character.end});
        } else if (bytes_.spell(character, parts)) {
        } else if (unknown_) {
            if (after_unknown && options_.fuse_unknown)
                parts.back().end = character.end;
            else
                parts.push_back({*unknown_, character.begin, character.end});
            after_unknown = true;
            continue;
        }
        after_unknown = false;
    }
    return parts;
}

void BytePairs::split(std::span<const Character> word, Parts& parts) const {
    if (options_.whole_words)
        if (const auto id = vocabulary_->find(utf8_of(word))) {
            parts.push_back({*id, word.front().begin, word.back().end});
            return;
        }
    Parts pieces = characters_as_pieces(word);
    if (pieces.empty()) return;

    // Neighbours in a chain; a piece that was joined to the one before it is out.
    const auto size = static_cast<std::int32_t>(pieces.size());
    constexpr std::int32_t out = -2;
    std::vector<std::int32_t> before(pieces.size()), after(pieces.size());
    for (std::int32_t i = 0; i < size; ++i) {
        before[static_cast<std::size_t>(i)] = i - 1;
        after[static_cast<std::size_t>(i)] = i + 1;
    }

    // What can be joined, the earliest of training and the first in the word on top.
    struct Candidate {
        std::int32_t rank, place;
        Id joined;
        bool operator<(const Candidate& other) const {
            return std::tie(rank, place) > std::tie(other.rank, other.place);
        }
    };
    std::priority_queue<Candidate> candidates;
    const auto at = [](auto& values, std::int32_t i) -> auto& {
        return values[static_cast<std::size_t>(i)];
    };
    const auto merge_at = [&](std::int32_t place) -> const Merge* {
        if (place < 0 || at(after, place) == out || at(after, place) >= size) return nullptr;
        return merge_of(at(pieces, place).id, at(pieces, at(after, place)).id);
    };
    const auto propose = [&](std::int32_t place) {
        if (const Merge* merge = merge_at(place)) candidates.push({merge->rank, place, merge->joined});
    };
    for (std::int32_t i = 0; i + 1 < size; ++i)
        propose(i);
    while (!candidates.empty()) {
        const Candidate best = candidates.top();
        candidates.pop();
        const Merge* merge = merge_at(best.place);
        if (merge == nullptr || merge->joined != best.joined)
            continue; // joined otherwise since it was proposed
        const std::int32_t right = at(after, best.place), next = at(after, right);
        at(pieces, best.place).id = merge->joined;
        at(pieces, best.place).end = at(pieces, right).end;
        at(after, best.place) = next;
        at(after, right) = out;
        if (next < size) at(before, next) = best.place;
        propose(at(before, best.place));
        propose(best.place);
    }
    for (std::int32_t i = 0; i < size; i = at(after, i))
        parts.push_back(at(pieces, i));
}

} // namespace tokens
