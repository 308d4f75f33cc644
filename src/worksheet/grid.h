#pragma once
// A matrix on paper: its numbers in boxes, empty ones to be filled in.

#include "worksheet/page.h"

#include <optional>

namespace worksheet {

struct GridCell {
    enum class Look {
        given,
        blank,     ///< an empty box in a heavy frame
        answer,    ///< what belongs into a blank: bold
        forbidden, ///< by the mask
        none       ///< no box
    };
    std::string text = {};
    Look look = Look::given;
};

struct Grid {
    std::string title = {};                           ///< a formula (drawing/figures/formula.h)
    std::vector<std::string> columns = {}, rows = {}; ///< their names; may be empty
    std::vector<std::vector<GridCell>> cells = {};    ///< row by row
    std::optional<std::size_t> marked_row = {};       ///< shaded
    float cell_width = 40, cell_height = 27;
    float most_name = 92;            ///< longer row names end in "…"
    bool names_are_formulas = false; ///< those of the rows
    float scale = 1;                 ///< of all of it
};

/// The grid as a block and its width, pixels.
struct SetGrid {
    Block block;
    float width = 0;
};
SetGrid set_grid(const Grid& grid, const TextMeasure& measure);

/// Grids beside one another, `gap` apart, their last rows on one line.
Block beside(std::vector<SetGrid> grids, float gap);

} // namespace worksheet
