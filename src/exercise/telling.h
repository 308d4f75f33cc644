#pragma once
// What is said of a question and of a mistake in an answer, with the question's own sizes.

#include "exercise/check.h"
#include "narration/narration.h"

#include <string>

namespace exercise {

/// The question's sizes by name, for the texts below: d_k, root, d_model, n, m, heads …
narration::Values values_of(const Question& question);

/// "One head"
const std::string& title_of(const narration::Texts& texts, const Level& level);
/// What the exercise asks for, in a sentence or two.
std::string task_of(const narration::Texts& texts, const Question& question);
/// The same with its formula set apart, in the markup of drawing/figures/formula.h; empty: it has none.
struct SetTask {
    std::string sentence, formula = {};
};
SetTask set_task_of(const narration::Texts& texts, const Question& question);
/// "You get exactly these numbers when the scores are divided by d_k = 4, not by √d_k = 2."
std::string said(const narration::Texts& texts, const Question& question, const Mistake& mistake);

/// "Your rows add up to 0.76, not to 1."
std::string said(const narration::Texts& texts, const Observation& observed);

/// Hint number `step`, from 1 to hint_steps (exercise/hints.h), about a stage; the number worked out is the
/// one that differs most in `wrong`, unless that is null or has another shape.
std::string hint_said(const narration::Texts& texts, const Question& question, const std::string& stage,
                      int step, const CheckedStage* wrong = nullptr);

/// Where a stage differs most: "item 1, head 0, row 2, column 3", counted from 0 as in the answer's arrays.
std::string place_text(const CheckedStage& stage, const Question& question);

} // namespace exercise
