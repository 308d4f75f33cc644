#include "ui/views/walkthrough/walkthrough.h"

#include "narration/prediction.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/board/words.h"
#include "ui/chrome/navigation.h"
#include "ui/views/walkthrough/play_look.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ui {

using namespace drawing;

// The rail: the current stage, those done, the shape of each result.

namespace {

constexpr float rail_width = 230, rail_head = 42, rail_pitch = 52; // design pixels

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
               bool hides_shape, const Rect& row) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const Touch t = touch(ui, "stage/" + std::string(stage.key), row);
    const bool here = progress == Progress::here;
    if (here)
        draw_selected(ui, row, ui.px(6));
    else if (t.hovered)
        ui.canvas.fill(row, mix(ui[Role::card], ui[Role::text], 0.04F), ui.px(6));
    if (t.focused) focus_ring(ui, row.inset(ui.px(3)), ui.px(4));
    if (t.clicked) {
        frame.actions.select = scene.selection;
        frame.actions.select->stage = stage.id;
        frame.actions.select = workbench::focused_on_something(*frame.actions.select, scene.trace());
    }
    const float x = row.x + ui.px(45), first = row.y + ui.px(17);
    draw_badge(ui, {row.x + ui.px(21), first}, number, progress);
    ui.canvas.text_within({x, first}, row.right() - x - ui.px(6), std::string(stage.title), Font::sans_bold,
                          ui.px(body_size), ui[progress == Progress::ahead ? Role::quiet : Role::text]);
    const std::string shape = hides_shape ? "? × ?" : shape_text(scene.trace(), stage, scene.selection.head);
    subscripted(ui, {x, first + ui.px(20)}, narration::formula_of(ui.texts, scene.trace(), stage), Font::sans,
                ui.px(label_size), ui[Role::quiet]);
    ui.canvas.text({row.right() - ui.px(8), first + ui.px(20)}, shape, Font::mono, ui.px(tiny_size),
                   ui[Role::quiet], Align::right);
}

/// The stages with their formulas and shapes. `hidden`: what an open question asks for is not shown.
void draw_stage_rail(WalkthroughFrame& frame, const Rect& area, const narration::Clues& hidden) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const Floating floating(ui, "rail", area);
    card(ui, area);
    caption(ui, {area.x + ui.px(20), area.y + ui.px(24)}, ui.text("rail.stages"));
    const auto stages = attention::stages_of(scene.trace());
    bool before_here = true;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool here = stages[i]->id == scene.selection.stage;
        if (here) before_here = false;
        const Progress progress = here ? Progress::here : before_here ? Progress::done : Progress::ahead;
        const float y = area.y + ui.px(rail_head + static_cast<float>(i) * rail_pitch);
        const bool hides_shape = hidden.shapes && progress == Progress::ahead;
        stage_row(frame, *stages[i], i + 1, progress, hides_shape,
                  {area.x + ui.px(10), y, area.width - ui.px(20), ui.px(rail_pitch - 4)});
    }
}

// The places of the parts.

// Design pixels.
constexpr float page_margin = 16, foot = 84, low_foot = 52, low_page = 800;
constexpr float panel_width = 376, strip_width = 72, board_margin = 30;
constexpr float handle_width = 26, handle_height = 72, handle_hidden = 8; // at the edge of the window
// Of the window, in design pixels at reading size.
constexpr float least_with_explanation = 1300;

/// The rectangles of the view's parts.
struct Places {
    bool explanation_folded = false;
    bool explanation_over = false; ///< for lack of room, the open panel lies over the matrices
    Rect body, explanation, next, middle, foot;
};

/// Beside a lesson's card: the words and the matrices, and the explanation once it is unfolded.
Places guided_places(const WalkthroughFrame& frame) {
    const Ui& ui = frame.ui;
    const Rect& area = frame.area;
    const float gap = ui.px(page_margin);
    Places p;
    p.explanation_folded = frame.needed || frame.state.explanation_fold.is_folded(false);
    p.body = {area.x, area.y + gap, area.width - gap, area.height - 2 * gap};
    const float width = p.explanation_folded ? 0 : ui.px(panel_width);
    p.explanation = {p.body.right() - width, p.body.y, width, p.body.height};
    p.middle = {p.body.x, p.body.y, p.explanation.x - p.body.x - (p.explanation_folded ? 0 : gap),
                p.body.height};
    return p;
}

Places places_for(const WalkthroughFrame& frame) {
    const Ui& ui = frame.ui;
    Fold& fold = frame.state.explanation_fold;
    const Rect& area = frame.area;
    const bool low = area.height < ui.px(low_page);
    const float gap = ui.px(low ? page_margin / 2 : page_margin), foot_height = ui.px(low ? low_foot : foot);
    Places p;
    const bool has_room = area.width / ui.theme.reading_scale() >= least_with_explanation;
    p.explanation_folded = fold.is_folded(has_room);
    p.explanation_over = !has_room && !p.explanation_folded;
    p.body = {area.x + gap, area.y + gap, area.width - 2 * gap, area.height - 3 * gap - foot_height};
    const Rect& body = p.body;
    const float width = ui.px(p.explanation_folded ? strip_width : panel_width);
    p.explanation = {body.right() - width, body.y, width, body.height};
    p.foot = {body.x, body.bottom() + gap, body.width, foot_height};
    const float inset = ui.px(low ? 6 : 20);
    p.next = {p.foot.right() - inset - ui.px(next_stage_width), p.foot.y + inset, ui.px(next_stage_width),
              p.foot.height - 2 * inset};
    const float beside = p.explanation_over ? ui.px(strip_width) : width;
    const float left = body.x + ui.px(handle_width - handle_hidden) - gap / 2;
    const float right = body.right() - beside - ui.px(low ? page_margin : board_margin);
    p.middle = {left, body.y, right - left, body.height};
    return p;
}

void fold_or_open(Fold& fold, const std::string& panel, bool is_folded, bool usually, Actions& actions) {
    if (!fold.fits) {
        fold.opened = is_folded; // temporary: the remembered state is for windows with room
        return;
    }
    fold.folded = !is_folded;
    actions.ask(FoldPanel{panel, fold.folded, usually});
}

/// A handle that opens a panel from the side of the window or of the panel, or folds it: "fold/<panel>".
/// Its other side is hidden, by the panel or beyond the window.
bool draw_handle(Ui& ui, const std::string& panel, const Rect& handle, Icon icon, bool shows_right,
                 const std::string& hint) {
    const float hidden = ui.px(handle_hidden), shown_from = handle.x + (shows_right ? hidden : 0);
    const Rect shown{shown_from, handle.y, handle.width - hidden, handle.height};
    const Touch t = touch(ui, "fold/" + panel, shown);
    const float side = ui.px(12), radius = ui.px(8);
    ui.canvas.fill(handle,
                   mix(ui[Role::card], ui[Role::text],
                       t.held      ? 0.14F
                       : t.hovered ? 0.08F
                                   : 0),
                   radius);
    ui.canvas.stroke(handle, ui[t.hovered ? Role::quiet : Role::hairline], ui.px(1), radius);
    const Point c = shown.centre();
    draw_icon(ui, icon, {c.x - side / 2, c.y - side / 2, side, side}, ui[Role::quiet]);
    if (t.focused) focus_ring(ui, shown, radius);
    if (t.hovered) ui.cursor_hint = hint;
    return t.clicked;
}

/// The rail opens over the matrices from a handle at the left edge.
void draw_rail(WalkthroughFrame& frame, const Places& p, const narration::Clues& hidden) {
    Ui& ui = frame.ui;
    Fold& fold = frame.state.rail_fold;
    const bool folded = fold.is_folded(true);
    const float y = p.body.centre().y - ui.px(handle_height) / 2;
    float x = frame.area.x - ui.px(handle_hidden);
    if (!folded) {
        const auto count = static_cast<float>(attention::stages_of(frame.scene.trace()).size());
        const float high = std::min(ui.px(rail_head + count * rail_pitch + 8), p.body.height);
        const Rect rail{frame.area.x + ui.px(6), p.body.centre().y - high / 2, ui.px(rail_width), high};
        x = rail.right() - ui.px(handle_hidden);
        draw_stage_rail(frame, rail, hidden);
    }
    const Rect handle{x, y, ui.px(handle_width), ui.px(handle_height)};
    if (draw_handle(ui, "rail", handle, folded ? Icon::chevron_right : Icon::chevron_left, true,
                    ui.text(folded ? "fold.open_rail" : "fold.fold_rail")))
        fold_or_open(fold, "rail", folded, true, frame.actions);
}

/// The folded explanation: its question, word by word.
void draw_strip(WalkthroughFrame& frame, const Rect& strip) {
    Ui& ui = frame.ui;
    const Touch t = touch(ui, "fold/explanation", strip);
    card(ui, strip);
    if (t.hovered) ui.canvas.fill(strip, mix(ui[Role::card], ui[Role::text], 0.04F), ui.px(10));
    if (t.focused) focus_ring(ui, strip, ui.px(10));
    const float side = ui.px(14);
    draw_icon(ui, Icon::chevron_left, {strip.centre().x - side / 2, strip.y + ui.px(14), side, side},
              ui[Role::quiet]);
    const Scene scene = frame.seen();
    const std::string question =
        ui.texts.narrate(subject_of(scene, workbench::pointed(scene.selection))).question;
    std::vector<std::string> words;
    float widest = 1;
    for (std::size_t from = 0; from < question.size(); from += words.back().size() + 1) {
        words.push_back(question.substr(from, question.find(' ', from) - from));
        widest = std::max(widest, ui.canvas.width(Font::sans_medium, ui.px(label_size), words.back()));
    }
    constexpr float least = 0.8F; // of the usual size: a word that is longer still is cut
    const float room = strip.width - ui.px(4);
    const float size = ui.px(label_size) * std::clamp(room / widest, least, 1.0F);
    float y = strip.y + ui.px(48);
    for (const std::string& word : words) {
        if (y > strip.bottom() - ui.px(14)) break;
        ui.canvas.text_within({strip.centre().x, y}, room, word, Font::sans_medium, size, ui[Role::text],
                              Align::centre);
        y += ui.px(20);
    }
    if (t.hovered) ui.cursor_hint = ui.text("fold.open_explanation");
    if (t.clicked) fold_or_open(frame.state.explanation_fold, "explanation", true, false, frame.actions);
}

/// Beside a lesson the folded explanation is a handle at the right edge: the card asks the questions.
void draw_panel_handle(WalkthroughFrame& frame, const Places& p) {
    Ui& ui = frame.ui;
    const Rect handle{frame.area.right() - ui.px(handle_width - handle_hidden),
                      p.body.centre().y - ui.px(handle_height) / 2, ui.px(handle_width),
                      ui.px(handle_height)};
    if (draw_handle(ui, "explanation", handle, Icon::chevron_left, false, ui.text("fold.open_explanation")))
        fold_or_open(frame.state.explanation_fold, "explanation", true, false, frame.actions);
}

void draw_panel(WalkthroughFrame& frame, const Places& p) {
    Ui& ui = frame.ui;
    if (frame.needed) return;
    if (p.explanation_folded)
        return frame.guided ? draw_panel_handle(frame, p) : draw_strip(frame, p.explanation);
    std::optional<Floating> floating;
    if (p.explanation_over) floating.emplace(ui, "panel", p.explanation);
    draw_explanation(frame, p.explanation);
    const float side = ui.px(26);
    const Rect fold{p.explanation.right() - side - ui.px(10), p.explanation.y + ui.px(12), side, side};
    if (icon_button(ui, "fold/explanation", fold, Icon::chevron_right,
                    {.look = ButtonLook::plain, .hint = ui.text("fold.fold_explanation")}))
        fold_or_open(frame.state.explanation_fold, "explanation", false, false, frame.actions);
}

constexpr float beside_unusual = 8; // design pixels
constexpr float enlarged_beside_step = 1.35F;

/// What is unusual about the document fits below the stage's formula, where that moves nothing.
bool unusual_fits_corner(WalkthroughFrame& frame) {
    const Rect corner = frame.state.board.last.corner;
    const float high =
        corner.width > 0 ? chips_height(frame.ui, frame.state.chips, frame.seen(), corner.width) : 0;
    return high + 2 * frame.ui.px(beside_unusual) <= corner.height;
}

/// The board, and what is unusual about its document: in its free corner, or else below the matrices.
void draw_board_of(WalkthroughFrame& frame, Rect board) {
    Ui& ui = frame.ui;
    const Scene seen = frame.seen();
    BoardState& state = frame.state.board;
    if (frame.needed) return draw_board(ui, state, frame.scene, board, frame.actions);
    ChipsState& chips = frame.state.chips;
    const bool in_corner = unusual_fits_corner(frame); // as far as one knows before it is drawn
    const float gap = ui.px(beside_unusual);
    const float below = in_corner ? 0 : chips_height(ui, chips, seen, board.width);
    Rect place{board.x, board.bottom() - below, board.width, below};
    if (below > 0) board.height -= below + gap;
    draw_board(ui, state, frame.scene, board, frame.actions);
    if (unusual_fits_corner(frame) != in_corner) ui.motion.draw_again();
    if (in_corner) {
        const Rect corner = state.last.corner;
        place = {corner.x, corner.y + gap, corner.width, corner.height - gap};
    }
    chips_height(ui, chips, seen, place.width); // of this place
    draw_chips(ui, chips, seen, place, frame.actions);
}

} // namespace

// The view.

void WalkthroughView::draw(ViewFrame& view) {
    WalkthroughFrame frame{view, state_};
    Ui& ui = frame.ui;
    WalkthroughState& state = frame.state;
    const Scene& scene = frame.scene;
    const Places p = frame.guided ? guided_places(frame) : places_for(frame);
    state.play.player.follow(scene.selection.stage);
    const workbench::Playback playback(scene.trace(), scene.selection);
    state.board.look = {.words = true, .needed = frame.needed, .all_choices = !frame.guided};
    const attention::Product product = shown_product(scene);
    const std::string alone = "alone/" + std::string(attention::key(product.result));
    if (frame.needed && !product.top) state.board.look.factors = !frame.needed->control(alone);
    if (frame.needed) // what is there may be larger
        state.board.look.largest = {enlarged_beside_step * usual_cell_width,
                                    enlarged_beside_step * usual_cell_height};
    const bool playing = state.play.player.open();
    // When folded, the explanation asks nothing, so nothing is hidden.
    const narration::Clues hidden =
        playing || p.explanation_folded ? narration::Clues{} : clues_hidden(frame);
    state.board.look.covered = playing || p.explanation_folded ? std::nullopt : state.explanation.covered;
    if (playing) {
        draw_play(frame, playback, p.middle, p.body);
    } else {
        state.play.last_step.reset();
        draw_board_of(frame, p.middle);
        draw_panel(frame, p);
    }
    if (frame.guided) return;
    draw_scrubber(ui, state.play.player, &playback, scene, p.foot, p.foot.right() - p.next.x, frame.seconds,
                  frame.actions);
    draw_next_stage(ui, scene, p.next, frame.actions);
    if (!playing) draw_rail(frame, p, hidden);
}

void WalkthroughView::keys(ViewFrame& view) {
    WalkthroughFrame frame{view, state_};
    swap_by_key(frame.ui, frame.scene, frame.actions);
    if (frame.needed) return;           // a step needs no others, and somebody may type a number too early
    if (state_.board.edit.cell) return; // a field that has not got the caret yet
    stage_keys(frame.ui, frame.scene, frame.actions);
    play_keys(frame);
}

Exportables WalkthroughView::exports(ViewFrame& frame) {
    Exportables all = board_exports(frame.ui, state_.board, frame.scene);
    all.push_back(play_share(frame.ui, state_.board, frame.scene));
    return all;
}

void WalkthroughView::visit(workbench::ChoiceVisitor& choices) {
    static const std::vector<std::string> languages{"numpy", "pytorch", "cpp"};
    static const std::vector<std::string> parts{"none", "more", "predict", "formula", "code"};
    ExplanationChoices& chosen = state_.explanation.chosen;
    choices.named("open", chosen.open, parts);
    choices.boolean("all_terms", chosen.all_terms);
    choices.named("code", chosen.language, languages);
}

void WalkthroughView::use(const workbench::Settings& settings) {
    state_.play.player.set_speed(settings.play_speed);
    state_.rail_fold.folded = workbench::is_folded(settings, "rail", true);
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
