#pragma once
// One card of the Compare view: what is computed, which sequence feeds what, and the stage's result.

#include "ui/views/compare/compare.h"

namespace ui {

inline constexpr float compare_card_padding = 16; ///< design pixels

/// One side as a view of its own: its document is the frame's first, the other side's the second.
struct CompareCard : ViewFrame {
    CompareSide& side;
    bool is_left;
    float chips,
        story; ///< heights of the chips and of the marked cell's explanation in pixels, equal in both cards

    /// The other side, whose document can be copied.
    const Scene& other() const { return *second; }
};

/// The height of the marked cell's explanation in a card of this inner width.
float compare_story_height(Ui& ui, const Scene& scene, float width);

/// All names in the card begin with "left/" or "right/".
void draw_compare_card(const CompareCard& frame);

/// The row or column name where the two sides' words differ: "tired / comfortable".
std::string both_names(const std::string& left, const std::string& right);

} // namespace ui
