#pragma once
// The lecture: one idea fills the window, readable from the last row. A clicker goes from step to step; no
// key does harm.

#include "lesson/story_text.h"
#include "render/lens.h"
#include "ui/board/board.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"

namespace ui {

enum class Blank { no, black, white };

struct LectureState {
    bool on = false;
    Blank blank = Blank::no;
    bool revealed = false;                                 ///< the answer to the step's question is shown
    std::string number = {};                               ///< digits typed so far, for a step to jump to
    std::vector<std::vector<drawing::Point>> strokes = {}; ///< of the pen, in shares of the window
    bool pen_down = false;
    std::optional<render::Lens> lens = {}; ///< held over the picture
    BoardState board = {};
};

/// What is on the wall.
struct Slide {
    std::string title;
    lesson::StoryText caption; ///< one sentence
    std::optional<lesson::StoryText> question = {}, answer = {};
    std::string formula = {};  ///< the whole formula, in the markup of drawing/formula.h; empty: none
    std::string lit_part = {}; ///< of it: the stage
    std::vector<lesson::Tie> pointed = {};
    std::size_t number = 1, count = 1;
    bool of_lesson = false; ///< a step; otherwise a stage
};

/// The formula, title and caption of a pass outside a lesson: its stage's question, and what is said first.
Slide slide_of(const Ui& ui, const Scene& scene);

/// Draws the slide over the whole window. `draw_picture` fills the middle with another view, in its own
/// letters; null: the words and the stage's matrix, in letters of lecture size.
void draw_lecture(Ui& ui, LectureState& state, const Scene& scene, const Slide& slide,
                  const std::function<void(Ui& ui, const drawing::Rect& area)>& draw_picture);

/// What a key asks for.
struct LectureWish {
    std::optional<std::size_t> go_to = {}; ///< a step, from 0
    bool leave = false, full_screen = false;
};
/// Takes this frame's keys; those that mean nothing here do nothing.
LectureWish lecture_keys(const Ui& ui, LectureState& state, const Slide& slide);

} // namespace ui
