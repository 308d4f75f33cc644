#pragma once
// One card of the Compare view: what is computed, which sequence feeds what, and the result of the stage.

#include "ui/panels/compare.h"

namespace ui {

/// `name` is "A" or "B"; `other` is what its state can be copied from. Everything in the card is called
/// "a/…" or "b/…".
void draw_compare_card(Ui& ui, CompareSide& side, const std::string& name, const Scene& scene,
                       const Scene& other, const drawing::Rect& area, Actions& actions);

/// The name of a row or a column where A's and B's words differ: "tired / comfortable".
std::string both_names(const std::string& a, const std::string& b);

} // namespace ui
