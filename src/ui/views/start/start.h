#pragma once
// The Start view: one live sentence, which a trained model has read; three ways in; and the course.

#include "base/study.h"
#include "ui/board/quantity_look.h"
#include "ui/chrome/view.h"
#include "workbench/document/pass.h"
#include "workbench/studies/last_look.h"

#include <limits>
#include <optional>

namespace ui {

/// The two sentences of the page, which differ in one word.
struct StartLooks {
    workbench::LastLook one, other;
    base::Index exchanged = 0; ///< the word in which they differ

    const workbench::LastLook& of(bool is_other) const { return is_other ? other : one; }
};

/// The live sentence.
struct SentenceState {
    base::Study<StartLooks> looks;
    bool other = false;     ///< the other sentence is shown
    bool exchanged = false; ///< a word was exchanged, which the title tells from then on
    double since = std::numeric_limits<double>::infinity(); ///< that, in seconds
    std::optional<base::Index> marked = {}; ///< the word that asks; empty: the one that the question is about
    bool let_swing = false; ///< the exchanged word was clicked, and the mouse still rests there
    // What was drawn in the last frame.
    std::shared_ptr<const StartLooks> shown = {}; ///< null: the model is not there yet
    base::Index query = -1;                       ///< the word whose arcs were drawn
};

/// The learner's name while it is typed.
struct LearnerState {
    std::string name;
    bool forgets = false; ///< "forget" was pressed, and has to be confirmed
    float height = 190;   ///< of the menu in the last frame, design pixels
};

/// The three ways in.
struct WaysState {
    base::Study<workbench::Pass> picture;          ///< of what one would go on with
    Ranges ranges;                                 ///< its colours
    float lessons_height = 300, work_height = 300; ///< of their menus in the last frame, design pixels
};

struct StartState {
    SentenceState sentence;
    WaysState ways;
    LearnerState learner;
    float rooms_height = 300; ///< of the menu of side rooms in the last frame, design pixels
};

class StartView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// ← → the word whose arcs are shown, Escape the one that the question is about.
    void keys(ViewFrame& frame) override;
    std::vector<std::string> pages(const attention::Trace&) const override { return {"page"}; }
    /// The sentence as a picture to share.
    Exportables exports(ViewFrame& frame) override;
    /// {"query":7,"key":1,"word":"tired","answer":"cat","weights":[…]}
    nlohmann::json shown() const override;

private:
    StartState state_;
};

// What the parts of the page share.

struct StartFrame : ViewFrame {
    StartState& state;
    bool compact; ///< in a low window: lower arcs, no pictures, no titles below the course
};

/// The height of a line whose letters are set at this em, for Inter and for JetBrains Mono: texts are
/// measured from ascent to descent.
constexpr float sans_line(float em) {
    return 1.21F * em;
}
constexpr float mono_line(float em) {
    return 1.32F * em;
}

/// The title, the sentence with its arcs, and the line below it. Returns the bottom.
float draw_start_sentence(StartFrame& frame, const drawing::Rect& column);
/// The lesson begun last and not ended, or the one after those that are; null before the first is begun.
const CourseEntry* lesson_to_go_on_with(const CourseMap& course);

/// Begin or go on, open the lab, give a lecture.
void draw_ways_in(StartFrame& frame, const drawing::Rect& area);
/// All lessons as a row of bars, the side rooms that each offers as dots below it, and whose progress they
/// show.
void draw_course(StartFrame& frame, const drawing::Rect& area);

} // namespace ui
