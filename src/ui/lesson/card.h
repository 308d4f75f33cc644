#pragma once
// A lesson's text on screen: paragraphs, items of a list, code.

#include "lesson/text.h"
#include "ui/lesson/run.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

namespace ui {

inline constexpr float card_line_spacing = 1.38F;

/// Draws the text, or only measures it, from `at` (top left) within `width`; returns its height. `first_tie`
/// is added to the number of each tie. `spacing`: from line to line, in letters.
float draw_lesson_text(Ui& ui, const lesson::LessonText& text, drawing::Point at, float width, float size,
                       bool measure_only, const TieUse& tied = {}, int first_tie = 0,
                       drawing::Role ink = drawing::Role::text, float spacing = card_line_spacing);

// The lesson's card, where the view's own panel on the left would be: title, text, question, Back and Next.

inline constexpr float lesson_card_width = 360; ///< design pixels

/// What the learner asked for.
struct LessonWish {
    std::optional<std::size_t> go_to = {}; ///< a step
    bool come_back = false;                ///< to the step that is open, as it was
    bool close = false;
    bool finish = false;      ///< the last step is done
    bool without = false;     ///< the lesson counts as done although questions are open
    bool start_page = false;  ///< from the end of a lesson
    bool next_lesson = false; ///< the same
    std::string room = {};    ///< the side room that the step offers, by its id
    bool exercise = false;    ///< from the end of a lesson, what Check has to it

    bool any() const {
        return go_to || come_back || close || finish || without || start_page || next_lesson ||
               !room.empty() || exercise;
    }
};

/// What the text names on screen, and what the mouse does about it.
struct LessonTies {
    std::vector<lesson::Tie> ties;
    std::vector<std::optional<drawing::Rect>> places; ///< in the last frame
    std::optional<std::size_t> in_text;               ///< under the mouse in the text
};

/// The side room that the open step offers; without an id there is none.
struct SideRoom {
    std::string id = {}, title = {};
    int minutes = 0;
};

struct LessonCardState {
    SideRoom room;
    LessonTies ties;
    lesson::LessonText told; ///< the step's text, with the numbers that it had when it could be told last
    std::string told_at;     ///< the place of that step
    std::string now;         ///< how far its goal has come; empty: that is in sight, or nothing is asked
    std::string not_yet;     ///< what keeps it from being reached; empty: nothing in particular
    std::string drawn_at;    ///< the place of the step drawn last
    long attempts = 0;       ///< at its question, as last drawn …
    bool asked = false;      ///< … and whether it was open: the reply to an answer is scrolled into sight
};

/// Where the learner is.
struct Path {
    bool left = false;        ///< something was changed since the step was put on screen
    bool other_words = false; ///< words or numbers: the question, whose answer they give, is not asked
    bool tried = false;       ///< the step asks to change something, and something was changed
};

LessonWish draw_lesson_card(Ui& ui, LessonRun& run, LessonCardState& state, lesson::Telling& telling,
                            const Path& path, const drawing::Rect& area);

/// The same when the text speaks of words that are no longer on screen: it stands there as it was, quietly.
/// `way_back`: offers it; not while the step is still being computed.
LessonWish draw_lost_card(Ui& ui, LessonRun& run, const LessonCardState& state, bool way_back,
                          const drawing::Rect& area);

// Parts that the end of a lesson has, too.

inline constexpr float least_button = 84; ///< the width of Back and Next, design pixels

inline constexpr float lesson_padding = 28, lesson_button_height = 44; ///< of the card, design pixels

/// Where one is, with the way out; a bar for each step. `at` is beyond the last step at the end.
void draw_lesson_head(Ui& ui, const LessonRun& run, const std::string& where, std::size_t at,
                      const drawing::Rect& inner, LessonWish& wish);

/// The step that Page Down or Page Up leads to; from the end, back to the last one.
std::optional<std::size_t> step_by_key(const Ui& ui, const LessonRun& run, bool at_end);

} // namespace ui
