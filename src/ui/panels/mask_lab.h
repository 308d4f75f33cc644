#pragma once
// The mask lab: choose or draw a mask, see where the weight goes, what the future would give away, and three
// ways to write "forbidden".

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
    int shift = 0; ///< which number is added to the scores of the row
    bool hide_all = false;
};

void draw_mask_lab(Ui& ui, MaskLabState& state, const Scene& scene, const drawing::Rect& area,
                   Actions& actions);

} // namespace ui
