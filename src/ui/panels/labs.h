#pragma once
// The Labs view: four experiments, one idea each: what the mask hides, why the scores are divided, how a
// score can be computed, and what attention knows about word order.

#include "ui/panels/chips.h"
#include "ui/panels/mask_lab.h"
#include "ui/panels/order_lab.h"
#include "ui/panels/scale_lab.h"
#include "ui/panels/score_lab.h"

namespace ui {

struct LabsState {
    std::size_t page = 0; ///< index of the lab
    MaskLabState mask;
    ScaleLabState scale;
    ScoreLabState score;
    OrderLabState order;
    ChipsState chips;
};

/// "mask", "scale", "score", "order": anchors, texts ("labs.<key>") and the tour.
std::vector<std::string> lab_keys();

void open_lab(LabsState& state, const std::string& key);

void draw_labs(Ui& ui, LabsState& state, const Scene& scene, const drawing::Rect& area, Actions& actions);
/// The figures of the open lab.
Exportables labs_exports(Ui& ui, LabsState& state, const Scene& scene);
/// ↑ ↓ query word, ← → key word, H next head, M causal mask.
void labs_keys(Ui& ui, const Scene& scene, Actions& actions);

} // namespace ui
