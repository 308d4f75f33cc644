#pragma once
// What a step puts on screen: the session before it, with the parts that it names replaced.

#include "lesson/lesson.h"
#include "workbench/library.h"
#include "workbench/session.h"

namespace lesson {

/// The session after a step. Words that the step names are looked up in its sentence. Throws InputError
/// naming the step's place and what it sets wrongly: a preset, stage or word that does not exist, a part of a
/// document or of a choice that no session has. Choices are checked where they are taken over, by the views.
workbench::Session after(const workbench::Session& before, const Step& step,
                         const workbench::Library& library);

/// The session after the first `count` steps.
workbench::Session after_steps(workbench::Session before, const Lesson& lesson, std::size_t count,
                               const workbench::Library& library);

} // namespace lesson
