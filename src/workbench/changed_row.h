#pragma once
// Words whose row is not the one that their weights have for them: a preset or a person changed it.

#include "attention/quantity.h"

#include <string>
#include <utility>
#include <vector>

namespace workbench {

struct ChangedRow {
    std::string word;                                 ///< as it stands in the sentence
    std::vector<attention::Index> places;             ///< the rows of X that are its own, in rising order
    std::vector<attention::Index> memory_places = {}; ///< and those of the source
    /// What the row holds now: features and their values, without zeros; where it was changed cell by cell,
    /// those cells.
    std::vector<std::pair<std::string, float>> holds = {};

    bool operator==(const ChangedRow&) const = default;
};

struct Question;

/// First the words whose row the document sets, then the rows in which a person set a number.
std::vector<ChangedRow> changed_rows(const Question& question);

/// True for the numbers of X and of the source: set by hand, they change the row of a word.
bool is_of_row(attention::Quantity quantity);

/// True when row `place` of X (or of the source) is one of them.
bool is_changed(const std::vector<ChangedRow>& rows, attention::Index place, bool in_memory);

} // namespace workbench
