#include "tokens/byte_pairs.h"

#include "base/input_error.h"

#include <algorithm>
#include <limits>
#include <numeric>
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

} // namespace

BytePairs::BytePairs(std::shared_ptr<const Vocabulary> vocabulary, const Merges& merges,
                     BytePairOptions options, const std::string& where)
    : vocabulary_(std::move(vocabulary)), options_(std::move(options)) {
    if (options_.byte_fallback) bytes_ = ByteFallback(*vocabulary_);
    if (options_.unknown) unknown_ = known_piece(*vocabulary_, *options_.unknown, where + ", unk_token");
    for (char32_t code = 0; code < plain_characters; ++code) {
        const Character character{code};
        plain_.push_back(vocabulary_->find(utf8_of({&character, 1})).value_or(-1));
    }
    merges_.reserve(merges.size());
    for (const auto& [left, right] : merges)
        merges_.push_back(known_merge(left, right, where));
    sort_merges();
}

BytePairs::Merge BytePairs::known_merge(const std::string& left, const std::string& right,
                                        const std::string& where) const {
    const std::size_t rank = merges_.size();
    const auto place = [&] { return where + ", merge " + std::to_string(rank + 1); };
    if (left.empty() || right.empty())
        throw InputError(place(), "one of its halves is empty", "a merge joins two pieces");
    const auto known = [&](const std::string& piece) {
        const auto id = vocabulary_->find(piece);
        return id ? *id : known_piece(*vocabulary_, piece, place());
    };
    const std::string& prefix = options_.inside_prefix;
    const std::string inside = right.starts_with(prefix) ? right.substr(prefix.size()) : right;
    return {known(left), known(right), static_cast<std::int32_t>(rank), known(left + inside)};
}

void BytePairs::sort_merges() {
    // Of a merge that is there twice, the later rank counts, as in the reference.
    std::sort(merges_.begin(), merges_.end(), [](const Merge& a, const Merge& b) {
        return std::tie(a.left, a.right, b.rank) < std::tie(b.left, b.right, a.rank);
    });
    first_.assign(static_cast<std::size_t>(vocabulary_->size()) + 1, 0);
    for (const Merge& merge : merges_)
        ++first_[static_cast<std::size_t>(merge.left) + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
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
    const Parts joined = join(characters_as_pieces(word));
    parts.insert(parts.end(), joined.begin(), joined.end());
}

Parts BytePairs::join(Parts pieces) const {
    // What can be joined, on top the pair that was learned earliest and, of equal ones, the first in the
    // word.
    struct Candidate {
        std::int32_t rank;
        std::size_t place;
        Id joined;
        bool operator<(const Candidate& other) const {
            return std::tie(rank, place) > std::tie(other.rank, other.place);
        }
    };
    std::priority_queue<Candidate> candidates;

    // Each piece knows the place of its neighbours; one that was joined to the piece before it is out.
    const std::size_t end = pieces.size();
    constexpr std::size_t out = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> before(end), after(end);
    for (std::size_t i = 0; i < end; ++i) {
        before[i] = i == 0 ? end : i - 1;
        after[i] = i + 1;
    }
    const auto merge_at = [&](std::size_t place) -> const Merge* {
        if (place >= end || after[place] >= end) return nullptr; // out, or at an end of the word
        return merge_of(pieces[place].id, pieces[after[place]].id);
    };
    const auto propose = [&](std::size_t place) {
        if (const Merge* merge = merge_at(place)) candidates.push({merge->rank, place, merge->joined});
    };
    for (std::size_t i = 0; i < end; ++i)
        propose(i);
    while (!candidates.empty()) {
        const auto [rank, place, joined] = candidates.top();
        candidates.pop();
        const Merge* merge = merge_at(place);
        if (merge == nullptr || merge->joined != joined) continue; // joined otherwise since it was proposed
        const std::size_t right = after[place];
        pieces[place].id = joined;
        pieces[place].end = pieces[right].end;
        after[place] = after[right];
        after[right] = out;
        if (after[place] < end) before[after[place]] = place;
        propose(before[place]);
        propose(place);
    }
    Parts left;
    for (std::size_t i = 0; i < end; i = after[i])
        left.push_back(pieces[i]);
    return left;
}

} // namespace tokens
