#pragma once
// Keys that several views share: for the marked word or cell, the head and the mask.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

namespace ui {

/// Moves the marked query word by `down`, and the marked key word by `right`.
void mark_words(const Scene& scene, base::Index down, base::Index right, Actions& actions);
/// ↑ ↓ ← → marks words, with Shift ← → as well.
void word_keys(const Ui& ui, const Scene& scene, Actions& actions);
/// H: the next head.
void head_key(const Ui& ui, const Scene& scene, Actions& actions);
/// M: the causal mask, on or off.
void mask_key(const Ui& ui, const Scene& scene, Actions& actions);
/// ← → stage, ↑ ↓ word, P next product, H, M; arrows move the marked cell when the board has the focus.
void stage_keys(const Ui& ui, const Scene& scene, Actions& actions);

} // namespace ui
