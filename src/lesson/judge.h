#pragma once
// Whether an answer is right, and what a wrong one probably comes from. Nothing is stored: the right answer
// is computed from what is on screen.

#include "lesson/formula.h"
#include "lesson/lesson.h"
#include "lesson/text.h"
#include "narration/markup.h"
#include "workbench/document/selection.h"

namespace lesson {

struct Verdict {
    bool right = false;
    std::string slip = {};         ///< key of a frequent slip, as in the texts "lesson.slip_…"
    std::string because = {};      ///< the lesson's own answer to this, as in Step::text; empty: none
    narration::Values values = {}; ///< what that text of a slip speaks of; never the right answer
};

/// The index of the choice that holds. Throws InputError unless exactly one does.
std::size_t right_choice(const Question& question, const Scope& scope);
/// The stages in the order in which they are computed. Throws InputError for a stage that does not exist.
std::vector<std::string> right_order(const Question& question);

Verdict judge_choice(const Question& question, std::size_t chosen, const Scope& scope);
/// Right to `decimals` decimals; of two or more, the last may be off by one.
Verdict judge_number(const Question& question, double typed, const Scope& scope);
/// The word with this number in its list; others with the same number are right too.
Verdict judge_click(const Question& question, Index clicked, const Scope& scope);
/// Right within a tenth of the largest of both bars.
Verdict judge_bar(const Question& question, double dragged, const Scope& scope);
/// A number as people type it: "−0,5", "1/3", "50%"; a whole one also as "4,096". Empty: it is none.
std::optional<double> typed_number(std::string text, bool whole);
Verdict judge_order(const Question& question, const std::vector<std::string>& order);

/// Computes everything that a question may need. Throws InputError, also for a number that is infinite.
void expect_answerable(const Question& question, const Scope& scope);

// Where the answer to a step's question can be seen: what to look at, and what there shows it. The numbers
// stay as they are.

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
