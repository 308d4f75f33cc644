#pragma once
// Words that weights set by hand do not know, and what to do about them.

#include "workbench/document/edit.h"
#include "workbench/document/library.h"
#include "workbench/document/pass.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

inline constexpr std::size_t every_word = std::numeric_limits<std::size_t>::max();

/// A word and one that stands in its place.
struct Swap {
    std::string word, known;
    bool operator==(const Swap&) const = default;
};

struct UnknownWords {
    std::vector<Swap> swaps; ///< each unknown word once, in the order of the sentence
    SetText swapped;         ///< the sentences with the known words in the places of these
    std::string model;       ///< id of the first trained model that knows every word; empty: none does
};

/// Empty where every word has a row. A word is replaced by the known one that is spelt most like it if that
/// is a slip of one letter or can stand in its place, else by one of the opening sentence that can: after an
/// article or preposition a living being or a thing, after an auxiliary a feeling, after a noun an action.
/// At most `most` words are looked up and swapped: each is compared with all known ones, which takes time.
std::optional<UnknownWords> unknown_words(const Prepared& prepared, const Library& library,
                                          std::size_t most = every_word);

} // namespace workbench
