#pragma once
// The arithmetic of a cell in one short line, for cells that are large enough to carry it.

#include "ui/actions.h"

#include <string>
#include <vector>

namespace ui {

/// From the longest wording to the shortest: "2.80·2.80 + 1.00·0.10 + …", then "2.80·2.80 + …": the largest
/// terms first; "7.98 ÷ 2.00"; "1.000 ÷ 1.592". Empty where there is nothing to compute.
std::vector<std::string> cell_detail(const attention::Trace& t, const attention::Cell& cell);

} // namespace ui
