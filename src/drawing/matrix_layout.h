#pragma once
// Where the cells of a matrix are: shared by drawing, pointing and anchors.

#include "drawing/figure.h"

#include <optional>

namespace drawing {

using attention::Index;

struct CellPlace {
    Index row = 0, column = 0;
    bool operator==(const CellPlace&) const = default;
};

/// A block of neighbouring cells.
struct CellBlock {
    Index row = 0, column = 0, rows = 0, columns = 0;
    Index count() const { return rows * columns; }
    bool operator==(const CellBlock&) const = default;
};

/// Cells of equal size, seen through `area`. Panning and zooming change the cell size and the offset, never
/// the area.
struct MatrixLayout {
    Rect area = {}; ///< pixels; cells outside it are out of sight
    Index rows = 0, columns = 0;
    float cell_width = 0, cell_height = 0; ///< pixels, half a gap on every side included
    float offset_x = 0, offset_y = 0;      ///< pixels of the matrix left of the area and above it
    bool operator==(const MatrixLayout&) const = default;
};

/// The size of a cell, pixels.
struct CellSize {
    float width = 0, height = 0;
    bool operator==(const CellSize&) const = default;
};

/// True when not all cells are in sight.
bool reaches_beyond(const MatrixLayout& layout);

/// All cells as large as `available` allows, but not larger than largest_width × largest_height; the area
/// starts at the top left corner of `available` and ends with the last cell.
MatrixLayout fit(Rect available, Index rows, Index columns, float largest_width, float largest_height);

/// The whole cell, also where it reaches beyond the area. Its edges are whole pixels from 4 pixels upwards,
/// so that gaps are sharp and equally wide.
Rect cell_rect(const MatrixLayout& layout, CellPlace place);
/// All cells of a row or column that can be seen, as one rectangle inside the area; without width or height
/// when out of sight.
Rect row_rect(const MatrixLayout& layout, Index row);
Rect column_rect(const MatrixLayout& layout, Index column);
/// The cell under a point of the area.
std::optional<CellPlace> cell_at(const MatrixLayout& layout, Point point);

/// The cells that can be seen, in part or whole.
CellBlock visible_cells(const MatrixLayout& layout);
/// What the area shows, in cells: x and width count columns, y and height rows, as fractions.
Rect visible_part(const MatrixLayout& layout);

/// Larger (factor > 1) or smaller with the point staying where it is; never smaller than the area, no cell
/// higher than `largest_height` pixels.
MatrixLayout zoomed(MatrixLayout layout, Point fixed, float factor, float largest_height = 160);
/// The content moved by (dx, dy) pixels, as far as its edges allow.
MatrixLayout panned(MatrixLayout layout, float dx, float dy);
/// Panned as little as needed for the cell to be seen.
MatrixLayout revealing(const MatrixLayout& layout, CellPlace place);
/// On the way from one layout to another of the same matrix: `share` 0 gives `from`, 1 gives `to`.
MatrixLayout between(const MatrixLayout& from, const MatrixLayout& to, float share);

} // namespace drawing
