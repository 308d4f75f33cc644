#pragma once
// Everyday words as rows of named features (assets/lexicon.toml), which give a typed sentence a meaning; and
// whether the language of a sentence is in doubt.

#include "base/matrix.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace language {

/// The lexicon has more features than any one set of weights uses: each hand-set one names the features it
/// reads (its d_model), and a word's row is reduced to those, in that order.
struct Lexicon {
    std::vector<std::string> features;                   ///< all features: "living", "thing", …
    using Rows = std::map<std::string, base::RowVector>; ///< case-folded word → (features)
    /// All words. One of several languages has its meaning in English, else in the first of them.
    Rows rows;
    std::vector<std::string> languages = {};          ///< besides English, by their codes: "fr", "de"
    std::map<std::string, Rows, std::less<>> of = {}; ///< the words of each, and those of English: "en"

    /// The word's whole row (features); empty for a word that is not in the lexicon.
    std::optional<base::RowVector> find(std::string_view word) const { return find_in("", word); }
    /// The same for the words of one language by its code, and marks and numbers, which are the same in all;
    /// "" stands for all languages.
    std::optional<base::RowVector> find_in(std::string_view language, std::string_view word) const;
    /// The word's row in the features of `subset` (d_model = subset), which must be features of the lexicon.
    std::optional<base::RowVector> find(std::string_view word, const std::vector<std::string>& subset,
                                        std::string_view language = "") const;
    /// The index of a feature in `features`; empty if there is none with this name.
    std::optional<base::Index> feature(std::string_view name) const;
};

/// Reads assets/lexicon.toml. Throws InputError naming file, line and entry: unreadable, not TOML, a feature
/// that is not in the list, a value that is not a finite number, a word given twice in one language.
Lexicon load_lexicon(const std::filesystem::path& file);

/// Reasons to ask which language a sentence is in.
struct Doubt {
    std::vector<std::string> misread; ///< the words that are looked up as English ones: “Die”, “war”
    std::vector<std::string> languages; ///< of the lexicon with some of the words, those with most first
};

/// Empty where the language is certain, or makes no difference because no word is looked up as English. In
/// doubt are sentences of at least four words, half or more of them in no language, and sentences with more
/// words of another language than of English. Punctuation and numbers do not count.
std::optional<Doubt> doubted_language(const std::vector<std::string>& words, const Lexicon& lexicon);

} // namespace language
