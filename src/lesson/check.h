#pragma once
// Whether a lesson is sound: whether the window can show, compute and ask everything in it. Works without a
// window.

#include "base/input_error.h"
#include "lesson/formula.h"
#include "lesson/lesson.h"
#include "workbench/document/library.h"
#include "workbench/document/pass.h"
#include "workbench/session/session.h"

#include <functional>
#include <span>
#include <string_view>

namespace lesson {

// What a step can point at: the cells, words and parts of the window that its view, page and stage put on
// screen. docs/lessons.md lists the parts by name.

/// Parts of the window that can be pointed at by name in a view, or in a page of it.
struct Landmarks {
    std::string_view view;
    std::string_view page; ///< of Labs, as a step chooses it; "trained": with a trained model on screen
    std::vector<std::string_view> names;
};

std::span<const Landmarks> landmarks();

/// Throws InputError when `name`, an entry of a step's "point", means nothing, or nothing that the window
/// shows in the session of that step.
void expect_on_screen(const std::string& name, const workbench::Session& session, const Scope& scope);

/// The same for a word that a question wants clicked: in the sentence, or in its row or column of a matrix.
void expect_clickable(const std::string& formula, const workbench::Session& session, const Scope& scope);

// Walking through a lesson: each state, number and answer is computed.

/// What the window offers that lessons can name.
struct Offer {
    std::function<bool(const std::string& view)> has_view;  ///< one that a step may open
    std::function<bool(const std::string& view)> shows_two; ///< documents, in such a view
    /// Throws InputError, naming `where`, for choices as in Session::choices that no view knows.
    std::function<void(const std::string& choices, const std::string& where)> expect_choices;
};

/// The session in which a lesson starts: the program's opening preset in the Walkthrough.
workbench::Session opening_session(const workbench::Library& library);

struct Passes {
    std::shared_ptr<const workbench::Pass> left, right; ///< right: null without a right-hand document
};
/// Computes the passes of a session. Throws InputError.
Passes passes_of(const workbench::Session& session, const workbench::Library& library);

/// Computes everything that a step says, points at and asks. Throws InputError.
void expect_tellable(const Step& step, const Scope& scope);

/// What the window could not show, compute or ask in a lesson: each mistake with its place, step by step.
/// `from`: the first step that is checked, from 0.
std::vector<base::InputError> mistakes_in(const Lesson& lesson, const workbench::Library& library,
                                          const Offer& offer, std::size_t from = 0);

} // namespace lesson
