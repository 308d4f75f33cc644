#pragma once
// Names of cells, the same everywhere.

#include "drawing/fitted_text.h"
#include "ui/panel/scene.h"

#include <string>

namespace ui {

/// "q(it) · k(cat)", "s(it, cat)" where the score is not a dot product, "weight(it → cat)", "W_Q(living,
/// thing)".
std::string cell_name(const Scene& scene, const attention::Cell& cell);

/// How the names of the cell's row and column differ from those before a step, " (comfortable → tired)";
/// empty if they do not.
std::string renamed(const language::Names& before, const language::Names& now, const attention::Cell& cell);

} // namespace ui
