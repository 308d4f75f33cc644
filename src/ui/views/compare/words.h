#pragma once
// The text above Compare's cards: the question of the comparison, and the differences.

#include "ui/views/compare/compare.h"

namespace ui {

/// The offered comparison that the two documents form; null: the user's own pair.
const workbench::Comparison* offer_on_screen(CompareFrame& frame);

/// The question, the Left − Right switch and the differences, from the top of `area`; returns the height
/// used.
float draw_compare_words(CompareFrame& frame, const drawing::Rect& area);

} // namespace ui
