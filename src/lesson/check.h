#pragma once
// Whether a lesson is sound: whether the window can show, compute and ask everything in it. Works without a
// window: what it offers is passed in.

#include "base/input_error.h"
#include "lesson/formula.h"
#include "lesson/lesson.h"
#include "workbench/document/library.h"
#include "workbench/document/pass.h"
#include "workbench/session/session.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace lesson {

// What a lesson can name.

/// Parts of a view that a step can point at, by their anchors.
struct Landmarks {
    std::string_view page = {}; ///< the page that a step has to choose for them; empty: any
    std::vector<std::string_view> names = {};
};

/// A view that a step may open.
struct OfferedView {
    std::string_view key;
    bool has_stages = false;    ///< shows the matrices of the stage
    bool two_documents = false; ///< side by side, the results alone, without the words
    bool has_words = false;     ///< shows the words, which can be clicked and pointed at
    std::vector<Landmarks> landmarks = {};
};

/// What the window offers.
struct Offer {
    std::vector<OfferedView> views;
    /// Throws InputError, naming `where`, for choices that no view knows.
    std::function<void(const workbench::Choices& choices, const std::string& where)> expect_choices;

    const OfferedView* view(std::string_view key) const; ///< null: there is none of that name
};

// Walking through a lesson: each state, number and answer is computed.

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
