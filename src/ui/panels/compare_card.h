#pragma once
// One card of the Compare view: what is computed, which sequence feeds what, and the result of the stage.

#include "ui/panels/compare.h"

namespace ui {

inline constexpr float compare_card_padding = 16; ///< design pixels

/// A card, before anything in it is drawn.
struct CompareCard {
    bool is_left;
    const Scene& scene;
    const Scene& other; ///< what its document can be copied from
    drawing::Rect area;
    float chips,
        story; ///< pixels, the heights for chips and for what the marked cell says: the same in both cards
};

/// The height that what the marked cell says needs in a card of this inner width.
float compare_story_height(Ui& ui, const Scene& scene, float width);

/// Everything in the card is called "left/…" or "right/…".
void draw_compare_card(Ui& ui, CompareSide& side, const CompareCard& card, Actions& actions);

/// The name of a row or a column where the words of the sides differ: "tired / comfortable".
std::string both_names(const std::string& left, const std::string& right);

} // namespace ui
