#pragma once
// A matrix in the forms in which people pass numbers on: code, a formula, a table.

#include "drawing/figures/matrix.h"

#include <span>
#include <string>
#include <string_view>

namespace drawing {

enum class MatrixForm { numpy, pytorch, cpp, latex, markdown, csv };

/// A row of the table of forms.
struct MatrixFormEntry {
    MatrixForm form;
    std::string_view key;   ///< "numpy": anchors
    std::string_view title; ///< "NumPy"
};
std::span<const MatrixFormEntry> matrix_forms();

/// The matrix as a piece of code that runs by itself and names the array `name`, or as a table. Every number
/// reads back as the same float, −∞ and NaN included. Names of rows and columns stand in comments, or at the
/// table's edges; empty functions: there are none.
///
/// NumPy and PyTorch: a float32 array. C++: an Eigen::MatrixXf. LaTeX: an array, which needs amsmath.
/// Markdown: a table of GitHub's kind. CSV: as csv_of() has it.
std::string matrix_text(MatrixForm form, const base::Matrix& matrix, const std::string& name,
                        const NameOf& row_name = {}, const NameOf& column_name = {});

} // namespace drawing
