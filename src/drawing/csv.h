#pragma once
// Numbers as CSV, for other programs.

#include "drawing/named_matrix.h"
#include "drawing/plot.h"

#include <span>

namespace drawing {

/// One line per point: series, x, y, lower, upper, under a header with the axis titles and their units
/// (seconds, bytes). Numbers have enough digits to round-trip; missing values are empty fields. Quoting and
/// line ends follow RFC 4180; the text is UTF-8.
std::string csv_of(const Plot& plot);

/// A matrix: a header with the column names, then one line per row, its name first; unnamed rows and columns
/// are numbered from 1. Non-finite values are written "-inf", "inf" or "nan".
std::string csv_of(const base::Matrix& matrix, const NameOf& row_name = {}, const NameOf& column_name = {});

/// Several matrices with the same columns: as above, with the title of the matrix before each row name.
std::string csv_of(std::span<const TitledMatrix> matrices);

} // namespace drawing
