#pragma once
// What differs between two documents: the one place that knows, for whatever a comparison says.

#include "workbench/in_force.h"

namespace workbench {

/// One thing that differs. `what` is a text's key, and so are those of the facts of both sides; a side
/// without facts is as usual. Sides that say the same differ in what is too much to say: other cells, other
/// words.
struct Difference {
    std::string what; ///< "words", "rows", "weights", "d_model", "mask" …
    std::vector<Fact> left, right;

    bool operator==(const Difference&) const = default;
};

/// What has to be known of a side: the document with its words and weights, and the head that is shown.
struct SideShown {
    const Question& question;
    attention::Index head = 0;
};

/// Everything that differs, from the words to the head shown; empty: nothing does.
std::vector<Difference> differences(const SideShown& left, const SideShown& right, const Library& library);

/// The keys of all differences, and of all facts that only they have: each needs a text.
std::vector<std::string> difference_keys();
std::vector<std::string> difference_fact_keys();

} // namespace workbench
