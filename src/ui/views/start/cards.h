#pragma once
// The three cards of the Start view.

#include "ui/chrome/view.h"

namespace ui {

/// The learner's name while it is typed.
struct LearnerState {
    std::string name;
    bool forgets = false; ///< asked once to forget; asks back
    float height = 150;   ///< of the menu in the last frame, design pixels
};

/// "Walk me through": the lessons in order, with those that are done, buttons to begin or continue and to
/// give a lecture, and whose progress it is.
void draw_walk_card(Ui& ui, LearnerState& state, const CourseMap& course, const drawing::Rect& area,
                    Actions& actions);
/// "Open the lab": sentences to try, and the caret for the user's own.
void draw_lab_card(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions);
/// Unfinished work to resume, and recent files.
void draw_work_card(Ui& ui, const EarlierWork& earlier, const drawing::Rect& area, Actions& actions);

} // namespace ui
