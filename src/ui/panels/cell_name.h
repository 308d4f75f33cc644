#pragma once
// How cells are called, everywhere the same.

#include "drawing/fitted_text.h"
#include "ui/actions.h"

#include <string>

namespace ui {

/// "q(it) · k(cat)", "weight(it → cat)", "W_Q(living, thing)": what a cell is called.
std::string cell_name(const Scene& scene, const attention::Cell& cell);

} // namespace ui
