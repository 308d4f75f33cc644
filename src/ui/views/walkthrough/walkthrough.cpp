#include "ui/views/walkthrough/walkthrough.h"

#include "ui/board/keys.h"
#include "ui/board/word_swap.h"
#include "ui/chrome/scrubber.h"
#include "ui/views/walkthrough/explanation.h"
#include "ui/views/walkthrough/next_step.h"
#include "ui/views/walkthrough/play.h"
#include "ui/views/walkthrough/stage_rail.h"

#include <nlohmann/json.hpp>

namespace ui {

using drawing::Rect;

namespace {

// Design pixels.
constexpr float margin = 16, foot = 62, strip_width = 54, tab_height = 56;
constexpr float least_with_rail = 1200, least_with_explanation = 900; // of the window, in design pixels at
                                                                      // reading size
constexpr float least_with_arcs = 560;

/// The rectangles of the view's parts, and which of them are folded to strips.
struct Places {
    bool rail_folded = false, explanation_folded = false;
    Rect body, rail, explanation, next, middle, foot;
};

/// Beside a lesson's card: the words and the matrices, and the explanation for who unfolds it.
Places guided_places(const WalkthroughFrame& frame) {
    const Ui& ui = frame.ui;
    const Rect& area = frame.area;
    const float gap = ui.px(margin);
    Places p;
    p.rail_folded = true;
    p.explanation_folded = frame.state.explanation_fold.is_folded(false);
    p.body = {area.x, area.y + gap, area.width - gap, area.height - 2 * gap};
    const float explanation_width = p.explanation_folded ? 0 : ui.px(350);
    p.explanation = {p.body.right() - explanation_width, p.body.y, explanation_width, p.body.height};
    const float right = p.explanation.x - (p.explanation_folded ? 0 : gap);
    p.middle = {p.body.x, p.body.y, right - p.body.x, p.body.height};
    return p;
}

Places places_for(const WalkthroughFrame& frame) {
    const Ui& ui = frame.ui;
    WalkthroughState& state = frame.state;
    const Rect& area = frame.area;
    const float gap = ui.px(margin), room = area.width / ui.theme.reading_scale();
    const bool narrow = area.width < ui.px(1400);
    Places p;
    p.rail_folded = state.rail_fold.is_folded(room >= least_with_rail);
    p.explanation_folded = state.explanation_fold.is_folded(room >= least_with_explanation);
    p.body = {area.x + gap, area.y + gap, area.width - 2 * gap, area.height - 3 * gap - ui.px(foot)};
    const Rect& body = p.body;
    const float rail_width = ui.px(p.rail_folded ? strip_width : narrow ? 176 : 206);
    // When folded, only the explanation's tab remains.
    const float explanation_width = p.explanation_folded ? 0 : ui.px(narrow ? 350 : 387);
    p.rail = {body.x, body.y, rail_width, body.height};
    p.explanation = {body.right() - explanation_width, body.y, explanation_width, body.height};
    p.foot = {body.x, body.bottom() + gap, body.width, ui.px(foot)};
    p.next = {p.explanation.x, body.bottom() - ui.px(next_step_height), explanation_width,
              ui.px(next_step_height)};
    if (p.explanation_folded) {
        const float width = ui.px(next_step_width);
        p.next = {body.right() - width, p.foot.y, width, p.foot.height};
        p.foot.width -= width + gap;
    } else {
        p.explanation.height = p.next.y - ui.px(10) - p.explanation.y;
    }
    const float left = p.rail.right() + gap, right = p.explanation.x - (p.explanation_folded ? 0 : gap);
    p.middle = {left, body.y, right - left, body.height};
    return p;
}

void draw_rail_fold(WalkthroughFrame& frame, const Places& p) {
    Ui& ui = frame.ui;
    const float height = ui.px(tab_height);
    const Rect tab{p.rail.right(), p.body.centre().y - height / 2, ui.px(fold_tab_width), height};
    fold_handle(ui, "rail", frame.state.rail_fold, p.rail_folded, tab, true,
                ui.text(p.rail_folded ? "fold.open_rail" : "fold.fold_rail"), frame.actions);
}

void draw_explanation_fold(WalkthroughFrame& frame, const Places& p) {
    Ui& ui = frame.ui;
    const float width = ui.px(fold_tab_width), height = ui.px(tab_height);
    const float y = p.body.centre().y - height / 2;
    // At the window's edge when there is no panel to attach to.
    const float tab_x = p.explanation.x + (p.explanation_folded ? ui.px(margin) : 0) - width;
    fold_handle(ui, "explanation", frame.state.explanation_fold, p.explanation_folded,
                {tab_x, y, width, height}, false,
                ui.text(p.explanation_folded ? "fold.open_explanation" : "fold.fold_explanation"),
                frame.actions);
}

} // namespace

void WalkthroughView::draw(ViewFrame& view) {
    WalkthroughFrame frame{view, state_};
    Ui& ui = frame.ui;
    WalkthroughState& state = frame.state;
    const Scene& scene = frame.scene;
    const Rect& area = frame.area;
    Actions& actions = frame.actions;
    const Places p = frame.guided ? guided_places(frame) : places_for(frame);
    state.play.player.follow(scene.selection.stage);
    const workbench::Playback playback(scene.trace(), scene.selection);
    const auto scrubber = [&] {
        Rect track = p.foot;
        if (state.play.player.open()) track.width = p.body.width; // no next-step button beside it
        draw_scrubber(ui, state.play.player, &playback, scene, track, frame.seconds, actions);
    };
    if (state.play.player.open()) {
        draw_play(frame, playback, p.body);
        return scrubber();
    }
    const Scene seen = frame.seen();
    // When folded, the explanation asks nothing, so nothing is hidden.
    const narration::Clues hidden = p.explanation_folded ? narration::Clues{} : clues_hidden(frame);
    if (!frame.guided) draw_stage_rail(frame, p.rail, p.rail_folded, hidden);
    if (!p.explanation_folded) draw_explanation(frame, p.explanation);
    if (!frame.guided) {
        draw_next_step(frame, p.next);
        draw_rail_fold(frame, p);
    }
    draw_explanation_fold(frame, p);
    const bool high_arcs = area.height / ui.theme.reading_scale() >= least_with_arcs;
    const Rect& middle = p.middle;
    const float words_height = draw_words(ui, seen, {middle.x, area.y, middle.width, middle.height}, actions,
                                          {.high_arcs = high_arcs});
    const float under = area.y + words_height + ui.px(10);
    const float chips = chips_height(ui, state.chips, seen, middle.width);
    draw_chips(ui, state.chips, seen, {middle.x, under, middle.width, chips}, actions);
    const float top = under + chips_room(ui, chips, area.height);
    draw_board(ui, state.board, scene, {middle.x, top, middle.width, p.body.bottom() - top}, actions);
    if (!frame.guided) scrubber();
}

void WalkthroughView::keys(ViewFrame& view) {
    WalkthroughFrame frame{view, state_};
    stage_keys(frame.ui, frame.scene, frame.actions);
    swap_by_key(frame.ui, frame.scene, frame.actions);
    play_keys(frame);
}

Exportables WalkthroughView::exports(ViewFrame& frame) {
    return board_exports(frame.ui, state_.board, frame.scene);
}

void WalkthroughView::visit(workbench::ChoiceVisitor& choices) {
    static const std::vector<std::string> languages{"numpy", "pytorch", "cpp"};
    ExplanationChoices& chosen = state_.explanation.chosen;
    choices.yes("asking", chosen.asking);
    choices.yes("all_terms", chosen.all_terms);
    choices.named("code", chosen.language, languages);
}

void WalkthroughView::use(const workbench::Settings& settings) {
    state_.play.player.set_speed(settings.play_speed);
    state_.rail_fold.folded = workbench::is_folded(settings, "rail");
    state_.explanation_fold.folded = workbench::is_folded(settings, "explanation");
}

nlohmann::json WalkthroughView::shown() const {
    const ExplanationState& e = state_.explanation;
    nlohmann::json report{{"hidden", nlohmann::json::array()},
                          {"digits", state_.board.last.digits},
                          {"playing", state_.play.player.playing()},
                          {"play", play_report(state_.play)}};
    const std::pair<bool, const char*> clues[] = {{e.hidden.shapes, "shapes"},
                                                  {e.hidden.code, "code"},
                                                  {e.hidden.formula, "formula"},
                                                  {e.hidden.later, "later"}};
    for (const auto& [hidden, name] : clues)
        if (hidden) report["hidden"].push_back(name);
    report["explained"] = attention::key(e.explained.quantity);
    report["question"] = "";
    if (!e.question) return report;
    constexpr const char* states[] = {"open", "right", "revealed"};
    report["question"] = e.question->id;
    report["answer"] = e.question->answer;
    report["state"] = states[static_cast<std::size_t>(e.answers.to(*e.question).state)];
    return report;
}

} // namespace ui
