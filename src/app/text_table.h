#pragma once
// Tables as text for a terminal.

#include "attention/matrix.h"

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace app {

/// As few decimals as show the number, at most 4: "2", "0.5", "1.4142". Infinity is "−∞".
std::string short_number(float number);

/// The text, or as much of its beginning as fits into `width` columns of a terminal before an ellipsis.
std::string shortened(const std::string& text, int width);

using NameOf = std::function<std::string(attention::Index)>;

/// Prints the matrix with a name for each row and column, numbers aligned on their last digit, all with the
/// same decimals: as few as show them, at most 4. Of more than 12 rows (10 columns) the first and the last
/// few are shown, an ellipsis between.
void print_table(std::ostream& out, const attention::Matrix& matrix, const NameOf& row_name,
                 const NameOf& column_name);

/// One line of a table whose rows come one after another: the first cell at the left of its column, the
/// others at the right, columns so many letters wide; then `note`.
void print_row(std::ostream& out, const std::vector<std::string>& cells, const std::vector<int>& widths,
               const std::string& note = "");

} // namespace app
