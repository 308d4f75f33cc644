#pragma once
// Matrices as figures to keep. An export is written on another thread: these own everything they read.

#include "ui/panels/export_card.h"
#include "ui/panels/quantity_look.h"

namespace ui {

using PassPtr = std::shared_ptr<const workbench::Pass>;

/// The sentence and the weights that the numbers come from: a figure's note.
std::string note_of(const Ui& ui, const workbench::Pass& pass);

/// Colours, and the names that the rows and columns of a quantity have in this pass.
drawing::MatrixOptions kept_options(const PassPtr& pass, attention::Quantity quantity,
                                    const Coloured& coloured);

/// A matrix of the pass; named by its key, titled "A — weights", found at its place on the board. `marked`:
/// the cell whose row and column are framed.
drawing::Exportable quantity_export(Ui& ui, const PassPtr& pass, attention::Quantity quantity,
                                    attention::Index head, const Coloured& coloured,
                                    const std::optional<attention::Cell>& marked = {});

} // namespace ui
