#pragma once
// One card of the Compare view: what is computed, which sequence feeds what, and the stage's result.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "ui/views/compare/compare.h"

#include <array>
#include <vector>

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

// What differs between the two sides of Compare, beneath each other: what feeds Q, K and V, shapes, work.

class ComparisonTable {
public:
    ComparisonTable(Ui& ui, const Scene& left, const Scene& right);

    /// What it needs in this width in pixels; a text too long for its column takes several lines.
    float height(float width) const;
    /// As a card over all of `area`, which is at least as high as that: the rows share what there is more.
    void draw(const drawing::Rect& area) const;

private:
    struct Row {
        std::array<std::string, 3> texts; ///< what is compared, and that of each side
        std::string anchor;
        drawing::Role colour;
    };
    /// Draws (or with `measure_only` just measures) a row's texts; returns the height of the highest.
    float texts(const Row& row, drawing::Point at, float width, bool measure_only) const;

    Ui& ui_;
    std::vector<Row> rows_; ///< the first has the names of the sides
};

// The text above Compare's cards: the question of the comparison, and the differences.

/// The offered comparison that the two documents form; null: the user's own pair.
const workbench::Comparison* offer_on_screen(CompareFrame& frame);

/// The question, the Left − Right switch and the differences, from the top of `area`; returns the height
/// used.
float draw_compare_words(CompareFrame& frame, const drawing::Rect& area);

} // namespace ui
