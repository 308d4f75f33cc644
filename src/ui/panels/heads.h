#pragma once
// The Heads view: every head of the layer in small with a shared colour range, one of them large, and what
// each adds to the output.

#include "ui/panels/board.h"
#include "ui/panels/chips.h"
#include "workbench/heads_study.h"
#include "workbench/study.h"

#include <nlohmann/json_fwd.hpp>

namespace ui {

enum class LargeMatrix { head, average, maximum };

struct HeadsState {
    BoardState board;
    ChipsState chips;
    workbench::HeadOrder order = workbench::HeadOrder::number;
    LargeMatrix large = LargeMatrix::head;
    float numbers_offset = 0; ///< pixels: how far the output's numbers are scrolled to the left
    bool panning = false;     ///< the numbers follow the mouse
    float pan_from = 0;
    drawing::Rect list_area; ///< of the last frame: after a resize nothing glides

    workbench::Study<workbench::HeadsStudy> study;
    workbench::Study<workbench::Ablation> loss;
    workbench::Study<workbench::OutputParts> parts;

    // What was drawn in the last frame; null before the first answer.
    std::shared_ptr<const workbench::HeadsStudy> shown_study;
    std::shared_ptr<const workbench::Ablation> shown_loss;
    std::shared_ptr<const workbench::OutputParts> shown_parts;
    std::vector<base::Index> shown_order; ///< the heads in on-screen order
};

void draw_heads(Ui& ui, HeadsState& state, const Scene& scene, const drawing::Rect& area, Actions& actions);

/// ↑ ↓ query word, ← → key word, H next head on screen, M causal mask.
void heads_keys(Ui& ui, const HeadsState& state, const Scene& scene, Actions& actions);

/// All heads on one sheet, and the opened matrix.
Exportables heads_exports(Ui& ui, const HeadsState& state, const Scene& scene);

/// {"order":[…],"off":[…],"parts":[[…]],"output":[…],"moved":[…],…}: what is on screen, for tests.
nlohmann::json heads_report(const HeadsState& state);

} // namespace ui
