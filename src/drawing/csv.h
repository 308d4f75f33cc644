#pragma once
// Numbers for other programs.

#include "drawing/named_matrix.h"
#include "drawing/plot.h"

#include <span>

namespace drawing {

/// One line a point: series, x, y, lower, upper, under a header with the titles of the axes and their units
/// (seconds, bytes). Numbers have as many digits as tell them exactly; what is missing is an empty field.
/// Quotes and line ends as RFC 4180 has them, letters in UTF-8.
std::string csv_of(const Plot& plot);

/// A matrix: a header with the names of the columns, then a line a row, its name first; without names they
/// are counted from 1. What is no number is written "-inf", "inf" or "nan".
std::string csv_of(const attention::Matrix& matrix, const NameOf& row_name = {},
                   const NameOf& column_name = {});

/// Several matrices with the same columns: as above, with the title of its matrix before the name of each
/// row.
std::string csv_of(std::span<const TitledMatrix> matrices);

} // namespace drawing
