#pragma once
// Layout of the heads of a layer, one or many: each has a tile with its matrix and some text.

#include "drawing/shapes/figure.h"

#include <vector>

namespace drawing {

using base::Index;

/// How much text a tile shows.
enum class TileDetail {
    full,   ///< what the head was built for, and three measures with bars beside their names
    brief,  ///< three measures in narrow lines under the matrix
    beside, ///< as brief, beside a small matrix
    bare    ///< one measure
};

struct HeadGridOptions {
    Index heads = 1;
    Index rows = 1, columns = 1; ///< of a head's matrix
    int purpose_lines = 0;       ///< lines on what a head was built for, at the higher levels of detail
    bool silent = false;         ///< no lines below a matrix, which may be larger for that
    float scale = 1;
};

/// Tiles of equal size, in rows. Those that do not fit continue below the area.
struct HeadGrid {
    TileDetail detail = TileDetail::full;
    std::vector<Rect> tiles; ///< (heads)
    float height = 0;        ///< of all rows, from the top of the area
    float header_height = 0, line_height = 0, padding = 0;
    float matrix_width = 0, matrix_height = 0;

    Rect header(const Rect& tile) const; ///< head number and switch
    Rect matrix(const Rect& tile) const; ///< below the header, centred or at the left
    Rect words(const Rect& tile) const;  ///< lines, each line_height high
};

/// Chooses the highest level of detail that leaves the matrices large enough to read, then makes the matrices
/// as large as it allows.
HeadGrid head_grid(const Rect& area, const HeadGridOptions& options);

} // namespace drawing
