#include "ui/panels/heads.h"

#include "lesson/wording.h"
#include "ui/panels/board_input.h"
#include "ui/panels/heads_cards.h"

#include <GLFW/glfw3.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

lesson::Paragraph HeadsFrame::said(const char* name, const lesson::Values& values) const {
    return lesson::fill(ui.text(name), values);
}

std::string HeadsFrame::plain(const char* name, const lesson::Values& values) const {
    return lesson::plain_text(said(name, values));
}

std::string HeadsFrame::asker() const {
    const lesson::Wording wording(ui.texts, scene.pass().names);
    const lesson::Paragraph word = wording.query(marked.row);
    return wording.words() ? plain("heads.quoted", {{"word", word}}) : lesson::plain_text(word);
}

void HeadsFrame::open(Index head) {
    if (!actions.select) actions.select = scene.selection;
    actions.select->head = head;
    actions.select->hovered.reset();
    state.large = LargeMatrix::head;
    ui.motion.keep_going();
}

void HeadsFrame::mark(Index row) {
    if (!actions.select) actions.select = scene.selection;
    actions.select->query = row;
    actions.select->pinned.reset();
}

Coloured HeadsFrame::colours() const {
    return colours_of(state);
}

Coloured colours_of(const HeadsState& state) {
    return {ColourMap::weights, {0, state.shown_study ? state.shown_study->range_end : 1}};
}

namespace {

/// Requests what is not in the pass. The answer for an earlier pass of the same size is kept until the new
/// one arrives.
void ask(Ui& ui, HeadsState& state, const Scene& scene) {
    const auto pass = scene.shown;
    const bool quick = workbench::is_quick_study(pass->trace);
    auto study = state.study.ask(
        {{pass}, {}},
        [pass](const base::StopToken& stop) { return workbench::study_heads(pass->trace, stop); }, quick);
    const bool newest = !state.study.busy();
    if (!newest) ui.motion.keep_going();
    state.shown_study = study && study->fits(pass->trace) ? study : nullptr;
    if (!state.shown_study) state.shown_loss = nullptr, state.shown_parts = nullptr;
    if (!state.shown_study || !newest) return;
    state.shown_loss = state.loss.ask(
        {{pass, study}, std::to_string(scene.selection.head)},
        [pass, study, head = scene.selection.head](const base::StopToken&) {
            return std::make_shared<const workbench::Ablation>(
                workbench::ablation_of(pass->trace, *study, head));
        },
        quick);
    if (state.loss.busy()) ui.motion.keep_going();
}

attention::Cell marked_weight(const Scene& scene) {
    const auto& hovered = scene.selection.hovered;
    if (hovered && hovered->quantity == Quantity::weights) return *hovered;
    const auto& t = scene.trace();
    return {Quantity::weights, scene.selection.head, std::min(scene.selection.query, t.n() - 1),
            std::min(scene.selection.key, t.m() - 1)};
}

} // namespace

void draw_heads(Ui& ui, HeadsState& state, const Scene& scene, const Rect& area, Actions& actions) {
    // Distance and diagonal compare positions, which mean nothing across two sentences.
    if (scene.trace().input.is_cross() && state.order != workbench::HeadOrder::entropy)
        state.order = workbench::HeadOrder::number;
    ask(ui, state, scene);
    state.shown_order =
        state.shown_study
            ? workbench::ordered_heads(state.shown_study->measures, state.order)
            : workbench::ordered_heads(std::vector<attention::HeadMeasures>(scene.trace().heads.size()),
                                       workbench::HeadOrder::number);
    HeadsFrame frame{ui, state, scene, actions, marked_weight(scene)};
    const float margin = ui.px(16);
    Rect body = area.inset(margin);
    const float chips = chips_height(ui, state.chips, scene, body.width);
    draw_chips(ui, state.chips, scene, {body.x, body.y, body.width, chips}, actions);
    const float above = chips_room(ui, chips, body.height);
    body.y += above;
    body.height -= above;
    const float left = std::clamp(0.268F * body.width, ui.px(300), ui.px(430));
    const float right = std::clamp(0.305F * body.width, ui.px(340), ui.px(520));
    const float middle = body.width - left - right - 2 * margin;
    draw_heads_list(frame, {body.x, body.y, left, body.height});
    draw_opened_head(frame, {body.x + left + margin, body.y, middle, body.height});
    draw_head_parts(frame, {body.right() - right, body.y, right, body.height});
}

namespace {

void move_mark(const Scene& scene, Index down, Index right, Actions& actions) {
    const auto& t = scene.trace();
    actions.select = scene.selection;
    actions.select->query = std::clamp<Index>(scene.selection.query + down, 0, t.n() - 1);
    actions.select->key = std::clamp<Index>(scene.selection.key + right, 0, t.m() - 1);
    actions.select->hovered.reset();
}

} // namespace

void heads_keys(Ui& ui, const HeadsState& state, const Scene& scene, Actions& actions) {
    for (const int mods : {0, GLFW_MOD_SHIFT}) {
        if (ui.pressed(GLFW_KEY_LEFT, mods)) move_mark(scene, 0, -1, actions);
        if (ui.pressed(GLFW_KEY_RIGHT, mods)) move_mark(scene, 0, 1, actions);
    }
    if (ui.pressed(GLFW_KEY_UP)) move_mark(scene, -1, 0, actions);
    if (ui.pressed(GLFW_KEY_DOWN)) move_mark(scene, 1, 0, actions);
    if (ui.pressed(GLFW_KEY_H) && !state.shown_order.empty()) {
        const auto& order = state.shown_order;
        auto here = std::ranges::find(order, scene.selection.head);
        if (here != order.end()) ++here;
        actions.select = scene.selection;
        actions.select->head = here == order.end() ? order.front() : *here;
        actions.select->hovered.reset();
    }
    if (ui.pressed(GLFW_KEY_M)) {
        workbench::MaskChoice mask = scene.bench.document().mask;
        mask.causal = !mask.causal;
        actions.edit(workbench::SetMask{mask});
    }
}

nlohmann::json heads_report(const HeadsState& state) {
    nlohmann::json report{{"order", state.shown_order},
                          {"sort", static_cast<int>(state.order)},
                          {"large", static_cast<int>(state.large)}};
    if (const auto& loss = state.shown_loss) {
        report["off"] = loss->supposed ? std::vector<Index>{} : loss->off;
        report["moved"] = std::vector<float>(loss->moved.begin(), loss->moved.end());
        report["distance"] = loss->distance;
    }
    constexpr Index most = 2000; // most numbers worth reporting
    if (const auto& parts = state.shown_parts; parts && parts->values->size() <= most) {
        report["parts"] = nlohmann::json::array();
        for (const auto& row : parts->values->rowwise())
            report["parts"].push_back(std::vector<float>(row.begin(), row.end()));
        report["output"] =
            std::vector<float>(parts->output->data(), parts->output->data() + parts->output->size());
    }
    return report;
}

} // namespace ui
