#pragma once
// The bar at the top: views, the sentence with its presets, where the weights come from, undo, theme, keys.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

struct TopBarState {
    std::string text, memory_text;        ///< what stands in the fields
    std::string shown_text, shown_memory; ///< the document's, to notice when it changed elsewhere
    bool wrong = false;                   ///< what is being typed cannot be used yet

    /// What stands in the fields became the document.
    void accepted() {
        wrong = false;
        shown_text = text;
        shown_memory = memory_text;
    }
};

inline constexpr float top_bar_height = 52; ///< design pixels

void draw_top_bar(Ui& ui, TopBarState& state, const Scene& scene, const drawing::Rect& area,
                  Actions& actions);

} // namespace ui
