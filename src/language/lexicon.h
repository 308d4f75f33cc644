#pragma once
// Everyday words as rows of named features (assets/lexicon.toml), which give a typed sentence a meaning.

#include "base/matrix.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace language {

/// The lexicon has more features than any one set of weights uses: each hand-set one names the features it
/// reads (its d_model), and a word's row is then reduced to those, in that order.
struct Lexicon {
    std::vector<std::string> features;           ///< all features: "living", "thing", …
    std::map<std::string, base::RowVector> rows; ///< case-folded word → (features)

    /// The word's whole row (features); empty for a word that is not in the lexicon.
    std::optional<base::RowVector> find(std::string_view word) const;
    /// The word's row in the features of `subset` (d_model = subset), which must be features of the lexicon.
    std::optional<base::RowVector> find(std::string_view word, const std::vector<std::string>& subset) const;
    /// The index of a feature in `features`; empty if there is none with this name.
    std::optional<base::Index> feature(std::string_view name) const;
};

/// Reads assets/lexicon.toml. Throws InputError naming file, line and entry: unreadable, not TOML, a feature
/// that is not in the list, a value that is not a finite number, a duplicate word.
Lexicon load_lexicon(const std::filesystem::path& file);

} // namespace language
