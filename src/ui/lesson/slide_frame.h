#pragma once
// What stands around the picture of a slide: its title and formula, below it the caption and what is asked or
// answered, and how far the lesson has come.

#include "ui/lesson/hall.h"
#include "ui/lesson/slide.h"

namespace ui {

/// What the frame leaves for the picture, and where the texts below it stand.
struct SlideFrame {
    drawing::Rect picture = {}, texts = {};
};

/// What the frame has to say and to leave room for, beside the slide itself.
struct FrameNeeds {
    bool revealed = false;      ///< the answer stands in place of the question
    bool tall = false;          ///< the picture needs much of the height
    const Hall* hall = nullptr; ///< whose votes stand below the answer
};

/// Draws it over the whole window. A long text gets smaller letters, then some of the picture's height:
/// nothing of it is left out.
SlideFrame draw_slide_frame(Ui& ui, const Slide& slide, const FrameNeeds& needs);

} // namespace ui
