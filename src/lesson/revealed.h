#pragma once
// Where the answer to a step's question can be seen: what to look at, and what there shows it. The numbers
// stay as they are.

#include "lesson/lesson.h"
#include "lesson/story_text.h"
#include "workbench/selection.h"

namespace lesson {

struct Revealed {
    workbench::Selection selection;                 ///< what is looked at: stage, head, words
    std::optional<workbench::Selection> right = {}; ///< the same in Compare's right-hand document
    std::vector<Tie> pointed = {};                  ///< cells, words, anchors
};

/// Shows what the question names under "reveal", or else where its answer stands: the word that a click
/// gives, the number of a typed one, both bars. The first that stands in a matrix decides the stage, head and
/// words that are looked at. Empty: the answer stands nowhere on screen. Throws InputError like evaluate()
/// and pointed_at().
std::optional<Revealed> revealed(const Question& question, const workbench::Selection& selection,
                                 const std::optional<workbench::Selection>& right, const Scope& scope);

} // namespace lesson
