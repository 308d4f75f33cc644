#pragma once
// The state of a step in both directions: what it puts on screen, and how what is on screen becomes a step.

#include "lesson/check.h"
#include "lesson/lesson.h"
#include "workbench/document/library.h"
#include "workbench/session/session.h"

#include <filesystem>
#include <string>

namespace lesson {

/// The session after a step: the one before it, with the parts that the step names replaced; of a step from
/// another lesson, what it would be there. Words that the
/// step names are looked up in its sentence. Throws InputError naming the step's place and what it sets
/// wrongly: a preset, stage or word that does not exist, a part of a document that no session has. Choices
/// are checked by the views when they take them over.
workbench::Session after(const workbench::Session& before, const Step& step,
                         const workbench::Library& library);

/// The session after the first `count` steps.
workbench::Session after_steps(workbench::Session before, const Lesson& lesson, std::size_t count,
                               const workbench::Library& library);

// A lesson written by showing it.

/// The file of a lesson with this title: "my-lesson.toml" for "My lesson".
std::filesystem::path file_for(const std::filesystem::path& folder, const std::string& title);

/// What a teacher writes about a step: as in Step, and a question about a number, which may be empty.
struct Words {
    std::string title, text;
    std::string caption = {}, note = {};
    std::string number = {}, ask = {}, because = {}; ///< the question: its formula, text, and explanation
};

/// Adds a step that sets this session at the end of the file, which is created with `lesson` as its title if
/// it does not exist. What it already contains stays as it is. Returns the number of the step. Throws
/// InputError for an empty title or text, a file that is not a lesson, a step with a mistake (as found by
/// mistakes_in()), and when it cannot be written.
std::size_t add_step(const std::filesystem::path& file, const std::string& lesson, const Words& words,
                     const workbench::Session& session, const workbench::Library& library,
                     const Offer& offer);

} // namespace lesson
