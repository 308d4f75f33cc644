#pragma once
// What differs between two documents: the single source for everything a comparison says.

#include "workbench/in_force.h"

namespace workbench {

/// One thing that differs. `what` and the keys of the facts are keys of texts; a side without facts has the
/// default. Sides with equal facts differ in details too long to list: other cells, other words.
struct Difference {
    std::string what; ///< "words", "rows", "weights", "d_model", "mask" …
    std::vector<Fact> left, right;

    bool operator==(const Difference&) const = default;
};

/// One side of a comparison: the document with its words and weights, and the head shown.
struct SideShown {
    const Prepared& prepared;
    base::Index head = 0;
};

/// Everything that differs, from the words to the head shown; empty if nothing does.
std::vector<Difference> differences(const SideShown& left, const SideShown& right, const Library& library);

/// The keys of all differences, and of all facts used only by them; each needs a text.
std::vector<std::string> difference_keys();
std::vector<std::string> difference_fact_keys();

} // namespace workbench
