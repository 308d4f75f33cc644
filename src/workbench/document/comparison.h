#pragma once
// What the Compare view says about two documents, and the comparisons that it offers.

#include "workbench/document/in_force.h"
#include "workbench/document/library.h"

namespace workbench {

/// One thing that differs: the single source for everything a comparison says. `what` and the keys of the
/// facts are keys of texts; a side without facts has the default. Sides with equal facts differ in details
/// too long to list: other cells, other words.
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

// Two matrices.

/// left − right, and what a view says about it, computed once rather than in every frame.
struct MatrixDifference {
    base::Matrix numbers;            ///< (n, m) left − right; 0 where both are −∞ (forbidden in both)
    float reach = 0;                 ///< the largest finite |left − right|
    base::Index row = 0, column = 0; ///< where |left − right| is largest, infinity included
};

/// left, right (n, m); asserts that the shapes match.
MatrixDifference difference(const base::Matrix& left, const base::Matrix& right);

// The comparisons on offer.

/// Reads assets/comparisons.toml. Throws InputError naming file, line and entry.
std::vector<Comparison> read_comparisons(const std::filesystem::path& file, const Library& library);

} // namespace workbench
