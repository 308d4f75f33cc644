#pragma once
// What is computed, in one row: the sentence (or source and target) with its presets, and where the weights
// come from.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

struct DocumentBarState {
    std::string text = {}, memory_text = {};        ///< what stands in the fields
    std::string shown_text = {}, shown_memory = {}; ///< the document's, to notice when it changed elsewhere
    bool wrong = false;                             ///< what is being typed cannot be used yet
    bool take_caret = false;                        ///< the caret is to go into the sentence
    bool fills = false;                             ///< the fields take all the room there is

    /// What stands in the fields became the document.
    void accepted() {
        wrong = false;
        shown_text = text;
        shown_memory = memory_text;
    }
};

/// Fills `area` from right to left: the weights as wide as their name, the fields at most as wide as is
/// comfortable. `own_weights`: the name of the weights where the view has its own, and none can be chosen.
/// Returns what is left free of `area`, at its left.
drawing::Rect draw_document_bar(Ui& ui, DocumentBarState& state, const Scene& scene,
                                const drawing::Rect& area, Actions& actions,
                                const std::string& own_weights = {});

} // namespace ui
