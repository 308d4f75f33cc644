#pragma once
// Where the matrices of a stage stand: as they are multiplied. Left factor left, right factor above, the
// result where row and column meet. An elementwise stage has no factor above: the matrix it was made from
// stands at the left.

#include "drawing/matrix_layout.h"

#include <optional>

namespace drawing {

/// Rows and columns of a matrix as it is drawn.
struct Size {
    attention::Index rows = 0, columns = 0;
    bool operator==(const Size&) const = default;
};

struct ProductShape {
    Size result;
    std::optional<Size> left; ///< as many rows as the result
    std::optional<Size> top;  ///< as many columns as the result
    float row_names = 60;     ///< width in pixels that the row names at the far left need
    float top_names = 0;      ///< width that the row names of `top` need
    float row_sums = 0;       ///< width that the sums at the right of the result need
    CellSize least = {};      ///< no cell is smaller: what then has no room is scrolled into sight
};

/// How far a person has zoomed into the result. The factors follow: the left one its rows, the top one its
/// columns.
struct ProductView {
    float zoom = 1; ///< 1: everything fits, or has the least size that it may have
    float centre_row = 0.5F, centre_column = 0.5F; ///< of the view, as shares of the matrix
    float centre_inner = 0; ///< along the columns of the left factor, which are the rows of the top one
    bool operator==(const ProductView&) const = default;
};

struct ProductLayout {
    MatrixLayout result;
    std::optional<MatrixLayout> left, top;
    float whole = 1; ///< the zoom at which all of the result is in sight
};

/// Lays the product out in `area`, with the sizes of `scale` pixels for a design pixel: cells as large as
/// fit, up to a comfortable size and not below the least one; below the size at which digits fit, cells
/// become square where there is room.
ProductLayout lay_out(const ProductShape& shape, const Rect& area, float scale, const ProductView& view = {});

/// Space kept free above the result (names of the columns) and above every matrix (its symbol), in design
/// pixels.
inline constexpr float column_names_height = 24, symbol_height = 24;
/// Space kept free below and beside the matrices for scroll bars, where there are any.
inline constexpr float scroll_bar_room = 12;

} // namespace drawing
