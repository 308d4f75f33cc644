#pragma once
// A matrix with the names of its rows and columns around it.

#include "drawing/matrix_figure.h"

namespace drawing {

using NameOf = std::function<std::string(Index)>;

inline constexpr float widest_row_name = 96; ///< at scale 1, pixels

/// One of several matrices shown side by side. The options name its rows and columns.
struct TitledMatrix {
    std::string title;
    std::shared_ptr<const base::Matrix> numbers;
    MatrixOptions options = {};
};

/// The width needed for the names of `count` rows, pixels; only the first few hundred are measured.
float names_width(Index count, const NameOf& name, float scale, const TextMeasure& measure);

/// All cells as large as the area allows beside and below the names requested by the options, up to
/// largest_width × largest_height.
MatrixLayout fit_with_names(Rect area, Index rows, Index columns, const MatrixOptions& options,
                            float largest_width, float largest_height, const TextMeasure& measure);

} // namespace drawing
