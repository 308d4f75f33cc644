#pragma once
// Whether an answer is right, what a wrong one probably comes from, and where the right one can be seen. No
// answers are stored: they are computed from what is on screen.

#include "lesson/formula.h"
#include "lesson/lesson.h"
#include "lesson/text.h"
#include "narration/narration.h"
#include "workbench/document/selection.h"

namespace lesson {

struct Verdict {
    bool right = false;
    std::string slip = {};         ///< key of a frequent slip, as in the texts "lesson.slip_…"
    std::string because = {};      ///< the lesson's own reply to this, as in Step::text; empty: none
    narration::Values values = {}; ///< for the text of the slip; never the right answer
};

/// The index of the choice that holds. Throws InputError unless exactly one does.
std::size_t right_choice(const Question& question, const Scope& scope);
/// The stages in the order in which they are computed. Throws InputError for a stage that does not exist.
std::vector<std::string> right_order(const Question& question);

/// A number as people type it: "−0,5", "1/3", "2 × (1 + 0.5)", "50%"; a whole one also as "4,096". Empty: it
/// is not a number.
std::optional<double> typed_number(std::string text, bool whole);

Verdict judge_choice(const Question& question, std::size_t chosen, const Scope& scope);
/// Right to `decimals` decimals; of two or more, the last may be off by one.
Verdict judge_number(const Question& question, double typed, const Scope& scope);
/// Right for the word that is asked for, and for others with an equal number.
Verdict judge_click(const Question& question, Index clicked, const Scope& scope);
/// Right within a tenth of the largest of both bars.
Verdict judge_bar(const Question& question, double dragged, const Scope& scope);
Verdict judge_order(const Question& question, const std::vector<std::string>& order);
/// drag, goal: right once the formula holds; not while it speaks of words that are not there.
Verdict judge_goal(const Question& question, const Scope& scope);

/// What a goal is about: what those of its comparisons read that do not hold `at_first`, as formulas, each
/// once. Empty where it is about more than a line can say.
std::vector<std::string> watched(const Question& question, const Scope& at_first);

/// goal: the first slip that holds; null: none does. Throws InputError like evaluate().
const Slip* slip_of_goal(const Question& question, const Scope& scope);

/// What was done towards a goal since `at_first`.
struct Headway {
    bool further = false;                 ///< one of its comparisons holds that did not
    std::vector<std::string> spoilt = {}; ///< what those read that did and no longer do, as formulas
};
/// Throws InputError like evaluate().
Headway headway(const Question& question, const Scope& now, const Scope& at_first);

/// Computes everything that a question may need. Throws InputError, also for a number that is infinite.
void expect_answerable(const Question& question, const Scope& scope);

// Where the answer can be seen.

struct Revealed {
    workbench::Selection selection;                 ///< the stage, head and words to select
    std::optional<workbench::Selection> right = {}; ///< the same for Compare's right-hand document
    std::vector<Tie> pointed = {};                  ///< the cells, words and anchors to point at
};

/// Shows what the question names under "reveal", or else the answer itself: the word to be clicked, the
/// number to be typed, both bars. The first of these that is in a matrix decides the stage, head and words to
/// select. Empty: the answer is nowhere on screen. Throws InputError like evaluate() and pointed_at().
std::optional<Revealed> revealed(const Question& question, const workbench::Selection& selection,
                                 const std::optional<workbench::Selection>& right, const Scope& scope);

} // namespace lesson
