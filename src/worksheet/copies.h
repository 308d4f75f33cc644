#pragma once
// Who gets a sheet, and with which numbers.

#include "narration/narration.h"
#include "worksheet/blanks.h"

#include <optional>
#include <string>
#include <vector>

namespace worksheet {

/// The sheet of one learner.
struct Copy {
    Index number = 1; ///< from 1
    std::string name; ///< printed on it; empty: a line to write it on
    Sums sums;
    Blanks blanks;
};

/// Who gets a sheet, and what is on it.
struct Job {
    Sentence sentence;
    std::uint32_t seed = 1;
    Index count = 1;
    BlanksWanted blanks = {};
    std::vector<std::string> names = {}; ///< of the learners, `count` of them; empty: not known
    std::optional<Sums> own = {};        ///< the document's own numbers, for a sheet alone
};

/// What the sheets of a document are about, with its own numbers where there is one sheet and a hand can do
/// them. The job's sentence says which numbers it has.
void take_own_numbers(Job& job, const workbench::Pass& pass);

inline constexpr Index most_copies = 500;

/// One for each learner: other numbers on each unless they are the document's, the same cells blank on all.
std::vector<Copy> draw_copies(const Job& job);

/// What the sheet leaves out of the document or has in place of it, in a sentence each.
std::vector<std::string> notes_on(const Sentence& sentence, const narration::Texts& texts);

} // namespace worksheet
