#pragma once

#include "narration/narration.h"
#include "ui/panel/scene.h"

namespace ui {

/// What the sentences about a scene speak of: its pass, and the stage and cell selected.
inline narration::Subject subject_of(const Scene& scene, const workbench::Selection& selection) {
    return {.trace = scene.trace(),
            .names = scene.pass().names,
            .stage = selection.stage,
            .cell = workbench::marked_cell(selection, scene.trace()),
            .hand_set = scene.pass().has_names(),
            .trained = scene.pass().reading != nullptr};
}

} // namespace ui
