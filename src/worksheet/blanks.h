#pragma once
// Which cells of a sheet are left for the learner.

#include "worksheet/sums.h"

#include <compare>
#include <optional>
#include <set>

namespace worksheet {

/// Cells of the matrices that are filled in by hand: Q and S of every word, and for the word that asks its
/// scaled scores, e to the power of these less their largest, its weights and its output.
enum class Step { query, scores, scaled, exponentials, weights, output };

struct Blank {
    Step step = Step::query;
    Index row = 0, column = 0;
    auto operator<=>(const Blank&) const = default;
};
using Blanks = std::set<Blank>;

/// Unset: the row of the word that asks through all steps, and a score of another word. A number: so many
/// cells of each matrix, those of that row first and then others, which the seed chooses; of a matrix with
/// fewer all. Forbidden scores are never left out.
Blanks choose_blanks(const Sums& sums, std::optional<Index> count, std::uint32_t seed);

} // namespace worksheet
