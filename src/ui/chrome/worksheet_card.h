#pragma once
// The card that makes worksheets of what is on screen, opened from the menu in the top bar.

#include "base/worker.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "workbench/document/pass.h"
#include "workbench/document/selection.h"

#include <memory>
#include <optional>
#include <string>

namespace ui {

struct WorksheetState {
    bool opens = false; ///< the card is to open in the next frame
    std::string count = "1", seed = "1";
    std::string path;                             ///< the folder, as typed
    std::size_t paper = 0;                        ///< in worksheet::papers()
    bool tables = false;                          ///< spreadsheets as well
    std::optional<base::InputError> mistake = {}; ///< why the last ones were not made
    float height = 300;                           ///< card height in the last frame, design pixels
    base::Worker worker = {}; ///< makes the files; last member: destroyed before what it uses
};

/// Draws the card while it is open; reports the result of what is being made. `pass`: on screen, whose words
/// and mask the sheets have; null: none. `folder`: where figures go.
void draw_worksheet_card(Ui& ui, WorksheetState& state, const std::shared_ptr<const workbench::Pass>& pass,
                         const workbench::Selection& selection, const std::string& folder, Actions& actions);

} // namespace ui
