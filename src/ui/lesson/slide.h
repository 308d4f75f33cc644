#pragma once
// A view on the wall: what the slide is about in letters of lecture size, and nothing around it.

#include "lesson/lesson.h"
#include "lesson/text.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "ui/lesson/hall.h"
#include "ui/lesson/reading_slide.h"

#include <array>
#include <functional>

namespace ui {

/// One side of a page, as long as suits its subject; in design pixels.
struct PageSide {
    float length;
    float before = 0, subject_before = 0; ///< in the frame before, for how the subject grows with the page
};

/// The view is laid out on a page of such a size that its subject fills the slide.
struct CloseUp {
    std::optional<drawing::Rect> subject = {}; ///< on the page, in design pixels; empty: all of it
    PageSide width = {1120}, height = {740};   ///< of the page
    int fittings = 0;                          ///< how often the page was changed for its subject
    bool fits = true;                          ///< the last frame's page needs no other change
    drawing::Rect area = {};                   ///< on the slide, as last drawn
    drawing::Point room = {};                  ///< the same for the subject, in design pixels
    drawing::Point corner = {};                ///< of the page in the window, as last drawn
    float scale = 1;                           ///< pixels to a design pixel, as last drawn
};

/// Draws the subject of a page within `area`: in the letters of `large` where it has room, else nearly so.
/// `reacts`: to the mouse.
void draw_close_up(const Ui& large, CloseUp& state, const drawing::Rect& area, bool reacts,
                   const std::function<void(Ui& ui, const drawing::Rect& page)>& draw);

/// Looks at these places, which the frame just drawn shows, from the next frame on, and fits the page to
/// them. None: at the same as before.
void look_at(const Ui& ui, CloseUp& state, const std::vector<drawing::Rect>& places);

// What a lecture puts on the wall.

struct Slide {
    std::string title;
    lesson::LessonText caption; ///< one sentence
    std::optional<lesson::LessonText> question = {}, answer = {};
    std::optional<lesson::LessonText> tried = {}; ///< what the last try came to, or how to try
    std::size_t longest_reply = 0; ///< to a wrong answer, about so many letters: it has its room
    std::string formula = {};  ///< the whole formula, in the markup of drawing/figures/formula.h; empty: none
    std::string lit_part = {}; ///< of it: the stage
    std::vector<lesson::Tie> pointed = {};
    std::vector<lesson::Tie> changed = {}; ///< by the answer: numbers and words
    std::array<std::string, 2> sides = {}; ///< what Compare's two passes are called
    std::size_t number = 1, count = 1;
    bool of_lesson = false;     ///< a step; otherwise a stage
    bool recalls = false;       ///< … that asks for something of an earlier lesson
    bool left = false;          ///< a step whose words were replaced: the keys lead back to it
    bool clicks = false;        ///< its question is answered by a click on a word
    bool asks_number = false;   ///< … by a number that is typed
    bool works = false;         ///< … by working the picture: the arrow, a number, an arc
    bool takes_numbers = false; ///< numbers are typed on it: none of them leads elsewhere
    bool in_hand = false;       ///< now: the picture reacts to the mouse
    std::size_t choices = 0;    ///< of its question …
    std::size_t right = 0;      ///< … and the right one
    /// The matrices with a number that its goal takes: they are in the picture.
    std::vector<attention::Quantity> typed_over = {};
    bool tall = false;    ///< its picture needs much of the height
    bool closing = false; ///< after the last step: what one can do now, and what comes next
    /// Draws the controls that its goal takes, on a line above the picture; empty: there are none.
    std::function<void(Ui& ui, const drawing::Rect& line)> controls = {};
    /// Takes the place of the picture; empty: the words and the stage's matrix, or a view.
    std::function<void(Ui& ui, const drawing::Rect& area, const Growth& growth)> picture = {};
};

/// Whether it points at this part of a view.
bool points_at(const Slide& slide, std::string_view anchor);

/// The title, caption and formula of a pass outside a lesson: its stage's question, and what is said first.
Slide slide_of(const Ui& ui, const Scene& scene);

/// A step: its caption, or the first sentence of its text, and its question, with the votes of the hall
/// beside its choices. Throws InputError when it cannot be told of the passes on screen.
Slide slide_of(const lesson::Step& step, lesson::Telling& telling, const Hall& hall = {});

/// After the last step: what one can do now, and the lesson that Page Down opens (empty: there is none).
Slide closing_slide(const Ui& ui, const lesson::Lesson& lesson, const std::string& next);

} // namespace ui
