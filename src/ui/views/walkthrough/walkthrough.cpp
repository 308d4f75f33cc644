#include "ui/views/walkthrough/walkthrough.h"

#include "narration/prediction.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/board/words.h"
#include "ui/chrome/navigation.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace ui {

using namespace drawing;

// The stages on the left: the current one, those done, the shape of each result; and which head is shown.

namespace {

enum class Progress { done, here, ahead };

void draw_badge(Ui& ui, Point centre, std::size_t number, Progress progress) {
    const float radius = ui.px(12);
    if (progress == Progress::ahead) {
        ui.canvas.stroke({centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, ui[Role::masked],
                         ui.px(1.2F), radius);
    } else {
        ui.canvas.paint(
            Disc{centre, radius, ui[progress == Progress::here ? Role::query_fill : Role::strong_fill]});
    }
    if (progress == Progress::done) {
        const float side = ui.px(13);
        draw_icon(ui, Icon::tick, {centre.x - side / 2, centre.y - side / 2, side, side},
                  ui[Role::strong_text]);
        return;
    }
    const Rgba ink = progress == Progress::here ? readable_on(ui[Role::query_fill]) : ui[Role::quiet];
    ui.canvas.text(centre, std::to_string(number), Font::sans_bold, ui.px(tiny_size), ink, Align::centre);
}

/// "10 × 6": the shape of a stage's main result.
std::string shape_text(const attention::Trace& t, const attention::Stage& stage, base::Index head) {
    const auto products = stage.products(t);
    const auto& matrix = t.matrix(products.front().result, head);
    return std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols());
}

void stage_row(WalkthroughFrame& frame, const attention::Stage& stage, std::size_t number, Progress progress,
               bool hides_shape, const Rect& row, bool folded) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const Touch t = touch(ui, "stage/" + std::string(stage.key), row);
    const bool here = progress == Progress::here;
    if (here || t.hovered)
        ui.canvas.fill(row, here ? ui[Role::accent_soft] : mix(ui[Role::card], ui[Role::text], 0.04F),
                       ui.px(6));
    if (t.focused) focus_ring(ui, row.inset(ui.px(3)), ui.px(4));
    if (t.clicked) {
        frame.actions.select = scene.selection;
        frame.actions.select->stage = stage.id;
    }
    if (folded) {
        if (t.hovered) ui.cursor_hint = std::string(stage.title);
        return draw_badge(ui, row.centre(), number, progress);
    }
    const float x = row.x + ui.px(45);
    const bool roomy = row.height >= ui.px(54);
    const float first = row.y + (roomy ? ui.px(17) : row.height * 0.32F);
    draw_badge(ui, {row.x + ui.px(21), first}, number, progress);
    ui.canvas.text_within({x, first}, row.right() - x - ui.px(6), std::string(stage.title), Font::sans_bold,
                          ui.px(body_size), ui[progress == Progress::ahead ? Role::quiet : Role::text]);
    const std::string shape = hides_shape ? "? × ?" : shape_text(scene.trace(), stage, scene.selection.head);
    if (roomy) {
        subscripted(ui, {x, first + ui.px(20)}, narration::formula_of(ui.texts, scene.trace(), stage),
                    Font::sans, ui.px(label_size), ui[Role::quiet]);
        ui.canvas.text({x, first + ui.px(38)}, shape, Font::mono, ui.px(tiny_size), ui[Role::quiet]);
    } else {
        ui.canvas.text({x, row.y + row.height * 0.72F}, shape, Font::mono, ui.px(tiny_size), ui[Role::quiet]);
    }
}

/// A small button per head, in rows.
float draw_heads(WalkthroughFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const auto heads = static_cast<base::Index>(scene.trace().heads.size());
    const float side = ui.px(28), gap = ui.px(4);
    const auto in_row = std::max<base::Index>(1, static_cast<base::Index>((area.width + gap) / (side + gap)));
    const auto rows = (heads + in_row - 1) / in_row;
    const float height = static_cast<float>(rows) * (side + gap) + ui.px(22);
    const float top = area.bottom() - height;
    caption(ui, {area.x, top + ui.px(8)}, ui.text("rail.head"));
    for (base::Index h = 0; h < heads; ++h) {
        const base::Index row = h / in_row, column = h % in_row;
        const Rect rect{area.x + static_cast<float>(column) * (side + gap),
                        top + ui.px(22) + static_cast<float>(row) * (side + gap), side, side};
        ButtonStyle style{.on = h == scene.selection.head};
        if (button(ui, "head/" + std::to_string(h), rect, std::to_string(h + 1), style)) {
            workbench::Selection next = scene.selection;
            next.head = h;
            frame.actions.select = next;
        }
    }
    return height;
}

float draw_batch(WalkthroughFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto& document = frame.scene.pass().document;
    const float height = ui.px(56);
    caption(ui, {area.x, area.bottom() - height + ui.px(8)}, ui.text("rail.item"));
    std::int64_t item = document.item + 1;
    if (stepper(ui, "item", {area.x, area.bottom() - ui.px(34), area.width, ui.px(30)}, item, 1,
                document.batch))
        frame.actions.edit(workbench::SetItem{item - 1}, "item");
    return height;
}

/// In the strip: a button with the number of the one shown, which moves on to the next.
float draw_next(Ui& ui, const std::string& name, const char* what, base::Index now, base::Index count,
                const Rect& area, const std::function<void()>& go_on) {
    const float side = ui.px(30);
    const Rect rect{area.centre().x - side / 2, area.bottom() - side, side, side};
    const std::string hint = ui.text(what) + ": " + std::to_string(now + 1) + " / " + std::to_string(count);
    if (button(ui, name, rect, std::to_string(now + 1), {.hint = hint})) go_on();
    return side + ui.px(8);
}

float draw_next_head(WalkthroughFrame& frame, const Rect& area) {
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    const auto count = static_cast<base::Index>(scene.trace().heads.size());
    const base::Index now = scene.selection.head;
    return draw_next(frame.ui, "head/next", "rail.head", now, count, area, [&] {
        actions.select = scene.selection;
        actions.select->head = (now + 1) % count;
    });
}

float draw_next_item(WalkthroughFrame& frame, const Rect& area) {
    const auto& document = frame.scene.pass().document;
    return draw_next(frame.ui, "item/next", "rail.item", document.item, document.batch, area, [&] {
        frame.actions.edit(workbench::SetItem{(document.item + 1) % document.batch}, "item");
    });
}

/// Folded, it is a strip of the stages' numbers. `hidden`: what an open question asks for is not shown.
void draw_stage_rail(WalkthroughFrame& frame, const Rect& area, bool folded, const narration::Clues& hidden) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    card(ui, area);
    Rect inner = area.inset(ui.px(20));
    inner.y = area.y + ui.px(folded ? 4 : 24);
    if (!folded) caption(ui, {inner.x, inner.y}, ui.text("rail.stages"));
    float foot = 0;
    Rect rest{inner.x, inner.y, inner.width, area.bottom() - ui.px(12) - inner.y};
    if (scene.pass().document.batch > 1)
        foot += folded ? draw_next_item(frame, rest) : draw_batch(frame, rest);
    rest.height -= foot;
    if (scene.trace().heads.size() > 1)
        foot += folded ? draw_next_head(frame, rest) : draw_heads(frame, rest);

    const auto stages = attention::stages_of(scene.trace());
    const float top = inner.y + ui.px(16), room = area.bottom() - ui.px(12) - foot - top;
    const float pitch = std::min(ui.px(76), room / static_cast<float>(stages.size()));
    bool before_here = true;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool here = stages[i]->id == scene.selection.stage;
        if (here) before_here = false;
        const Progress progress = here ? Progress::here : before_here ? Progress::done : Progress::ahead;
        const float side = ui.px(folded ? 6 : 10);
        const Rect row{area.x + side, top + static_cast<float>(i) * pitch, area.width - 2 * side,
                       std::min(pitch - ui.px(4), ui.px(72))};
        const bool hides_shape = hidden.shapes && progress == Progress::ahead;
        stage_row(frame, *stages[i], i + 1, progress, hides_shape, row, folded);
    }
}

// The places of the parts.

// Design pixels.
constexpr float page_margin = 16, foot = 62, strip_width = 54;
constexpr float tab_width = 14, tab_height = 56; // of the tab that folds a panel, in the gap beside it
// Of the window, in design pixels at reading size.
constexpr float least_with_rail = 1200, least_with_explanation = 900;
constexpr float least_with_arcs = 560;

/// The rectangles of the view's parts, and which of them are folded to strips.
struct Places {
    bool rail_folded = false, explanation_folded = false;
    Rect body, rail, explanation, next, middle, foot;
};

/// Beside a lesson's card: the words and the matrices, and the explanation once it is unfolded.
Places guided_places(const WalkthroughFrame& frame) {
    const Ui& ui = frame.ui;
    const Rect& area = frame.area;
    const float gap = ui.px(page_margin);
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
    const float gap = ui.px(page_margin), room = area.width / ui.theme.reading_scale();
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

/// The tab at a panel's inner edge that folds and unfolds it: "fold/<panel>". A panel on the left has it at
/// its right edge. `hint` says what a click does.
void fold_handle(Ui& ui, const std::string& panel, Fold& fold, bool is_folded, const Rect& tab,
                 bool panel_at_left, const std::string& hint, Actions& actions) {
    const Touch t = touch(ui, "fold/" + panel, tab);
    // Rounded on its free side only: the other side meets the panel.
    const float radius = ui.px(6);
    const Rect whole{panel_at_left ? tab.x - radius : tab.x, tab.y, tab.width + radius, tab.height};
    ui.canvas.clip(tab.inset(-0.5F));
    ui.canvas.fill(whole,
                   mix(ui[Role::card], ui[Role::text],
                       t.held      ? 0.14F
                       : t.hovered ? 0.08F
                                   : 0),
                   radius);
    ui.canvas.stroke(whole, ui[t.hovered ? Role::quiet : Role::masked], ui.px(1), radius);
    ui.canvas.unclip();
    const float side = ui.px(12);
    const Point c = tab.centre();
    draw_icon(ui, is_folded == panel_at_left ? Icon::chevron_right : Icon::chevron_left,
              {c.x - side / 2, c.y - side / 2, side, side}, ui[Role::text]);
    if (t.focused) focus_ring(ui, tab, radius);
    if (t.hovered) ui.cursor_hint = hint;
    if (!t.clicked) return;
    if (!fold.fits) {
        fold.opened = is_folded; // temporary: the remembered state is for windows with room
        return;
    }
    fold.folded = !is_folded;
    actions.ask(FoldPanel{panel, fold.folded});
}

void draw_rail_fold(WalkthroughFrame& frame, const Places& p) {
    Ui& ui = frame.ui;
    const float height = ui.px(tab_height);
    const Rect tab{p.rail.right(), p.body.centre().y - height / 2, ui.px(tab_width), height};
    fold_handle(ui, "rail", frame.state.rail_fold, p.rail_folded, tab, true,
                ui.text(p.rail_folded ? "fold.open_rail" : "fold.fold_rail"), frame.actions);
}

void draw_explanation_fold(WalkthroughFrame& frame, const Places& p) {
    Ui& ui = frame.ui;
    const float width = ui.px(tab_width), height = ui.px(tab_height);
    const float y = p.body.centre().y - height / 2;
    // At the window's edge when there is no panel to attach to.
    const float tab_x = p.explanation.x + (p.explanation_folded ? ui.px(page_margin) : 0) - width;
    fold_handle(ui, "explanation", frame.state.explanation_fold, p.explanation_folded,
                {tab_x, y, width, height}, false,
                ui.text(p.explanation_folded ? "fold.open_explanation" : "fold.fold_explanation"),
                frame.actions);
}

} // namespace

// The view.

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
    choices.boolean("asking", chosen.asking);
    choices.boolean("all_terms", chosen.all_terms);
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
