#pragma once
// Words whose row differs from the one the weights give them, because a preset or the user changed it.

#include "attention/quantity.h"

#include <string>
#include <utility>
#include <vector>

namespace workbench {

struct ChangedRow {
    std::string word;                            ///< as in the sentence
    std::vector<base::Index> places;             ///< its rows in X, in ascending order
    std::vector<base::Index> memory_places = {}; ///< and those in the source
    /// The row's features and their current values, without zeros; if it was changed cell by cell, only those
    /// cells.
    std::vector<std::pair<std::string, float>> holds = {};

    bool operator==(const ChangedRow&) const = default;
};

struct Prepared;

/// First the words whose row is set by the document, then the rows in which the user set a number.
std::vector<ChangedRow> changed_rows(const Prepared& prepared);

/// True for X and the source, whose numbers change the row of a word when set by hand.
bool is_of_row(attention::Quantity quantity);

/// True if row `place` of X (or of the source) is one of `rows`.
bool is_changed(const std::vector<ChangedRow>& rows, base::Index place, bool in_memory);

} // namespace workbench
