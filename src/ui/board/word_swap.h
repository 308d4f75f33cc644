#pragma once
// Two words change places: what does word order do?

#include "drawing/arc_layout.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"
#include "ui/widgets/controls.h"

namespace ui {

/// A row of the sentence's or the source's words on screen.
struct WordsOnScreen {
    const drawing::WordRow& row;
    const drawing::Words& words;
    bool of_source; ///< keys of cross-attention
};

/// Swaps `word`, touched as `t`, with the word it is dragged onto. What is marked moves along.
void drag_word(Ui& ui, const Scene& scene, const WordsOnScreen& on_screen, base::Index word, const Touch& t,
               Actions& actions);
/// Alt ← →: swaps the marked query word with its neighbour.
void swap_by_key(const Ui& ui, const Scene& scene, Actions& actions);

} // namespace ui
