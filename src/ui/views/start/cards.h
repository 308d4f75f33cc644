#pragma once
// The three cards of the Start view.

#include "ui/views/start/start.h"

namespace ui {

struct StartFrame : ViewFrame {
    StartState& state;
};

/// "Walk me through": the lessons in order, with those that are done, buttons to begin or continue and to
/// give a lecture, and whose progress it is.
void draw_walk_card(StartFrame& frame, const drawing::Rect& area);
/// "Open the lab": sentences to try, and the caret for the user's own.
void draw_lab_card(StartFrame& frame, const drawing::Rect& area);
/// Unfinished work to resume, and recent files.
void draw_work_card(StartFrame& frame, const drawing::Rect& area);

} // namespace ui
