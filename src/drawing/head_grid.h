#pragma once
// Where the heads of a layer stand: every one a tile with its matrix and what is said about it, one to many.

#include "drawing/figure.h"

#include <vector>

namespace drawing {

using attention::Index;

/// How much a tile says.
enum class TileDetail {
    full,   ///< a line for what it was built for, three measures with bars beside their names
    brief,  ///< three measures in narrow lines under the matrix
    beside, ///< the same, beside a small matrix
    bare    ///< one measure
};

struct HeadGridOptions {
    Index heads = 1;
    Index rows = 1, columns = 1; ///< of a head's matrix
    int purpose_lines = 0;       ///< for what heads were built for, where much is said
    float scale = 1;
};

/// Tiles of one size, in rows. What does not fit into the area goes on below it.
struct HeadGrid {
    TileDetail detail = TileDetail::full;
    std::vector<Rect> tiles; ///< (heads)
    float height = 0;        ///< of all rows, from the top of the area
    float header_height = 0, line_height = 0, padding = 0;
    float matrix_width = 0, matrix_height = 0;

    Rect header(const Rect& tile) const; ///< number and switch
    Rect matrix(const Rect& tile) const; ///< under the header, in the middle or at the left
    Rect words(const Rect& tile) const;  ///< lines of line_height
};

/// As much said about each head as leaves its matrix large enough to be looked at; matrices as large as that
/// allows.
HeadGrid head_grid(const Rect& area, const HeadGridOptions& options);

} // namespace drawing
