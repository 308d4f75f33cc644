#pragma once
// Matrices as exportable figures. An export is written on another thread, so these own everything they read.

#include "ui/board/quantity_look.h"
#include "ui/chrome/export_card.h"

namespace ui {

using PassPtr = std::shared_ptr<const workbench::Pass>;

/// A figure's note: the sentence and the weights that the numbers come from.
std::string note_of(const Ui& ui, const workbench::Pass& pass);

/// Colours, and the row and column names of a quantity in this pass.
drawing::MatrixOptions kept_options(const PassPtr& pass, attention::Quantity quantity,
                                    const Coloured& coloured);

/// A matrix of the pass, named by its key, titled "A — weights", anchored at its place on the board.
/// `marked`: the cell whose row and column are framed.
drawing::Exportable quantity_export(Ui& ui, const PassPtr& pass, attention::Quantity quantity,
                                    base::Index head, const Coloured& coloured,
                                    const std::optional<attention::Cell>& marked = {});

} // namespace ui
