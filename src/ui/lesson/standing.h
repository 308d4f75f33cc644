#pragma once
// How far a goal has come: what it is about, as it stands now, in words. It is computed from the goal's own
// formula, so that one sees it while one changes something else.

#include "lesson/formula.h"
#include "lesson/lesson.h"
#include "narration/narration.h"

#include <optional>
#include <string>

namespace ui {

/// What a formula of a goal reads of the pass: "weights[it, cat]", "largest(next)".
struct Standing {
    std::string formula;
    lesson::Value value;
    /// The cell or cells that it is about, as far as there are any: of a word those among which it was found,
    /// of a sum those that are added, of a dot product the number that it makes.
    std::optional<lesson::Place> place = {};
};

/// Throws InputError like evaluate().
Standing standing_of(const std::string& formula, const lesson::Scope& scope);

/// "“bark” gives “dogs” 0.95"; empty for what has no words of its own: the question then has a "now".
std::string told(const narration::Texts& texts, const Standing& standing, const workbench::Pass& pass);

/// What keeps a goal from being reached, once something was tried: a slip that the question knows, a result
/// that was typed over, something changed that was to stay, what it says otherwise, part of it still to be
/// done; empty: nothing in particular.
std::string not_yet(const narration::Texts& texts, const lesson::Question& question,
                    const workbench::Pass& now, const workbench::Pass& at_first);

} // namespace ui
