#pragma once
// Lays out the matrices of a stage as they are multiplied: left factor on the left, right factor above, the
// result where row and column meet. An elementwise stage has no factor above: its input matrix is at the
// left.

#include "drawing/matrix_layout.h"

#include <optional>

namespace drawing {

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
    CellSize least = {};      ///< minimum cell size: what does not fit then is reached by scrolling
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
/// minimum and a comfortable size; cells too small for digits become square where there is room.
ProductLayout lay_out(const ProductShape& shape, const Rect& area, float scale, const ProductView& view = {});

/// Space reserved above the result (column names) and above every matrix (its symbol), in design pixels.
inline constexpr float column_names_height = 24, symbol_height = 24;
/// Space reserved below and beside the matrices for scroll bars, if any.
inline constexpr float scroll_bar_room = 12;

} // namespace drawing
