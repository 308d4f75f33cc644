#pragma once
// What a step points at: a ring around it, its label beside it, and a veil over the rest.

#include "lesson/story_text.h"
#include "ui/canvas/ui.h"

namespace ui {

/// Rectangles that cover `area` except for the holes, none of which overlap.
std::vector<drawing::Rect> around_holes(const drawing::Rect& area, const std::vector<drawing::Rect>& holes);

/// Veils `area` but for what is pointed at, rings that, and puts the label beside the first. `also` is under
/// the mouse in the text, and ringed as well. `is_word`: the first is a word.
void draw_spotlight(Ui& ui, const drawing::Rect& area, const std::vector<drawing::Rect>& pointed,
                    const std::vector<drawing::Rect>& lit, const std::optional<drawing::Rect>& also,
                    const std::string& label, bool is_word = false);

} // namespace ui
