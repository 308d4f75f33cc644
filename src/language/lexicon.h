#pragma once
// Everyday words as rows of named features (assets/lexicon.toml), so that a typed sentence means something.

#include "attention/matrix.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace language {

/// The lexicon knows more features than one table of weights uses: each hand-set table names the features it
/// reads (its d_model), and a word's row is what remains of it in those, in that order.
struct Lexicon {
    std::vector<std::string> features;                ///< all that a word can have: "living", "thing", …
    std::map<std::string, attention::RowVector> rows; ///< case-folded word → (features)

    /// The word's whole row (features), or nothing for a word that is not in the lexicon.
    std::optional<attention::RowVector> find(std::string_view word) const;
    /// The word's row in the features of `subset` (d_model = subset), which must be features of the lexicon.
    std::optional<attention::RowVector> find(std::string_view word,
                                             const std::vector<std::string>& subset) const;
    /// The place of a feature in `features`, or nothing.
    std::optional<attention::Index> feature(std::string_view name) const;
};

/// Reads assets/lexicon.toml. Throws InputError naming file, line and entry: unreadable, not TOML, a feature
/// that is not in the list, a value that is not a finite number, a word given twice.
Lexicon load_lexicon(const std::filesystem::path& file);

} // namespace language
