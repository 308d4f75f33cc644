#pragma once
// Exporting a figure: which one, in which format, to which file.

#include "base/worker.h"
#include "drawing/paper/exportable.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "workbench/document/pass.h"

#include <functional>

namespace ui {

/// What a view offers in this frame, its main figure first.
using Exportables = std::vector<drawing::Exportable>;

struct ExportState {
    bool opens = false;           ///< the card is to open in the next frame
    std::filesystem::path script; ///< script exported with all numbers, which recomputes them
    std::string folder;           ///< where figures go until the user names another folder
    std::string figure;           ///< name of the selected figure
    drawing::ExportFormat format = drawing::ExportFormat::svg;
    std::string path; ///< file path as typed
    bool dark = false;
    float height = 300; ///< card height in the last frame, design pixels
    /// As in ShellOptions; files then have no paths, only names.
    std::function<void(const std::filesystem::path&)> deliver = {};
    base::Worker worker; ///< writes the file; last member: destroyed before what it uses
};

/// Draws the card while it is open, under the button "export_button"; reports the result of a file being
/// written. It opens for the figure under the mouse, or else for the one chosen last. `offer` is called only
/// while the card is open, since gathering figures may take a while. `pass`: the pass whose numbers can be
/// written all at once.
void draw_export(Ui& ui, ExportState& state, const std::function<Exportables()>& offer,
                 const std::shared_ptr<const workbench::Pass>& pass, Actions& actions);

} // namespace ui
