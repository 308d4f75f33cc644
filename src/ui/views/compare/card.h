#pragma once
// One card of the Compare view: what is computed, which sequence feeds what, and the stage's result.

#include "ui/views/compare/compare.h"

namespace ui {

inline constexpr float compare_card_padding = 16; ///< design pixels

/// A card's inputs for drawing.
struct CompareCard {
    bool is_left;
    const Scene& scene;
    const Scene& other; ///< the other side, whose document can be copied
    drawing::Rect area;
    float chips,
        story; ///< heights of the chips and of the marked cell's explanation in pixels, equal in both cards
};

/// The height of the marked cell's explanation in a card of this inner width.
float compare_story_height(Ui& ui, const Scene& scene, float width);

/// All names in the card begin with "left/" or "right/".
void draw_compare_card(Ui& ui, CompareSide& side, const CompareCard& card, Actions& actions);

/// The row or column name where the two sides' words differ: "tired / comfortable".
std::string both_names(const std::string& left, const std::string& right);

} // namespace ui
