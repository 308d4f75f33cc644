#pragma once
// What is computed, in one row: the sentence (or source and target) with its presets, and where the weights
// come from.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// The gesture of typing in the fields.
inline constexpr const char* typing_gesture = "typing";

struct DocumentBarState {
    std::string text = {}, memory_text = {}; ///< what stands in the fields
    workbench::History::Step followed = {};  ///< the document that they were filled from
    bool wrong = false;                      ///< what stands there could not become the document
    bool take_caret = false;                 ///< the caret is to go into the sentence
    bool fills = false;                      ///< the fields take all the room there is
};

/// Fills `area` from right to left: the weights as wide as their name, the fields at most as wide as is
/// comfortable. `own_weights`: the name of the weights where the view has its own, and none can be chosen.
/// Returns what is left free of `area`, at its left.
drawing::Rect draw_document_bar(Ui& ui, DocumentBarState& state, const Scene& scene,
                                const drawing::Rect& area, Actions& actions,
                                const std::string& own_weights = {});

} // namespace ui
