#pragma once
// The words, with arcs from the marked word to every key, as thick as its score or weight at this stage.

#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"

#include <functional>
#include <string>

namespace ui {

/// Draws the words at the top of `area`, `enlarged` times the usual size and with flatter arcs when height is
/// short; returns the height used.
float draw_words(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions,
                 bool high_arcs = true, float enlarged = 1);

/// The same at a stage that does not relate the words, without the room for arcs.
float draw_words_alone(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions);

/// "12 more words": says how many words have no room. Keeps the pass alive.
std::function<std::string(base::Index)> more_words(const Ui& ui, const Scene& scene);

} // namespace ui
