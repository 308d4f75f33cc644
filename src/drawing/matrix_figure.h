#pragma once
// A matrix as shapes: colour first, digits as space allows, then the arithmetic of each cell.

#include "drawing/fitted_text.h"
#include "drawing/matrix_layout.h"

#include <functional>
#include <memory>
#include <span>

namespace drawing {

inline constexpr float cell_gap = 2; ///< between the fills of neighbouring cells, pixels at scale 1

struct MatrixOptions {
    ColourMap map = ColourMap::signed_values;
    Range range = {};        ///< the numbers of the map's two ends: see fitted()
    bool transposed = false; ///< show Kᵀ of the matrix K: cell (row, column) of the layout is K(column, row)

    /// Names beside rows and above columns; none where the function is empty. Only those in sight are asked
    /// for.
    std::function<std::string(Index)> row_name = {}, column_name = {};
    float row_name_width = 90; ///< pixels at most; longer names end in "…"

    std::optional<Index> marked_row = {}, marked_column = {}; ///< the query asking, the key answering
    Role row_role = Role::query, column_role = Role::key;
    bool frame_row = true, frame_column = true, frame_cell = true; ///< the cell where both marks meet
    bool dim_others = true;                                        ///< fade every cell that is in no mark
    std::optional<CellPlace> hovered = {};                         ///< a thin outline
    std::span<const CellPlace> overridden = {};                    ///< set by hand: a folded corner

    /// A second, small line in cells with room for it: the arithmetic that made the number. Asked for visible
    /// cells only.
    std::function<std::string(CellPlace)> detail = {};

    bool digits = true;             ///< numbers in cells that have room for them
    DigitLimits digit_limits = {};  ///< at scale 1
    Role ground = Role::background; ///< what the matrix stands on
    float scale = 1;                ///< of text, gaps and frames
};

/// Prepares the visible part of the matrix, (rows, columns) of the layout or (columns, rows) when transposed;
/// other shapes assert. Cells are filled one by one where they are large enough to be looked at singly;
/// otherwise the matrix becomes one Heat shape, so that the cost follows what can be read, not the size of
/// the matrix.
Figure matrix_figure(const std::shared_ptr<const attention::Matrix>& matrix, const MatrixLayout& layout,
                     const MatrixOptions& options, const Palette& palette, const TextMeasure& measure);

/// The frame around a marked row, column or cell: use it to frame several matrices as one.
Shape mark_frame(Rect marked, Rgba colour, float scale);

} // namespace drawing
