#pragma once
// A lesson to be handed out, and as slides.

#include "lesson/course.h"
#include "narration/narration.h"
#include "worksheet/told.h"

namespace worksheet {

/// A lesson on paper: what each step says, a picture of what it shows, its question with room to answer. A
/// question ends its page, and the next page begins with its answer, because the steps that follow build upon
/// it.
std::vector<Figure> handout_pages(const lesson::Lesson& lesson, const std::vector<ToldStep>& steps,
                                  const Paper& paper, const narration::Texts& texts,
                                  const TextMeasure& measure);

/// A page of slides: 16 to 9.
const Paper& slide_paper();

/// A lesson as slides, one idea each: its title, a slide for each step, one for each question and one for its
/// answer.
std::vector<Figure> slide_pages(const lesson::Lesson& lesson, const std::vector<ToldStep>& steps,
                                const narration::Texts& texts, const TextMeasure& measure);

/// A lesson by its id, "3-scale-and-softmax", or without the number, "scale-and-softmax". Throws InputError
/// naming those that there are.
const lesson::Lesson& lesson_named(const std::string& name, const lesson::Course& course);

} // namespace worksheet
