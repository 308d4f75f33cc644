#pragma once
// Keeping a figure: which one, in which format, in which file.

#include "drawing/exportable.h"
#include "ui/actions.h"
#include "ui/ui.h"
#include "workbench/worker.h"

#include <functional>

namespace ui {

/// What a view offers in this frame, the first being what it is about.
using Exportables = std::vector<drawing::Exportable>;

struct ExportState {
    std::filesystem::path script; ///< goes with all numbers and computes them again
    std::string folder;           ///< where figures go until the person names another place
    std::string figure;           ///< the name of the chosen one
    drawing::ExportFormat format = drawing::ExportFormat::svg;
    std::string path; ///< of the file, as typed
    bool dark = false;
    float height = 300;       ///< of the card in the last frame, design pixels
    workbench::Worker worker; ///< writes the file; last: ends before what it uses
};

/// Opens the card, on the figure that the mouse points at or else on the one chosen last; says so when there
/// is none.
void open_export(Ui& ui, ExportState& state, const Exportables& offered, Actions& actions);

/// Draws the card while it is open, under the button "export_button"; says what became of a file that was
/// being written. `offer` is asked only while the card is open: to gather figures may take a while. `pass`:
/// the one whose numbers can be written all at once.
void draw_export(Ui& ui, ExportState& state, const std::function<Exportables()>& offer,
                 const std::shared_ptr<const workbench::Pass>& pass, Actions& actions);

} // namespace ui
