#pragma once
// Grammars as data (assets/grammars/*.toml): lists of words and phrases, from which sentences are drawn
// and by which they are parsed.
//
// All entries of a list are equally likely. A sentence is an entry of the list `sentence`. A case is a set of
// lists that belong together: a verb, with the reasons that it allows. Within its sentences they take
// precedence over those of the whole grammar. Of some lists [kinds] says what their words are: "an animal".

#include "base/matrix.h"
#include "language/draw.h"
#include "language/phrase.h"

#include <cassert>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace language {

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
