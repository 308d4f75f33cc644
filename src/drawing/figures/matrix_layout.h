#pragma once
// The layout of a matrix's cells, for drawing, hit testing and anchors; of the digits in them; and of the
// matrices of a product.

#include "drawing/shapes/colours.h"
#include "drawing/shapes/figure.h"

#include <algorithm>
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

// The digits in the cells of a matrix.

/// How a matrix's numbers are set: same size and decimals in every cell.
struct Digits {
    float size = 0;   ///< pixels; 0: digits do not fit, show none
    int decimals = 2; ///< 2; more when all numbers are small; fewer when space is short, but always two
                      ///< digits of the largest
};

/// Digit sizes, pixels.
struct DigitLimits {
    float smallest = 12.5F;    ///< smaller digits are unreadable
    float comfortable = 16.5F; ///< up to here digits fill half a cell's height, then a third
    float largest = 18;
    float share_of_low_cell = 0.56F; ///< of the height of a cell without room for comfortable digits

    /// What is unreadable stays so in a small window.
    DigitLimits operator*(float scale) const {
        return {smallest * std::max(scale, 1.0F), comfortable * scale, largest * scale, share_of_low_cell};
    }
};

/// Digits for numbers between range.low and range.high in cells of width × height pixels.
Digits digits_for(Range range, float width, float height, DigitLimits limits, const TextMeasure& measure);

/// The smallest cell in which digits_for gives these digits.
CellSize cell_for(Digits digits, Range range, DigitLimits limits, const TextMeasure& measure);

// The matrices of a stage, laid out as they are multiplied: left factor on the left, right factor above, the
// result where row and column meet. An elementwise stage has no factor above; its input is on the left. All
// have cells of one size, so that a shape looks like what it is.

/// Space for the names of columns and, beside them, the symbol of their matrix, in design pixels. A factor
/// above the result names the columns of both.
inline constexpr float column_names_height = 24;
/// The usual cell of a product, design pixels; larger ones show nothing more.
inline constexpr float usual_cell_width = 72, usual_cell_height = 34;
/// Space reserved below and beside the matrices for scroll bars, if any.
inline constexpr float scroll_bar_room = 12;

/// Rows and columns of a matrix as it is drawn.
struct Size {
    base::Index rows = 0, columns = 0;
    bool operator==(const Size&) const = default;
};

struct ProductShape {
    Size result;
    std::optional<Size> left; ///< as many rows as the result
    std::optional<Size> top;  ///< as many columns as the result
    float row_names = 60;     ///< width in pixels of the row names at the far left
    float top_names = 0;      ///< width of the row names of `top`
    float row_sums = 0;       ///< width of the sums to the right of the result
    CellSize least = {};      ///< minimum cell size; the rest is reached by scrolling
    CellSize most = {usual_cell_width, usual_cell_height}; ///< maximum, design pixels
    /// Pixels above the matrix whose columns are words, for a row of these words: they are its headings. 0:
    /// names of columns instead.
    float words = 0;
    float word_boxes = 0;    ///< the lowest of these, which must not stand beside the factor above
    bool words_left = false; ///< that matrix is the left factor, not the result with what is above it
};

/// How far the user has zoomed into the result. The left factor follows its rows, the top factor its columns.
struct ProductView {
    float zoom = 1;                                ///< 1: everything fits, or has its minimum size
    float centre_row = 0.5F, centre_column = 0.5F; ///< centre of the view, as shares of the matrix
    float centre_inner = 0; ///< along the inner dimension: columns of the left factor, rows of the top one
    bool operator==(const ProductView&) const = default;
};

struct ProductLayout {
    MatrixLayout result;
    std::optional<MatrixLayout> left, top;
    float whole = 1; ///< the zoom at which the whole result is visible
};

/// Lays the product out in `area`, at `scale` pixels per design pixel: cells as large as fit, between the
/// minimum and the maximum, all of one size while digits fit into it. Beside a result too large for digits a
/// factor keeps readable ones; and cells too small for digits become square where there is room.
ProductLayout lay_out(const ProductShape& shape, const Rect& area, float scale, const ProductView& view = {});

} // namespace drawing
