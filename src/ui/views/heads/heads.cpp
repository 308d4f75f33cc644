#include "ui/views/heads/heads.h"

#include "drawing/shapes/fitted_text.h"
#include "narration/narration.h"
#include "narration/tell_heads.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/chrome/navigation.h"
#include "ui/chrome/weights_menu.h"
#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

std::string HeadsFrame::asker() const {
    const narration::Wording wording(ui.texts, scene.pass().names);
    const narration::Paragraph word = wording.query(marked.row);
    return wording.words() ? ui.plain("heads.quoted", {{"word", word}}) : narration::plain_text(word);
}

LargeMatrix HeadsFrame::large() const {
    const LargeMatrix chosen = state.chosen.large;
    return chosen == LargeMatrix::shared && !shares_keys() ? LargeMatrix::head : chosen;
}

void HeadsFrame::open(Index head) {
    if (!actions.select) actions.select = scene.selection;
    actions.select->head = head;
    actions.select->hovered.reset();
    state.chosen.large = LargeMatrix::head;
    ui.motion.draw_again();
}

void HeadsFrame::switch_off(const std::vector<Index>& heads) {
    const Index layer = workbench::shown_layer(scene.bench.document());
    std::vector<workbench::HeadPlace> off = scene.bench.document().switched_off;
    std::erase_if(off, [&](const workbench::HeadPlace& place) { return place.layer == layer; });
    for (const Index head : heads)
        off.push_back({layer, head});
    actions.edit(workbench::SwitchHeads{std::move(off)});
}

void HeadsFrame::show_layer(Index layer, const workbench::Selection& then) {
    if (layer == layer_shown()) {
        actions.select = then;
        return;
    }
    const workbench::Weights& weights = scene.pass().document.weights;
    actions.ask(
        PerformEdit{.edit = workbench::SetWeights{workbench::with_layer(weights, layer)}, .then = then});
}

void HeadsFrame::open(const workbench::HeadPlace& place) {
    workbench::Selection then = scene.selection;
    then.head = place.head;
    then.hovered.reset();
    then.pinned.reset();
    show_layer(place.layer, then);
    state.chosen.layers = LayersShown::one;
    state.chosen.large = LargeMatrix::head;
    ui.motion.draw_again();
}

bool HeadsFrame::is_on(const workbench::HeadPlace& place) const {
    return std::ranges::find(scene.bench.document().switched_off, place) ==
           scene.bench.document().switched_off.end();
}

void HeadsFrame::mark(Index row) {
    if (!actions.select) actions.select = scene.selection;
    actions.select->query = row;
    actions.select->pinned.reset();
}

namespace {

Coloured colours_of(const HeadsState& state) {
    const float end = state.shown.rules   ? state.shown.rules->range_end
                      : state.shown.study ? state.shown.study->range_end
                                          : 1;
    return {ColourMap::weights, {0, end}};
}

} // namespace

Coloured HeadsFrame::colours() const {
    return colours_of(state);
}

namespace {

/// Requests what is not in the pass. The answer for an earlier pass of the same size stays until the new one
/// arrives.
void ask(ViewFrame& frame, HeadsState& state) {
    const Scene& scene = frame.scene;
    const auto pass = scene.shown;
    const double cost = workbench::heads_study_cost(pass->trace);
    auto study = state.work.study.ask(
        {{pass}, {}},
        [pass](const base::StopToken& stop) { return workbench::study_heads(pass->trace, stop); }, cost);
    frame.ui.wait_for(state.work.study);
    const bool newest = !state.work.study.busy();
    state.shown.study = study && study->fits(pass->trace) ? study : nullptr;
    if (!state.shown.study) {
        state.shown.loss = nullptr;
        state.shown.parts = nullptr;
    }
    if (!state.shown.study || !newest) return;
    state.shown.loss = state.work.loss.ask(
        {{pass, study}, scene.selection.head},
        [pass, study, head = scene.selection.head](const base::StopToken&) {
            return std::make_shared<const workbench::Ablation>(
                workbench::ablation_of(pass->trace, *study, head));
        },
        cost);
    frame.ui.wait_for(state.work.loss);
}

/// What all heads of all layers do. Where nothing was known before, each layer is shown once it is measured.
void ask_rules(HeadsFrame& frame) {
    HeadsState& state = frame.state;
    const workbench::LayerTraces traces = workbench::layer_traces(frame.scene.shown);
    const auto run = std::make_shared<workbench::HeadRulesRun>(traces);
    const bool in_parts = !state.shown.rules;
    auto rules = state.work.rules.ask(
        {{traces.about}, {}},
        [run, in_parts](const base::StopToken& stop) {
            auto part = run->next(stop);
            const bool all = !part || run->finished();
            return base::Slice<workbench::HeadRules>(all || in_parts ? part : nullptr, all);
        },
        workbench::head_rules_cost(traces));
    frame.ui.wait_for(state.work.rules);
    state.shown.rules = rules && rules->fits(traces) ? rules : nullptr;
}

attention::Cell marked_weight(const Scene& scene) {
    const auto& hovered = scene.selection.hovered;
    if (hovered && hovered->quantity == Quantity::weights) return *hovered;
    const auto& t = scene.trace();
    return {Quantity::weights, scene.selection.head, std::min(scene.selection.query, t.n() - 1),
            std::min(scene.selection.key, t.m() - 1)};
}

/// "layer 1", "layer 2" of a model with several.
std::vector<std::string> layers_of(const Ui& ui, const workbench::Pass& pass) {
    std::vector<std::string> names = layer_names(ui, pass);
    if (names.size() < 2) names.clear();
    return names;
}

HeadsFrame frame_of(ViewFrame& view, HeadsState& state) {
    return {view, state, marked_weight(view.scene), layers_of(view.ui, view.scene.pass())};
}

/// The marked word in the heads that read the opened one's keys; null where each has keys of its own.
std::shared_ptr<const workbench::SharedKeys> shared_with(HeadsFrame& frame) {
    if (!frame.shares_keys()) return nullptr;
    return frame.state.work.shared.ask(
        {{frame.scene.shown}, {frame.head(), frame.marked.row}},
        [&](const base::StopToken&) {
            return std::make_shared<const workbench::SharedKeys>(
                workbench::shared_keys(frame.scene.trace(), frame.head(), frame.marked.row));
        },
        0);
}

} // namespace

namespace {

/// Beside a step of a lesson: the cards that it needs, side by side.
void draw_needed(HeadsFrame& frame, const Rect& body) {
    struct Card {
        bool shown;
        float share; ///< of the width
        void (*draw)(HeadsFrame&, const Rect&);
    };
    const bool parts =
        frame.shows_part("heads/parts") || frame.shows_part("heads/output") || frame.shows_part("heads/loss");
    const Card cards[] = {{frame.shows_part("heads/card"), 0.8F, draw_heads_list},
                          {frame.shows_part("heads/matrix"), 1, draw_opened_head},
                          {parts, 0.8F, draw_head_parts}};
    float shares = 0, count = 0;
    for (const Card& card : cards)
        if (card.shown) shares += card.share, ++count;
    const float gap = frame.ui.px(16), room = body.width - (count - 1) * gap;
    float x = body.x;
    for (const Card& card : cards) {
        if (!card.shown) continue;
        const float width = room * card.share / shares;
        card.draw(frame, {x, body.y, width, body.height});
        x += width + gap;
    }
}

} // namespace

void HeadsView::draw(ViewFrame& view) {
    HeadsState& state = state_;
    const auto& t = view.scene.trace();
    // Distance and diagonal compare positions, which mean nothing across two sentences.
    if (t.input.is_cross() && state.chosen.order != workbench::HeadOrder::entropy)
        state.chosen.order = workbench::HeadOrder::number;
    HeadsFrame frame = frame_of(view, state);
    const bool all_layers = frame.shows_all_layers();
    state.shown.layer = frame.layer_shown();
    if (all_layers) {
        ask_rules(frame);
    } else {
        state.shown.rules = nullptr;
        ask(view, state);
    }
    state.shown.order = state.shown.study && !all_layers
                            ? workbench::ordered_heads(state.shown.study->measures, state.chosen.order)
                            : workbench::ordered_heads(std::vector<attention::HeadMeasures>(t.heads.size()),
                                                       workbench::HeadOrder::number);
    state.shown.shared = all_layers ? nullptr : shared_with(frame);
    const Ui& ui = frame.ui;
    const float margin = ui.px(16);
    Rect body = frame.area.inset(margin);
    if (frame.needed) return draw_needed(frame, body);
    const float chips = chips_height(frame.ui, state.chips, frame.scene, body.width);
    draw_chips(frame.ui, state.chips, frame.scene, {body.x, body.y, body.width, chips}, frame.actions);
    const float above = chips_room(ui, chips, body.height);
    body.y += above;
    body.height -= above;
    if (all_layers) return draw_head_table(frame, body);
    const float left = std::clamp(0.268F * body.width, ui.px(300), ui.px(430));
    const float right = std::clamp(0.305F * body.width, ui.px(340), ui.px(frame.on_slide ? 820 : 520));
    const float middle = body.width - left - right - 2 * margin;
    // Side by side, the heads' numbers need the room of the parts, and in a narrow window all there is.
    if (frame.large() == LargeMatrix::shared && !frame.on_slide) {
        // On a page larger than the window, what is in sight counts.
        body.width = std::min(body.width, ui.window.width - 2 * margin);
        const bool narrow = body.width < ui.px(1000);
        if (!narrow) draw_heads_list(frame, {body.x, body.y, left, body.height});
        const float x = narrow ? body.x : body.x + left + margin;
        return draw_opened_head(frame, {x, body.y, body.right() - x, body.height});
    }
    draw_heads_list(frame, {body.x, body.y, left, body.height});
    draw_opened_head(frame, {body.x + left + margin, body.y, middle, body.height});
    draw_head_parts(frame, {body.right() - right, body.y, right, body.height});
}

void HeadsView::keys(ViewFrame& frame) {
    word_keys(frame.ui, frame.scene, frame.actions);
    mask_key(frame.ui, frame.scene, frame.actions);
    const auto& order = state_.shown.order;
    if (!frame.ui.pressed(GLFW_KEY_H) || order.empty()) return;
    auto here = std::ranges::find(order, frame.scene.selection.head);
    if (here != order.end()) ++here;
    frame.actions.select = frame.scene.selection;
    frame.actions.select->head = here == order.end() ? order.front() : *here;
    frame.actions.select->hovered.reset();
}

void HeadsView::visit(workbench::ChoiceVisitor& choices) {
    static const std::vector<std::string> orders{"number", "entropy", "distance", "diagonal"};
    static const std::vector<std::string> matrices{"head", "average", "maximum", "shared"};
    choices.named("order", state_.chosen.order, orders);
    choices.named("large", state_.chosen.large, matrices);
    static const std::vector<std::string> layers{"one", "all"};
    static const std::vector<std::string> tables{"number", "rule"};
    choices.named("layers", state_.chosen.layers, layers);
    choices.named("table", state_.chosen.table, tables);
}

namespace {

/// Of all layers: by layer the rules of its heads, the order in which they stand, and what is told of one.
nlohmann::json shown_of(const workbench::HeadRules& rules, const HeadsShown& shown) {
    nlohmann::json report{
        {"rules", nlohmann::json::array()}, {"all_heads", nlohmann::json::array()}, {"told", shown.told}};
    for (const auto& layer : rules.layers) {
        nlohmann::json heads = nlohmann::json::array();
        for (const workbench::RuledHead& head : layer)
            heads.push_back(head.rule ? std::string(key(*head.rule)) : "mixed");
        report["rules"].push_back(heads);
    }
    for (const workbench::HeadPlace& place : shown.table)
        report["all_heads"].push_back({place.layer, place.head});
    return report;
}

} // namespace

nlohmann::json HeadsView::shown() const {
    if (const auto& rules = state_.shown.rules) return shown_of(*rules, state_.shown);
    nlohmann::json report{{"heads", state_.shown.order}, {"layer", state_.shown.layer}};
    if (const auto& loss = state_.shown.loss) {
        report["off"] = loss->supposed ? std::vector<Index>{} : loss->off;
        report["moved"] = std::vector<float>(loss->moved.begin(), loss->moved.end());
        report["distance"] = loss->distance;
    }
    if (state_.shown.shared) report["shared"] = state_.shown.shared->heads;
    constexpr Index most = 2000; // most numbers worth reporting
    if (const auto& parts = state_.shown.parts; parts && parts->values->size() <= most) {
        report["parts"] = nlohmann::json::array();
        for (const auto& row : parts->values->rowwise())
            report["parts"].push_back(std::vector<float>(row.begin(), row.end()));
        report["output"] =
            std::vector<float>(parts->output->data(), parts->output->data() + parts->output->size());
    }
    return report;
}

// Exports: all heads on one sheet, and the opened one.

namespace {

std::string number_of(Index head) {
    return std::to_string(head + 1);
}

/// "Head 1: pronoun → noun", or its number alone when it was built for nothing in particular.
std::string title_of(const Ui& ui, const workbench::Pass& pass, Index head) {
    const std::string name = ui.plain("heads.Heads.one", {{"list", {{number_of(head)}}}});
    const auto& purposes = pass.head_purposes;
    const auto i = static_cast<std::size_t>(head);
    return i < purposes.size() && !purposes[i].empty() ? name + ": " + purposes[i] : name;
}

Exportable all_heads(Ui& ui, const HeadsState& state, const Scene& scene, const MatrixOptions& options) {
    std::vector<TitledMatrix> heads;
    for (const Index head : state.shown.order)
        heads.push_back({title_of(ui, *scene.shown, head),
                         {scene.shown, &scene.trace().matrix(Quantity::weights, head)},
                         options});
    Exportable what = exportable("heads", ui.text("heads.export_all"), std::move(heads));
    what.anchor = "heads/card";
    return what;
}

/// The word that is marked in the heads that share their keys.
Exportable shared_export(Ui& ui, const workbench::SharedKeys& shared, MatrixOptions options) {
    std::vector<std::string> names;
    for (const Index head : shared.heads)
        names.push_back(ui.plain("heads.heads.one", {{"list", {{number_of(head)}}}}));
    options.row_name = [names](Index i) { return names[static_cast<std::size_t>(i)]; };
    return exportable("heads-shared", ui.text("heads.shared.export"), shared.weights, options);
}

/// The opened head, or what is large in its place.
Exportable opened(Ui& ui, const HeadsState& state, const Scene& scene, const MatrixOptions& options) {
    const Index head = scene.selection.head;
    const LargeMatrix large = state.chosen.large;
    if (large == LargeMatrix::shared && state.shown.shared) {
        Exportable what = shared_export(ui, *state.shown.shared, options);
        what.anchor = "heads/matrix";
        return what;
    }
    const bool average = large == LargeMatrix::average;
    Exportable what =
        large == LargeMatrix::head || large == LargeMatrix::shared || !state.shown.study
            ? exportable("head-" + number_of(head), title_of(ui, *scene.shown, head),
                         {scene.shown, &scene.trace().matrix(Quantity::weights, head)}, options)
            : exportable(average ? "heads-average" : "heads-maximum",
                         ui.text(average ? "heads.average_title" : "heads.maximum_title"),
                         average ? state.shown.study->average : state.shown.study->maximum, options);
    what.anchor = "heads/matrix";
    return what;
}

/// All heads of all layers on one sheet, as they stand on screen. Their pictures may have fewer rows than
/// words, so these are not named.
Exportable all_layers_export(const HeadsFrame& frame, const workbench::HeadRules& rules) {
    const Ui& ui = frame.ui;
    MatrixOptions options;
    options.map = frame.colours().map;
    options.range = frame.colours().range;
    std::vector<TitledMatrix> maps;
    for (const workbench::HeadPlace& place : frame.state.shown.table) {
        if (const workbench::RuledHead* head = rules.find(place))
            maps.push_back({head_place(frame, place) + ": " + ruled_as(ui, *head), head->map, options});
    }
    Exportable what = exportable("heads-all-layers", ui.text("heads.rules.export"), std::move(maps));
    what.anchor = "heads/table";
    return what;
}

} // namespace

Exportables HeadsView::exports(ViewFrame& view) {
    HeadsFrame frame = frame_of(view, state_);
    Ui& ui = frame.ui;
    const HeadsState& state = state_;
    const Scene& scene = frame.scene;
    if (const auto& rules = state.shown.rules) {
        if (state.shown.table.empty()) return {};
        Exportable what = all_layers_export(frame, *rules);
        what.note = note_of(ui, *scene.shown);
        return {what};
    }
    if (state.shown.order.size() != scene.trace().heads.size()) return {}; // nothing was drawn yet
    const MatrixOptions options = kept_options(scene.shown, Quantity::weights, colours_of(state));
    Exportables all{all_heads(ui, state, scene, options), opened(ui, state, scene, options)};
    for (Exportable& what : all)
        what.note = note_of(ui, *scene.shown);
    return all;
}

} // namespace ui
