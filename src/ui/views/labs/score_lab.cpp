// The score lab: the same queries and keys under every score function.
#include "base/study.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"
#include "ui/views/labs/labs.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/studies/score_comparison.h"

#include <algorithm>
#include <memory>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

struct ScoreLabChoices {
    bool scores = false; ///< shows the scores instead of the weights
    bool operator==(const ScoreLabChoices&) const = default;
};

struct ScoreLabState {
    ScoreLabChoices chosen;
    base::Study<workbench::ScoreComparison, base::Index> study; ///< of a head
    std::shared_ptr<const workbench::ScoreComparison> shown; ///< as drawn in the last frame; null: not drawn
};

struct ScoreLabFrame : ViewFrame {
    ScoreLabState& state;
};

class ScoreLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The matrices of all score functions on one sheet.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    ScoreLabState state_;
};

/// One range for the weights of all functions; the scores of each have their own.
Coloured weights_look(const workbench::ScoreComparison& study) {
    float typical = 0;
    for (const workbench::ScoredBy& scored : study)
        typical = std::max(typical, scored.typical_largest);
    return weight_colours(2 * typical, study.front().weights.cols());
}

Coloured colours_of(const ScoreLabChoices& chosen, const workbench::ScoreComparison& study,
                    const workbench::ScoredBy& scored) {
    return chosen.scores ? signed_colours(scored.reach) : weights_look(study);
}

/// The key of its text.
std::string text_of(const workbench::ScoredBy& scored) {
    return "labs.score_" + scored.key;
}

void draw_one(ScoreLabFrame& frame, const std::shared_ptr<const workbench::ScoreComparison>& study,
              std::size_t i, const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const ScoreLabChoices& chosen = frame.state.chosen;
    const workbench::ScoredBy& scored = (*study)[i];
    const std::string name = "score_lab/" + std::to_string(i);
    card(ui, area);
    ui.anchors.add(name, area);
    const Rect inner = area.inset(ui.px(14));
    float y = inner.y + ui.px(8);
    const std::string function = text_of(scored);
    ui.canvas.text({inner.x, y}, ui.texts.text(function), Font::sans_bold, ui.px(16), ui[Role::text]);
    y += ui.px(22);
    const float wide =
        subscripted(ui, {inner.x, y}, scored.formula, Font::sans, ui.px(card_size), ui[Role::text]);
    if (scored.extra != workbench::ExtraWeights::none) {
        const bool identity = scored.extra == workbench::ExtraWeights::identity;
        ui.canvas.text_within({inner.x + wide + ui.px(12), y}, inner.width - wide - ui.px(12),
                              ui.texts.text(function + (identity ? "_identity" : "_random")), Font::sans,
                              ui.px(label_size), ui[Role::quiet]);
    }
    y += ui.px(14);
    const auto* numbers = chosen.scores ? &scored.scores : &scored.weights;
    const auto& names = scene.pass().names;
    const std::shared_ptr<const base::Matrix> shown(study, numbers);
    const Coloured colours = colours_of(chosen, *study, scored);
    PlainMatrix matrix{.numbers = shown, .coloured = colours, .anchor = name + "/cell"};
    matrix.row_name = [&pass = scene.pass()](Index r) {
        return row_label(pass, attention::Quantity::scores, r);
    };
    matrix.column_name = [&pass = scene.pass()](Index c) {
        return column_label(pass, attention::Quantity::scores, c);
    };
    matrix.marked_row = scene.selection.query;
    matrix.marked_column = scene.selection.key;
    const float foot = ui.px(24);
    const MatrixLayout layout =
        draw_plain_matrix(ui, matrix, {inner.x, y, inner.width, inner.bottom() - foot - y});
    mark_on_click(ui, name, layout, scene, frame.actions);
    ui.canvas.text_within({inner.x, inner.bottom() - ui.px(6)}, inner.width,
                          narration::most_read(ui.texts, names, scored.weights.row(scene.selection.query),
                                               scene.selection.query),
                          Font::sans, ui.px(note_size), ui[Role::text]);
}

} // namespace

void ScoreLab::draw(ViewFrame& view) {
    ScoreLabFrame frame{view, state_};
    Ui& ui = frame.ui;
    ScoreLabState& state = frame.state;
    const Scene& scene = frame.scene;
    const Rect& area = frame.area;
    const auto study = state.study.ask(
        {{scene.shown}, scene.selection.head},
        [pass = scene.shown, head = scene.selection.head](const base::StopToken& stop) {
            return workbench::score_comparison(*pass, head, stop);
        },
        workbench::score_comparison_cost(scene.trace()));
    ui.wait_for(state.study);
    const float gap = ui.px(12), width = (area.width - 2 * gap) / 3, height = (area.height - gap) / 2;
    const auto place = [&](std::size_t i) {
        const std::size_t row = i / 3, column = i % 3;
        return Rect{area.x + static_cast<float>(column) * (width + gap),
                    area.y + static_cast<float>(row) * (height + gap), width, height};
    };
    const Rect inner = titled_card(ui, "score_lab/text", place(5), ui.text("labs.score_title"));
    const std::vector<std::string> choices{ui.text("labs.weights"), ui.text("labs.scores")};
    const int clicked =
        choice(ui, "score_lab/show", {inner.x, inner.y}, choices, state.chosen.scores ? 1 : 0);
    if (clicked >= 0) state.chosen.scores = clicked == 1;
    float y = inner.y + ui.px(40);
    if (const auto* problem = state.study.problem()) {
        paragraph(ui, {inner.x, y}, inner.width, {{problem->problem + " – " + problem->hint}}, card_size);
        return;
    }
    for (const auto& text :
         {ui.text("labs.score_text"), ui.text("labs.score_learned"), ui.text("labs.score_narrow")})
        y +=
            ui.px(7) + paragraph(ui, {inner.x, y}, inner.width, {{text}}, card_size, false, Role::text, 1.4F);
    const bool fits = study && !study->empty() && study->front().scores.rows() == scene.trace().n() &&
                      study->front().scores.cols() == scene.trace().m();
    state.shown = fits ? study : nullptr;
    if (!fits) return;
    if (!state.chosen.scores && ends_early(weights_look(*study))) {
        const float x = inner.x + choice_width(ui, choices) + ui.px(12);
        draw_legend(ui, "score_lab/legend", weights_look(*study), {inner.right(), inner.y + ui.px(14)},
                    inner.right() - x);
    }
    for (std::size_t i = 0; i < study->size(); ++i)
        draw_one(frame, study, i, place(i));
}

void ScoreLab::visit(workbench::ChoiceVisitor& choices) {
    choices.boolean("scores", state_.chosen.scores);
}

Exportables ScoreLab::exports(ViewFrame& frame) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    if (!state_.shown) return {};
    std::vector<TitledMatrix> matrices;
    for (const workbench::ScoredBy& scored : *state_.shown) {
        const auto* numbers = state_.chosen.scores ? &scored.scores : &scored.weights;
        matrices.push_back({ui.texts.text(text_of(scored)),
                            {state_.shown, numbers},
                            kept_options(scene.shown, attention::Quantity::weights,
                                         colours_of(state_.chosen, *state_.shown, scored))});
    }
    Exportable what = exportable(state_.chosen.scores ? "score-functions-scores" : "score-functions-weights",
                                 ui.text("labs.score_question"), std::move(matrices));
    what.note =
        note_of(ui, *scene.shown) + " — " + ui.text(state_.chosen.scores ? "labs.scores" : "labs.weights");
    return {std::move(what)};
}

std::unique_ptr<View> make_score_lab() {
    return std::make_unique<ScoreLab>();
}

} // namespace ui
