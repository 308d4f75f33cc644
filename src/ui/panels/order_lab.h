#pragma once
// The order lab: the same words in another order, without positions and with them.

#include "ui/actions.h"
#include "ui/panels/export_card.h"
#include "ui/ui.h"
#include "workbench/shuffle_study.h"
#include "workbench/study.h"

namespace ui {

struct OrderLabState {
    workbench::Study<workbench::ShuffleStudy> study;
    std::shared_ptr<const workbench::ShuffleStudy> shown; ///< as drawn in the last frame; null: not drawn
    std::uint32_t seed = 1;
    bool of_memory = false; ///< cross-attention: the source words (keys and values) are shuffled
};

void draw_order_lab(Ui& ui, OrderLabState& state, const Scene& scene, const drawing::Rect& area,
                    Actions& actions);

/// The positions, and how far each word's output moved without and with them.
Exportables order_lab_exports(Ui& ui, const OrderLabState& state, const Scene& scene);

} // namespace ui
