#pragma once
// What differs between the two sides of Compare, beneath each other: what feeds Q, K and V, shapes, work.

#include "ui/canvas/ui.h"
#include "ui/panel/scene.h"

#include <array>
#include <vector>

namespace ui {

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

} // namespace ui
