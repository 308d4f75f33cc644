#pragma once
// Ways through a pass: the bar at the bottom, which plays through the stages and jumps to any of them; and
// the keys for the stage, the marked word or cell, the head and the mask.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "workbench/playback.h"

namespace ui {

// The bar. The stage being played expands into its phases.

/// `playback` is the stage on screen; null in a view that only steps from stage to stage. `kept_free`: pixels
/// at the right end, for a button.
void draw_scrubber(Ui& ui, workbench::Player& player, const workbench::Playback* playback, const Scene& scene,
                   const drawing::Rect& area, float kept_free, double seconds, Actions& actions);
/// Starts or stops playing; at the end of the last stage it starts over.
void toggle_play(workbench::Player& player, const workbench::Playback* playback, const Scene& scene,
                 Actions& actions);
/// The selection one stage forward (+1) or back (−1); unchanged at the ends.
workbench::Selection stepped(const Scene& scene, int by);
inline constexpr float next_stage_width = 160; ///< design pixels
/// The button to go on after reading: to the next stage, and from the last one to the Story.
void draw_next_stage(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions);
/// True when the stage on screen is the last one.
bool is_last_stage(const Scene& scene);

// Keys that several views share.

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
