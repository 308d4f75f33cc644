// The heads as exportable figures: all on one sheet, and the opened one.

#include "narration/markup.h"
#include "ui/board/matrix_exports.h"
#include "ui/views/heads/cards.h"

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

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

/// The opened head, or the average or maximum of all heads.
Exportable opened(Ui& ui, const HeadsState& state, const Scene& scene, const MatrixOptions& options) {
    const Index head = scene.selection.head;
    const bool average = state.chosen.large == LargeMatrix::average;
    Exportable what =
        state.chosen.large == LargeMatrix::head || !state.shown.study
            ? exportable("head-" + number_of(head), title_of(ui, *scene.shown, head),
                         {scene.shown, &scene.trace().matrix(Quantity::weights, head)}, options)
            : exportable(average ? "heads-average" : "heads-maximum",
                         ui.text(average ? "heads.average_title" : "heads.maximum_title"),
                         average ? state.shown.study->average : state.shown.study->maximum, options);
    what.anchor = "heads/matrix";
    return what;
}

} // namespace

Exportables HeadsView::exports(ViewFrame& frame) {
    if (tells_) return story_.exports(frame);
    Ui& ui = frame.ui;
    const HeadsState& state = state_;
    const Scene& scene = frame.scene;
    if (state.shown.order.size() != scene.trace().heads.size()) return {}; // nothing was drawn yet
    const MatrixOptions options = kept_options(scene.shown, Quantity::weights, colours_of(state));
    Exportables all{all_heads(ui, state, scene, options), opened(ui, state, scene, options)};
    for (Exportable& what : all)
        what.note = note_of(ui, *scene.shown);
    return all;
}

} // namespace ui
