#pragma once
// The arithmetic of a cell in one short line, for cells that are large enough to carry it.

#include "ui/actions.h"

#include <string>

namespace ui {

/// "2.80·2.80 + 1.00·0.10 + …": the largest terms first; "7.98 ÷ 2.00"; "exp(−1.10) ÷ 1.58". Empty where
/// there is nothing to compute.
std::string cell_detail(const attention::Trace& t, const attention::Cell& cell);

} // namespace ui
