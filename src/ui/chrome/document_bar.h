#pragma once
// The input, in one row: the sentence (or source and target) with its presets, and where the weights come
// from.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "ui/chrome/weights_menu.h"

namespace ui {

/// The gesture for typing in the fields.
inline constexpr const char* typing_gesture = "typing";

struct DocumentBarState {
    std::string text = {}, memory_text = {}; ///< text in the fields
    workbench::History::Step followed = {};  ///< the document they were filled from
    bool wrong = false;                      ///< the text could not become the document
    bool refused = false;    ///< unusable text was committed: it stays, the document went back
    bool take_caret = false; ///< put the caret into the sentence field
    WeightsMenuState weights = {};
    bool fills = false; ///< the fields take all available room
};

/// Fills `area` from right to left: the weights as wide as their name, the fields up to a comfortable width.
/// `own_weights`: the name of the weights when the view has its own and none can be chosen. Returns the
/// remaining part of `area`, at its left.
drawing::Rect draw_document_bar(Ui& ui, DocumentBarState& state, const Scene& scene,
                                const drawing::Rect& area, Actions& actions,
                                const std::string& own_weights = {});

} // namespace ui
