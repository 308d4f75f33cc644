#pragma once
// One word and what it reads, for the last row: the words, an arc from each to the one that reads, and below
// each its weight or score as a bar – or its row of another matrix in boxes.

#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

namespace ui {

/// How far a picture has come since its slide was opened, each from 0 to 1: first the arcs, then the bars.
struct Growth {
    float arcs = 1, bars = 1;
};
Growth growth_after(double seconds);
/// From then on nothing moves.
inline constexpr double growth_lasts = 1.0; // seconds

/// True if the words of a sequence find room on one line in letters for the last row.
bool suits_reading(const Ui& ui, const Scene& scene, float width);

/// What is shown besides the words.
struct ReadingLook {
    bool numbers = true;  ///< without: the words alone, in the same place
    bool named = true;    ///< says what the numbers are; without: of which layer …
    bool of_head = false; ///< … and head
    Growth growth = {};
};

/// The picture of the marked word: at a stage of scores or weights with arcs and bars, at others with its row
/// of the stage's result in boxes.
void draw_reading(Ui& ui, Ranges& ranges, const Scene& scene, const drawing::Rect& area,
                  const ReadingLook& look);

} // namespace ui
