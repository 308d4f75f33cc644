#pragma once
// What a step points at: where it stands in this frame, a ring around it, and its label beside it.

#include "lesson/text.h"
#include "ui/canvas/anchors.h"
#include "ui/canvas/ui.h"

namespace ui {

/// The rectangle of cells, a word or an anchor; for several cells the one around all of them. Empty when it
/// is not on screen: cells of another head than `head`, which is shown, are not. Anchors::name_now() must
/// have been called in this frame.
std::optional<drawing::Rect> place_on_screen(const Anchors& anchors, const lesson::Tie& tie,
                                             const workbench::Pass& pass, base::Index head);

/// The index of the word under the mouse, among those that a click answers with; empty: none of them.
/// `cross`: keys are words of the source.
std::optional<base::Index> word_at_mouse(const Ui& ui, const lesson::Word& answer, bool cross);

/// What is highlighted.
struct Spotlight {
    std::vector<drawing::Rect> pointed;         ///< ringed
    std::vector<drawing::Rect> named = {};      ///< in the text, or names of rows and columns
    std::optional<drawing::Rect> also = {};     ///< under the mouse in the text: ringed as well
    std::string label = {};                     ///< stands beside the first
    std::vector<drawing::Rect> kept_clear = {}; ///< matrices, which the label should not cover …
    std::vector<drawing::Rect> headings = {};   ///< … words and names even less: a covered one says nothing
};

/// Where a label of this size stands: beside, below or above what is pointed at, or beside, below or above
/// what surrounds that, within `area`; where it covers least.
drawing::Rect place_label(drawing::Point size, const drawing::Rect& area, const Spotlight& light, float gap);

/// Rings around these places.
void draw_rings(Ui& ui, const std::vector<drawing::Rect>& places);

/// Rings and label, within `area`. Nothing else is made paler: what is still needed has to be read.
void draw_spotlight(Ui& ui, const drawing::Rect& area, const Spotlight& light);

} // namespace ui
