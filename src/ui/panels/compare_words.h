#pragma once
// What Compare says above its cards: the question of the comparison, and what differs.

#include "ui/panels/compare.h"

namespace ui {

/// The comparison on offer that the two documents are; null: the person's own pair.
const workbench::Comparison* offer_on_screen(CompareState& state, const Scene& left, const Scene& right);

/// Question, switch for Left − Right and differences, from the top of `area`; returns the height used.
float draw_compare_words(Ui& ui, CompareState& state, const Scene& left, const Scene& right,
                         const drawing::Rect& area);

} // namespace ui
