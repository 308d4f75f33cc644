#pragma once
// How far a goal has come: what it is about, as it stands now, in words. It is computed from the goal's own
// formula, so that one sees it while one changes something else.

#include "lesson/formula.h"
#include "narration/narration.h"

namespace ui {

/// "“bark” gives “dogs” 0.95": what a formula of a goal reads of the pass.
std::string standing_of(const narration::Texts& texts, const std::string& formula, const lesson::Value& value,
                        const workbench::Pass& pass);

} // namespace ui
