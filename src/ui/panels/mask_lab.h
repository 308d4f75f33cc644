#pragma once
// The mask lab: choose or draw a mask, see where the weight goes, what the future would give away, and three
// ways to write "forbidden".

#include "ui/panels/export_card.h"
#include "ui/panels/mask_brush.h"
#include "ui/panels/quantity_look.h"
#include "ui/ui.h"
#include "workbench/mask_study.h"
#include "workbench/study.h"

namespace ui {

struct MaskLabState {
    workbench::Study<workbench::MaskStudy> study;
    workbench::Study<workbench::HiddenRow> row;
    Ranges ranges;
    MaskBrush brush;
    std::shared_ptr<const workbench::MaskStudy> shown; ///< as drawn in the last frame; null: not drawn
    int shift = 0;                                     ///< index of the number added to the scores of the row
    bool hide_all = false;
};

void draw_mask_lab(Ui& ui, MaskLabState& state, const Scene& scene, const drawing::Rect& area,
                   Actions& actions);

/// The scores with the mask over them, and the weights without and with it.
Exportables mask_lab_exports(Ui& ui, MaskLabState& state, const Scene& scene);

} // namespace ui
