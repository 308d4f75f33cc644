#pragma once
// What a step needs of the view beside it: the parts that it points at, and the controls that reach its goal.
// Nothing else is shown there.

#include "attention/quantity.h"
#include "lesson/lesson.h"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// The controls that a step can name under "shows", besides parts of its view.
std::span<const std::string_view> controls();

/// The parts and controls that the step names under "shows", the parts that it points at, and what its
/// question takes: the controls that its solution uses; the tabs of Q, K and V where it is about more than
/// one of them; "write" where it has another text. "answer": that is a number to be typed.
/// "alone/weights": it points at this matrix and at nothing else, and asks for no change.
std::set<std::string, std::less<>> needed_by(const Step& step);

/// The matrices in which the question's solution types over numbers, one for each number.
std::vector<attention::Quantity> typed_over_by_solution(const Question& question);

} // namespace lesson
