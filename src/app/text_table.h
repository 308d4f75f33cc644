#pragma once
// A matrix as text for a terminal.

#include "attention/matrix.h"

#include <functional>
#include <iosfwd>
#include <string>

namespace app {

/// As few decimals as show the number, at most 4: "2", "0.5", "1.4142". Infinity is "−∞".
std::string short_number(float number);

using NameOf = std::function<std::string(attention::Index)>;

/// Prints the matrix with a name for each row and column, numbers aligned on their last digit, all with the
/// same decimals: as few as show them, at most 4. Of more than 12 rows (10 columns) the first and the last
/// few are shown, an ellipsis between.
void print_table(std::ostream& out, const attention::Matrix& matrix, const NameOf& row_name,
                 const NameOf& column_name);

} // namespace app
