#pragma once
// Phrases of the grammars: lines of words, of which some stand for others.
//
//     {animal}       stands for an entry of the list `animal`,
//     {A.he}         in stories: for a field of what the role A is,
//     [very {often}] is left out half the time,
//     it@asked       gives a word a mark; the mark of a list names the last word of what stands for it,
//     {A}~hero       gives the mark to every word of it.
// A list is a string of words, "cat dog", or a list of phrases, ["the {animal}", "my {animal}"].

#include "language/toml_file.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace language {

struct Part;
using Phrase = std::vector<Part>;

struct Part {
    enum class Kind { word, list, optional };
    Kind kind = Kind::word;
    std::string text;       ///< the word, or the name of the list or role
    std::string field = {}; ///< of the role; "": none named
    std::string mark = {};  ///< "": none
    bool every = false;     ///< every word of it has the mark, not its last one alone
    Phrase inner = {};      ///< what is optional
};

using Lists = std::map<std::string, std::vector<Phrase>, std::less<>>;

/// The phrases of an entry of a file: a string of words, or a list of phrases. Throws InputError naming file
/// and line: nothing in it, an unclosed bracket, a missing name, a word twice in a string of words.
std::vector<Phrase> read_phrases(Entries& entries, const std::string& key, const toml::node& node);

} // namespace language
