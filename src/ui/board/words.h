#pragma once
// The words, with arcs from the marked word to every key, as thick as its score or weight at this stage.

#include "drawing/figures/arcs.h"
#include "drawing/figures/matrix_layout.h"
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

/// Whether a page of this height has room for high arcs.
bool high_words(const Ui& ui, float height);
/// The height that draw_words() will use on such a page.
float words_height(const Ui& ui, const Scene& scene, float height);

/// Draws the words at the top of `area`; returns the height used.
float draw_words(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions,
                 const WordsLook& look = {});

/// The same at a stage that does not relate the words, without room for arcs.
float draw_words_alone(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions,
                       const WordsLook& look = {});

// The words as headings of the columns of a matrix, so that an arc lands on the column that it is about.

/// Design pixels at reading size: the boxes, and from them to the cells.
inline constexpr float heading_height = 36, heading_gap = 20;
/// The height of the words with arcs as high as that, down to the cells.
float heading_room(const Ui& ui, const Scene& scene, float arcs);
/// The narrowest columns over which all words can be read, pixels.
float least_headed(const Ui& ui, const Scene& scene);

/// How the arcs are drawn over a ground of this colour.
struct ArcsLook {
    float whole = 15; ///< thickness of a weight of 1, design pixels
    drawing::Role beneath = drawing::Role::background;
};

/// True if all words can be read over columns of this width, the longest ones wider than their columns.
bool can_head(const Ui& ui, const Scene& scene, float column);

/// Draws the words, those of the keys, over the visible columns, and the arcs of the marked query from `top`
/// down to them. In cross-attention the queries are in a row of their own above the arcs. Returns where the
/// words are.
drawing::ArcLayout draw_headings(Ui& ui, const Scene& scene, const drawing::MatrixLayout& columns, float top,
                                 Actions& actions, const ArcsLook& look = {});

// The words as a picture of their own, which fills `area`.

/// Self-attention: one row at the bottom and its arcs above. Cross-attention: the source at the top, the
/// target at the bottom, and between them a band for each weight; those of the marked query are strong.
/// Returns where the words are.
drawing::ArcLayout draw_words_facing(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions,
                                     const ArcsLook& look);

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
