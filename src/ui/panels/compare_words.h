#pragma once
// The text above Compare's cards: the question of the comparison, and the differences.

#include "ui/panels/compare.h"

namespace ui {

/// The offered comparison that the two documents form; null: the user's own pair.
const workbench::Comparison* offer_on_screen(CompareState& state, const Scene& left, const Scene& right);

/// The question, the Left − Right switch and the differences, from the top of `area`; returns the height
/// used.
float draw_compare_words(Ui& ui, CompareState& state, const Scene& left, const Scene& right,
                         const drawing::Rect& area);

} // namespace ui
