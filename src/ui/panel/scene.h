#pragma once
// What a panel reads. Panels compute nothing.

#include "workbench/selection.h"
#include "workbench/workbench.h"

namespace ui {

/// Read-only: the newest complete pass, the one before the last step, and the selection.
struct Scene {
    const workbench::Workbench& bench;
    std::shared_ptr<const workbench::Pass> shown;
    std::shared_ptr<const workbench::Pass> before; ///< null when there is nothing to compare with
    const workbench::Selection& selection;

    const workbench::Pass& pass() const { return *shown; }
    const attention::Trace& trace() const { return shown->trace; }
    const attention::Stage& stage() const { return attention::stage(selection.stage); }
};

} // namespace ui
