#pragma once
// The words, with arcs from the marked word to every key, as thick as its score or weight at this stage.

#include "drawing/figures/arcs.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "ui/widgets/controls.h"

#include <functional>
#include <string>

namespace ui {

/// How the words are drawn.
struct WordsLook {
    bool high_arcs = true; ///< flatter ones where height is short
    float enlarged = 1;    ///< times the usual size
    bool numbers = true;   ///< written beside the words
    bool tight = false;    ///< boxes may be narrower than a number, rather than leave words out
};

/// Draws the words at the top of `area`; returns the height used.
float draw_words(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions,
                 const WordsLook& look = {});

/// The same at a stage that does not relate the words, without room for arcs.
float draw_words_alone(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions,
                       const WordsLook& look = {});

/// True if all words would be shown in this width; `tight` as in WordsLook.
bool all_words_fit(const Ui& ui, const Scene& scene, float width, bool tight);

/// "12 more words": says how many words have no room. Keeps the pass alive.
std::function<std::string(base::Index)> more_words(const Ui& ui, const Scene& scene);

// Swapping two words, to see what word order does.

/// A row of the sentence's or the source's words on screen.
struct WordsOnScreen {
    const drawing::WordRow& row;
    const drawing::Words& words;
    bool of_source; ///< keys of cross-attention
};

/// Swaps `word`, touched as `t`, with the word it is dragged onto. The marks move along.
void drag_word(Ui& ui, const Scene& scene, const WordsOnScreen& on_screen, base::Index word, const Touch& t,
               Actions& actions);
/// Alt ← →: swaps the marked query word with its neighbour.
void swap_by_key(const Ui& ui, const Scene& scene, Actions& actions);

} // namespace ui
