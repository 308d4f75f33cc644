#pragma once
// The arithmetic of a cell in one short line, for cells large enough to hold it.

#include "ui/panel/actions.h"

#include <string>
#include <vector>

namespace ui {

/// In wordings from longest to shortest: "2.80·2.80 + 1.00·0.10 + …", then "2.80·2.80 + …", largest terms
/// first; "7.98 ÷ 2.00"; "1.000 ÷ 1.592". Empty when there is nothing to compute.
std::vector<std::string> cell_detail(const attention::Trace& t, const attention::Cell& cell);

} // namespace ui
