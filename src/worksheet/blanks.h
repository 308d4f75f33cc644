#pragma once
// Which cells of a sheet are left for the learner.

#include "worksheet/sums.h"

#include <compare>
#include <optional>
#include <set>
#include <string>

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

/// How many decimals a step's numbers have.
int decimals_of(Step step, const Decimals& decimals);

/// What a teacher asks to be left out.
struct BlanksWanted {
    /// Unset: the row of the word that asks, and a score of another word. A number: so many cells of each
    /// matrix, those of that row first and then others, which the seed chooses; of a matrix with fewer all.
    std::optional<Index> count = {};
    std::set<Step> steps = {}; ///< of these alone; empty: of all
};

/// "auto", a number of cells, or steps: "scores,softmax". Throws InputError for anything else.
BlanksWanted blanks_wanted(const std::string& text);

/// Forbidden scores are never left out.
Blanks choose_blanks(const Sums& sums, const BlanksWanted& wanted, std::uint32_t seed);

// The softmax of the asked row, as a table with a column for each key.

enum class SoftmaxRow { scores, scaled, shifted, exponentials, weights };

/// Whether a cell of the table is left to the learner: where a power of e is, what leads to it is as well.
bool is_left_out(SoftmaxRow row, Index key, const Sums& sums, const Blanks& blanks);
/// Whether the sum of the powers is.
bool is_sum_left_out(const Sums& sums, const Blanks& blanks);

/// What belongs into the cell, and its decimals.
double number_at(SoftmaxRow row, Index key, const ByHand& hand);
int decimals_of(SoftmaxRow row, const Sums& sums);

} // namespace worksheet
