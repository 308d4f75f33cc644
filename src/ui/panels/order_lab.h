#pragma once
// The order lab: the same words in another order, without positions and with them.

#include "ui/actions.h"
#include "ui/ui.h"
#include "workbench/shuffle_study.h"
#include "workbench/study.h"

namespace ui {

struct OrderLabState {
    workbench::Study<workbench::ShuffleStudy> study;
    std::uint32_t seed = 1;
    bool of_memory = false; ///< cross-attention: the words that are asked are shuffled
};

void draw_order_lab(Ui& ui, OrderLabState& state, const Scene& scene, const drawing::Rect& area,
                    Actions& actions);

} // namespace ui
