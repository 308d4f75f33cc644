#pragma once
// The scale lab: random queries and keys of growing width, with and without the division.

#include "ui/actions.h"
#include "ui/panels/export_card.h"
#include "ui/ui.h"
#include "workbench/scale_study.h"
#include "workbench/study.h"

namespace ui {

struct ScaleLabState {
    workbench::Study<workbench::ScaleStudy> study;
    long keys = 16, heads = 8;
    int temperature = 2; ///< index of the temperature
    std::uint32_t seed = 1;
    std::shared_ptr<const workbench::ScaleStudy> shown = {}; ///< the newest answer
};

void draw_scale_lab(Ui& ui, ScaleLabState& state, const Scene& scene, const drawing::Rect& area,
                    Actions& actions);
/// The lab's four plots.
Exportables scale_lab_exports(Ui& ui, const ScaleLabState& state, const Scene& scene);

} // namespace ui
