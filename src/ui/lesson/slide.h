#pragma once
// What a lecture puts on the wall.

#include "lesson/lesson.h"
#include "lesson/telling.h"
#include "ui/canvas/ui.h"
#include "ui/panel/scene.h"

#include <array>
#include <functional>

namespace ui {

struct Slide {
    std::string title;
    lesson::StoryText caption; ///< one sentence
    std::optional<lesson::StoryText> question = {}, answer = {};
    std::string formula = {};  ///< the whole formula, in the markup of drawing/formula.h; empty: none
    std::string lit_part = {}; ///< of it: the stage
    std::vector<lesson::Tie> pointed = {};
    std::array<std::string, 2> sides = {}; ///< what Compare's two passes are called
    std::size_t number = 1, count = 1;
    bool of_lesson = false; ///< a step; otherwise a stage
    bool closing = false;   ///< after the last step: what one can do now, and what comes next
    /// Takes the place of the picture; empty: the words and the stage's matrix, or a view.
    std::function<void(Ui& ui, const drawing::Rect& area)> picture = {};
};

/// The title, caption and formula of a pass outside a lesson: its stage's question, and what is said first.
Slide slide_of(const Ui& ui, const Scene& scene);

/// A step: its caption, or the first sentence of its text, and its question. Throws InputError when it cannot
/// be told of the passes on screen.
Slide slide_of(const lesson::Step& step, lesson::Telling& telling);

/// After the last step: what one can do now, and the lesson that Page Down opens (empty: there is none).
Slide closing_slide(const Ui& ui, const lesson::Lesson& lesson, const std::string& next);

} // namespace ui
