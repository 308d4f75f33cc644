#include "language/vocabulary.h"

#include "base/input_error.h"
#include "base/text.h"
#include "language/tokenizer.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <tuple>

namespace language {

using base::Index;

Vocabulary::Vocabulary(const std::vector<std::string>& words) {
    for (const std::string& word : words)
        if (ids_.emplace(fold_case(word), size()).second) words_.push_back(word);
}

std::optional<Index> Vocabulary::find(std::string_view word) const {
    const auto found = ids_.find(fold_case(word));
    if (found == ids_.end()) return std::nullopt;
    return found->second;
}

Index Vocabulary::id(std::string_view word) const {
    const auto found = find(word);
    assert(found && "the words of a grammar are in its vocabulary");
    return *found;
}

namespace {

std::string list_of(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::vector<std::string_view> letters_of(std::string_view word) {
    std::vector<std::string_view> letters;
    base::each_character(word, [&](std::string_view letter) { letters.push_back(letter); });
    return letters;
}

std::vector<std::string_view> sorted(std::vector<std::string_view> letters) {
    std::ranges::sort(letters);
    return letters;
}

/// How many letters the two have in common, in any place; both are sorted.
std::size_t in_common(const std::vector<std::string_view>& one, const std::vector<std::string_view>& other) {
    std::vector<std::string_view> both;
    std::ranges::set_intersection(one, other, std::back_inserter(both));
    return both.size();
}

} // namespace

std::string Vocabulary::samples() const {
    constexpr std::size_t count = 4;
    std::vector<std::string> typed; // those that can be
    std::ranges::copy_if(words(), std::back_inserter(typed), [](const std::string& word) {
        return has_letter(word) && tokenize(word).size() == 1;
    });
    std::vector<std::string> some; // from all over the list
    for (std::size_t i = 0; i < std::min(count, typed.size()); ++i)
        some.push_back("“" + typed[i * typed.size() / std::min(count, typed.size())] + "”");
    return std::to_string(typed.size()) + " words, such as " + list_of(some);
}

std::vector<Index> Vocabulary::ids(const std::vector<std::string>& words, const std::string& where) const {
    constexpr std::size_t shown = 3;
    std::vector<Index> found;
    std::vector<std::string> unknown, near;
    for (const std::string& word : words) {
        if (const auto id = find(word)) {
            found.push_back(*id);
        } else if (unknown.size() < shown && std::ranges::find(unknown, "“" + word + "”") == unknown.end()) {
            unknown.push_back("“" + word + "”");
            const auto candidates = nearest(word, shown);
            if (!candidates.empty())
                near.push_back("nearest to " + unknown.back() + ": " + list_of(candidates));
        }
    }
    if (unknown.empty()) return found;
    if (near.empty()) near.push_back("it knows " + samples());
    throw base::InputError(where,
                           list_of(unknown) + (unknown.size() == 1 ? " is not a word" : " are not words") +
                               " of this model",
                           list_of(near));
}

std::vector<std::string> Vocabulary::words(const std::vector<Index>& ids) const {
    std::vector<std::string> words;
    for (const Index id : ids)
        words.push_back(word(id));
    return words;
}

std::vector<std::string> Vocabulary::nearest(std::string_view word, std::size_t count) const {
    const std::string sought = fold_case(word);
    const auto letters = letters_of(sought);
    std::vector<std::tuple<double, std::size_t, Index>> found; // relative distance, difference in length, id
    for (const auto& [folded, id] : ids_) {
        const auto own = letters_of(folded);
        const auto [shorter, longer] = std::minmax({letters.size(), own.size()});
        // At least the letters that they do not share differ: too far apart, and slow to compare exactly.
        // They share no more than the shorter one has.
        if (2 * (longer - shorter) >= longer) continue;
        if (2 * (longer - in_common(sorted(letters), sorted(own))) >= longer) continue;
        const double distance =
            static_cast<double>(spelling_distance(sought, folded)) / static_cast<double>(longer);
        if (distance < 0.5 && tokenize(folded).size() == 1)
            // At equal distance a wrong letter is likelier than a missing one.
            found.emplace_back(distance, longer - shorter, id);
    }
    std::ranges::sort(found);
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(count, found.size()); ++i)
        words.push_back(this->word(std::get<Index>(found[i])));
    return words;
}

Index spelling_distance(std::string_view one, std::string_view other) {
    const auto a = letters_of(one), b = letters_of(other);
    // Row i holds the distances of the first i letters of a to the first j of b; three rows are in use.
    std::vector<Index> before, last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = static_cast<Index>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::move(last);
        last = row;
        row[0] = static_cast<Index>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

} // namespace language
