#pragma once
// Walks through lessons without a screen: computes each state, number and answer.

#include "base/input_error.h"
#include "lesson/formula.h"
#include "lesson/lesson.h"
#include "workbench/library.h"
#include "workbench/pass.h"
#include "workbench/session.h"

#include <functional>

namespace lesson {

/// What the window offers, as far as lessons name it.
struct Offer {
    std::function<bool(const std::string& view)> has_view;  ///< one that a step may open
    std::function<bool(const std::string& view)> shows_two; ///< documents, in such a view
    /// Throws InputError, naming `where`, for choices as in Session::choices that no view knows.
    std::function<void(const std::string& choices, const std::string& where)> expect_choices;
};

/// The session in which a lesson starts: the program's opening preset in the Walkthrough.
workbench::Session opening_session(const workbench::Library& library);

/// The passes of a session, computed; `right` is null without a right-hand document. Throws InputError.
struct Passes {
    std::shared_ptr<const workbench::Pass> left, right;
};
Passes passes_of(const workbench::Session& session, const workbench::Library& library);

/// Computes all that a step says, points at and asks. Throws InputError.
void expect_tellable(const Step& step, const Scope& scope);

/// What is wrong with a lesson, step by step, each mistake with its place: whatever the window could not
/// show, compute or ask; empty: nothing. `from`: the first step that is looked at, from 0.
std::vector<base::InputError> mistakes_in(const Lesson& lesson, const workbench::Library& library,
                                          const Offer& offer, std::size_t from = 0);

} // namespace lesson
