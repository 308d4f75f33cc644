#pragma once
// Layout of a matrix's cells, shared by drawing, hit testing and anchors.

#include "drawing/figure.h"

#include <optional>

namespace drawing {

using base::Index;

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
    Rect area = {}; ///< pixels; cells outside it are not visible
    Index rows = 0, columns = 0;
    float cell_width = 0, cell_height = 0; ///< pixels, including half a gap on every side
    float offset_x = 0, offset_y = 0;      ///< pixels of the matrix to the left of and above the area
    bool operator==(const MatrixLayout&) const = default;
};

/// The size of a cell, pixels.
struct CellSize {
    float width = 0, height = 0;
    bool operator==(const CellSize&) const = default;
};

/// True when some cells are out of view.
bool reaches_beyond(const MatrixLayout& layout);

/// All cells as large as `available` allows, but not larger than largest_width × largest_height; the area
/// starts at the top left corner of `available` and ends with the last cell.
MatrixLayout fit(Rect available, Index rows, Index columns, float largest_width, float largest_height);

/// The whole cell, including any part outside the area. From 4 pixels upwards its edges are whole pixels, so
/// that gaps are sharp and equally wide.
Rect cell_rect(const MatrixLayout& layout, CellPlace place);
/// The visible part of a row or column as a rectangle inside the area; zero width or height when out of view.
Rect row_rect(const MatrixLayout& layout, Index row);
Rect column_rect(const MatrixLayout& layout, Index column);
/// The cell under a point of the area.
std::optional<CellPlace> cell_at(const MatrixLayout& layout, Point point);

/// The cells that are at least partly visible.
CellBlock visible_cells(const MatrixLayout& layout);
/// The visible part in cells: x and width count columns, y and height rows; may be fractional.
Rect visible_part(const MatrixLayout& layout);

/// Moves the content by (dx, dy) pixels, as far as its edges allow.
MatrixLayout panned(MatrixLayout layout, float dx, float dy);
/// Pans as little as needed to make the cell visible.
MatrixLayout revealing(const MatrixLayout& layout, CellPlace place);
/// Interpolates between two layouts of the same matrix: `share` 0 gives `from`, 1 gives `to`.
MatrixLayout between(const MatrixLayout& from, const MatrixLayout& to, float share);

} // namespace drawing
