#pragma once
// A matrix as shapes: colour first, digits as space allows, then each cell's arithmetic; with the names of
// its rows and columns, their sums, and its colour legend. A cell that is exactly 0 says so quietly.

#include "drawing/figures/matrix_layout.h"
#include "drawing/shapes/figure.h"
#include "drawing/shapes/fitted_text.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace drawing {

inline constexpr float cell_gap = 2; ///< between the fills of neighbouring cells, pixels at scale 1

/// Names a row or a column.
using NameOf = std::function<std::string(Index)>;

struct MatrixOptions {
    ColourMap map = ColourMap::signed_values;
    Range range = {};        ///< values at the two ends of the map: see fitted()
    bool transposed = false; ///< show Kᵀ of the matrix K: cell (row, column) of the layout is K(column, row)

    /// Names beside rows and above columns; an empty function: none. Called only for what is visible.
    NameOf row_name = {}, column_name = {};
    float row_name_width = 90;                   ///< maximum pixels; longer names end in "…"
    std::string row_axis = {}, column_axis = {}; ///< titles above the names: "query", "key"

    std::optional<Index> marked_row = {}, marked_column = {}; ///< the current query and key
    Role row_role = Role::query, column_role = Role::key;
    bool frame_row = true, frame_column = true, frame_cell = true; ///< frame_cell: where both marks meet
    bool bold_marks = true; ///< bold digits in the marked row and column
    bool recede = false;    ///< digits outside the marked row and column are quieter; colours never change
    std::optional<CellPlace> hovered = {};      ///< drawn with a thin outline
    std::span<const CellPlace> overridden = {}; ///< set by hand: shown with a folded corner
    /// Cells that are 0 because they are masked: hatched, so that they are not taken for rounded numbers.
    std::function<bool(CellPlace)> hidden = {};

    /// A second, small line in cells with room for it: the arithmetic behind the number, in wordings from
    /// longest to shortest. The first that fits is shown; none is cut off. Called for visible cells only.
    std::function<std::vector<std::string>(CellPlace)> detail = {};

    bool row_sums = false; ///< "Σ" and each row's sum, to the right of the matrix

    /// While the matrix is being filled: only these blocks are filled, the other cells are empty frames.
    /// Unset: all are filled.
    std::optional<std::span<const CellBlock>> there = {};
    /// Replaces the number in a cell that is filled but not finished; empty when it is finished. Called for
    /// visible cells only.
    std::function<std::string(CellPlace)> unfinished = {};

    float gap = cell_gap;            ///< between cells, at scale 1
    bool digits = true;              ///< show numbers in cells with room for them
    bool digits_in_every_row = true; ///< false: in the marked row alone
    DigitLimits digit_limits = {};   ///< at scale 1
    float scale = 1;                 ///< of text, gaps and frames
};

/// Builds the visible part of the matrix, which must be (rows, columns) of the layout, or (columns, rows)
/// when transposed; other shapes assert. Cells are drawn one by one when they are large enough to be read
/// individually; otherwise the matrix becomes a single Heat shape, so that the cost depends on what can be
/// read, not on the size of the matrix.
Figure matrix_figure(const std::shared_ptr<const base::Matrix>& matrix, const MatrixLayout& layout,
                     const MatrixOptions& options, const Palette& palette, const TextMeasure& measure);

/// The space that row_sums need to the right of the matrix, pixels at scale 1.
inline constexpr float row_sums_width = 52;

/// The frame around a marked row, column or cell; also frames several matrices as one.
Shape mark_frame(Rect marked, Rgba colour, float scale);

// Room for the names around a matrix.

inline constexpr float widest_row_name = 96; ///< at scale 1, pixels

/// The width needed for the names of `count` rows, pixels; only the first few hundred are measured.
float names_width(Index count, const NameOf& name, float scale, const TextMeasure& measure);

/// All cells as large as the area allows beside and below the names requested by the options, up to
/// largest_width × largest_height.
MatrixLayout fit_with_names(Rect area, Index rows, Index columns, const MatrixOptions& options,
                            float largest_width, float largest_height, const TextMeasure& measure);

/// One of several matrices shown side by side. The options name its rows and columns.
struct TitledMatrix {
    std::string title;
    std::shared_ptr<const base::Matrix> numbers;
    MatrixOptions options = {};
};

// The colour legend of a matrix: a bar from the smallest to the largest number.

/// The width of a legend with text of `size` pixels.
float legend_width(ColourMap map, Range range, float size, const TextMeasure& measure);

/// The bar, vertically centred in `area`, with its end values; zero has a tick when it lies between them.
Figure legend_figure(ColourMap map, Range range, const Rect& area, float size, const Palette& palette,
                     const TextMeasure& measure);

} // namespace drawing
