#pragma once
// What stands around the picture of a slide: its title and formula, below it the caption and what is asked or
// answered, and how far the lesson has come.

#include "ui/lesson/slide.h"

namespace ui {

/// What the frame leaves for the picture, and where the texts below it stand.
struct SlideFrame {
    drawing::Rect picture = {}, texts = {};
};

/// Draws it over the whole window. `revealed`: the answer stands in place of the question. `tall`: the
/// picture needs much of the height. A long text gets smaller letters, then some of the picture's height:
/// nothing of it is left out.
SlideFrame draw_slide_frame(Ui& ui, const Slide& slide, bool revealed, bool tall);

} // namespace ui
