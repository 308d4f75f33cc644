#pragma once
// The three cards of the Start view.

#include "ui/views/start/start.h"

namespace ui {

/// "Walk me through": the lessons in order, with those that are done, and a button to begin or continue.
void draw_walk_card(Ui& ui, const std::vector<CourseEntry>& course, const drawing::Rect& area,
                    Actions& actions);
/// "Open the lab": sentences to try, and the caret for the user's own.
void draw_lab_card(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions);
/// Unfinished work to resume, and recent files.
void draw_work_card(Ui& ui, const EarlierWork& earlier, const drawing::Rect& area, Actions& actions);

} // namespace ui
