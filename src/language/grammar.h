#pragma once
// Grammars as data (assets/grammars/*.toml): lists of words and phrases, from which sentences are drawn
// and by which they are parsed.
//
// A phrase is a line of words in which
//     {animal}       stands for an entry of the list `animal`,
//     [very {often}] is left out half the time,
//     it@asked       gives a word a mark. The mark of a list names the last word of what stands for it.
// A list is a string of words, "cat dog", or a list of phrases, ["the {animal}", "my {animal}"]. All entries
// of a list are equally likely. A sentence is an entry of the list `sentence`. A case is a set of lists that
// belong together: a verb, with the reasons that it allows. Within its sentences they take precedence over
// those of the whole grammar. Of some lists [kinds] says what their words are: "an animal".

#include "base/matrix.h"

#include <cassert>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace language {

struct Part;
using Phrase = std::vector<Part>;

struct Part {
    enum class Kind { word, list, optional };
    Kind kind = Kind::word;
    std::string text; ///< the word, or the name of the list
    std::string mark; ///< "": none
    Phrase inner;     ///< what is optional
};

using Lists = std::map<std::string, std::vector<Phrase>, std::less<>>;

struct Case {
    std::string name; ///< "bank (river)"
    Lists lists;
};

struct Grammar {
    Lists lists;
    std::map<std::string, std::vector<Case>, std::less<>> groups; ///< the cases of each kind
    /// List → what each of its words is: "an animal". No word is in two of these lists.
    std::map<std::string, std::string, std::less<>> kinds = {};

    /// The entries of a list; null if there is no such list.
    const std::vector<Phrase>* find(const Case& in, std::string_view list) const;
    /// All words that sentences can have, in alphabetical order.
    std::vector<std::string> words() const;
    /// The words that can stand for a list, whatever the case.
    std::set<std::string> words_of(std::string_view list) const;
    /// The same in one case; none without such a list.
    std::set<std::string> words_of(const Case& in, std::string_view list) const;
};

/// Alternative marks: every sentence has at least one.
using AnyOf = std::vector<std::string>;

/// Reads a grammar with at least one case of each of these kinds. Every sentence must have a mark of each of
/// `marks`. Throws InputError naming file, line and entry: unreadable, not TOML, an unclosed bracket, a list
/// that is missing, empty, never used, or part of itself, a word twice in a list or in two kinds, a sentence
/// without a mark.
Grammar load_grammar(const std::filesystem::path& file, const std::vector<std::string>& groups,
                     const std::vector<AnyOf>& marks = {});

/// Chance, the same on every machine for the same seed: draws whole numbers from std::mt19937 by our own
/// formula, because the distributions of <random> differ between standard libraries.
class Draw {
public:
    explicit Draw(std::uint32_t seed) : engine_(seed) {}

    /// From 0 to count − 1, all practically equally likely (each share is off by less than 2⁻³²); count ≥ 1.
    std::uint32_t operator()(std::size_t count) {
        assert(count >= 1 && count <= UINT32_MAX);
        return static_cast<std::uint32_t>((std::uint64_t{engine_()} * count) >> 32);
    }
    /// True with a probability of `percent`/100.
    bool chance(std::uint32_t percent) { return (*this)(100) < percent; }
    /// One of the entries of a list that is not empty.
    template <class List>
    const typename List::value_type& from(const List& list) {
        return list[(*this)(list.size())];
    }

private:
    std::mt19937 engine_;
};

struct Sentence {
    std::vector<std::string> words;
    std::map<std::string, base::Index, std::less<>> marks; ///< mark → position of its word
    std::string case_name;

    bool has(std::string_view mark) const { return marks.contains(mark); }
    /// Asserts that a word has this mark.
    base::Index at(std::string_view mark) const {
        const auto found = marks.find(mark);
        assert(found != marks.end());
        return found->second;
    }
    const std::string& word(std::string_view mark) const { return words[static_cast<std::size_t>(at(mark))]; }
};

/// A sentence of a case of this kind, all cases being equally likely.
Sentence sample(const Grammar& grammar, std::string_view group, Draw& draw);

/// Every way in which the words, spelt as in the grammar, are a sentence of a case of this kind; none if they
/// are not.
std::vector<Sentence> parse(const Grammar& grammar, std::string_view group,
                            const std::vector<std::string>& words);

} // namespace language
