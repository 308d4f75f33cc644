#pragma once
// Tables as text for a terminal.

#include "base/matrix.h"

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace app {

/// With only the decimals that it needs, at most 4: "2", "0.5", "1.4142". Infinity is "∞" or "−∞".
std::string short_number(float number);

/// The text; if it is wider than `width` columns of a terminal, cut to them, ellipsis included.
std::string shortened(const std::string& text, int width);

using NameOf = std::function<std::string(base::Index)>;

/// Prints the matrix with a name for each row and column and right-aligned numbers, all with the same number
/// of decimals: the fewest that they need, at most 4. Of more than 12 rows (10 columns) only the first and
/// last few are shown, with an ellipsis in between.
void print_table(std::ostream& out, const base::Matrix& matrix, const NameOf& row_name,
                 const NameOf& column_name);

/// Prints one row of a table: the first cell left-aligned, the others right-aligned, in columns of these
/// widths in characters; then `note`.
void print_row(std::ostream& out, const std::vector<std::string>& cells, const std::vector<int>& widths,
               const std::string& note = "");

} // namespace app
