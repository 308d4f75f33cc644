// A stage being played: the matrices as far as they are filled, the current operands highlighted, the factors
// that fly into the cell, and beside it the card with the products.
#include "attention/score.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/navigation.h"
#include "ui/chrome/scene.h"
#include "ui/views/walkthrough/play_look.h"
#include "ui/views/walkthrough/walkthrough.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/playback.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Moment;
using workbench::Playback;
using workbench::PlayUnit;

// The card: the terms of a cell as they are added, and the running sum.

namespace {

// Design pixels.
constexpr float margin = 20, head_height = 66, row_height = 30, sum_height = 46, foot_margin = 16;
constexpr float words_size = body_size; // nothing on the card is smaller

/// "play.scores.one_cell", or the variant for this score function: "play.scores_cosine.one_cell".
const std::string& words_of(const Ui& ui, const Scene& scene, const workbench::PlayPhase& phase) {
    const std::string stage = "play." + std::string(scene.stage().key), end = "." + std::string(phase.key);
    const std::string special = stage + "_" + attention::key(scene.trace().options.score) + end;
    return ui.texts.text(ui.texts.has(special) ? special : stage + end);
}

float words_height(Ui& ui, const std::string& words, float width) {
    return paragraph(ui, {}, width, {{words, narration::Tone::plain}}, words_size, true);
}

/// The text below the terms may change with the phase; the card reserves room for the longest.
float longest_words(Ui& ui, const Scene& scene, const Playback& playback, const Moment& moment, float width) {
    float most = 0;
    for (const auto& phase : playback.phases())
        if (phase.product == moment.product)
            most = std::max(most, words_height(ui, words_of(ui, scene, phase), width));
    return most;
}

/// The cell being computed; for a whole row, its word.
std::string title_of(const Scene& scene, const Moment& moment) {
    using attention::Form;
    const Form form = attention::explain(scene.trace(), moment.cell).form;
    if (form == Form::given || form == Form::softmax)
        return scene.pass().names.row(moment.cell.quantity, moment.cell.row);
    return cell_name(scene, moment.cell);
}

/// x of the columns: name, left, ×, right, =, product, bar.
struct Columns {
    float name, left, times, right, equals, product, bar, end;
};

Columns columns_of(const Rect& inner) {
    const auto at = [&](float share) { return inner.x + share * inner.width; };
    return {at(0), at(0.37F), at(0.42F), at(0.58F), at(0.63F), at(0.80F), at(0.83F), at(1)};
}

void draw_row(Ui& ui, const Columns& x, const PlayTerm& term, float y) {
    const auto ink = [&](Role role) { return ui[role].faded(term.state == PlayTerm::ahead ? 0.35F : 1); };
    const float size = ui.px(body_size);
    const auto number = [&](float at, const std::string& text, Role role, Align align = Align::right) {
        ui.canvas.text({at, y}, text, Font::mono, size, ink(role), align);
    };
    ui.canvas.text_within({x.name, y},
                          x.left - x.name - ui.canvas.width(Font::mono, size, term.left) - ui.px(6),
                          term.name, Font::sans, size, ink(Role::quiet));
    number(x.left, term.left, term.left_role);
    number(x.times, term.sign, Role::quiet, Align::centre);
    number(x.right, term.right, term.right_role);
    if (!term.right.empty()) number(x.equals, term.exact ? "=" : "≈", Role::quiet, Align::centre);
    if (term.state == PlayTerm::ahead || term.product.empty()) return;
    number(x.product, term.product, Role::text);
    if (term.state == PlayTerm::now) {
        const float wide = ui.canvas.width(Font::mono, size, term.product);
        ui.canvas.stroke({x.product - wide - ui.px(5), y - ui.px(11), wide + ui.px(10), ui.px(22)},
                         ui[Role::query_fill], ui.px(1.5F), ui.px(4));
    }
    const float room = x.end - x.bar;
    if (term.bar != 0)
        ui.canvas.fill({x.bar, y - ui.px(5), std::max(ui.px(2), std::abs(term.bar) * room), ui.px(10)},
                       ui[term.bar > 0 ? term.bar_role : Role::negative], ui.px(2));
}

/// "so far 0.16 + 2.80 + 0.00" and the sum on the right; if not all fit, the last terms.
void draw_sum(Ui& ui, const PlayTerms& terms, const Rect& line) {
    ui.canvas.line({line.x, line.y}, {line.right(), line.y}, ui[Role::hairline], ui.px(1));
    const float y = line.centre().y + ui.px(2), size = ui.px(body_size);
    const std::string sum = (terms.exact ? "" : "≈ ") + terms.sum;
    const float wide = ui.canvas.width(Font::mono_bold, ui.px(headline_size), sum) + ui.px(16);
    ui.canvas.text({line.right(), y}, sum, Font::mono_bold, ui.px(headline_size), ui[Role::text],
                   Align::right);
    const std::string start = ui.text(terms.complete ? "play.sum" : "play.so_far") + " ", left_out = "… + ";
    const float room = line.width - wide - ui.canvas.width(Font::sans, size, start + left_out);
    std::string shown;
    for (std::size_t i = terms.added.size(); i-- > 0;) {
        std::string longer = terms.added[i];
        if (!shown.empty()) longer.append(" + ").append(shown);
        if (ui.canvas.width(Font::sans, size, longer) > room) {
            shown.insert(0, left_out);
            break;
        }
        shown = std::move(longer);
    }
    ui.canvas.text({line.x, y}, start + shown, Font::sans, size, ui[Role::quiet]);
}

/// The card's height for all moments of a product, at most `room`: constant while the product is computed.
float play_card_height(Ui& ui, const Scene& scene, const Playback& playback, const Moment& moment,
                       float width, float room) {
    const float words = longest_words(ui, scene, playback, moment, width - 2 * ui.px(margin));
    const float fixed = ui.px(head_height + sum_height + foot_margin) + words;
    const auto rows = static_cast<float>(play_rows(scene, moment.cell));
    const float least = fixed + ui.px(row_height) * std::min(rows, 3.0F);
    return std::max(least, std::min(fixed + rows * ui.px(row_height), room));
}

/// The terms of the moment; while the factors of the last one fly, without its product and with the sum
/// before.
PlayTerms terms_told(const Ui& ui, const Scene& scene, const Moment& moment,
                     const std::optional<Moment>& filled, Index rows) {
    if (!filled) return play_terms(ui, scene, moment, rows);
    Moment under_way = moment;
    under_way.finished = false;
    PlayTerms terms = play_terms(ui, scene, under_way, rows);
    PlayTerms before = filled->done > 0 ? play_terms(ui, scene, *filled, rows) : PlayTerms{};
    before.rows = std::move(terms.rows);
    for (PlayTerm& term : before.rows)
        if (term.state == PlayTerm::now) term.product.clear();
    return before;
}

/// Draws the card; true when its cross was activated, to show the whole stage again. `filled`: while factors
/// fly.
bool draw_play_card(Ui& ui, const Scene& scene, const Playback& playback, const Moment& moment,
                    const std::optional<Moment>& filled, const Rect& area) {
    card(ui, area);
    ui.anchors.add("play_card", area);
    const Rect inner{area.x + ui.px(margin), area.y, area.width - 2 * ui.px(margin), area.height};
    const workbench::PlayPhase& phase = playback.phases()[moment.phase];
    ui.canvas.text({inner.x, area.y + ui.px(22)},
                   std::string(scene.stage().title) + " · " +
                       ui.texts.text("play.phases." + std::string(phase.key)),
                   Font::sans_medium, ui.px(body_size), ui[Role::quiet]);
    const float side = ui.px(26);
    const bool closed =
        icon_button(ui, "play/leave", {area.right() - side - ui.px(8), area.y + ui.px(6), side, side},
                    Icon::cross, {.look = ButtonLook::plain, .hint = ui.text("play.leave_hint")});
    subscripted(ui, {inner.x, area.y + ui.px(48)}, title_of(scene, moment), Font::sans_bold,
                ui.px(headline_size), ui[Role::text]);

    const float words = longest_words(ui, scene, playback, moment, inner.width);
    const float room = area.height - words - ui.px(head_height + sum_height + foot_margin);
    const auto rows = std::max<Index>(1, static_cast<Index>(room / ui.px(row_height) + 0.01F));
    const PlayTerms terms = terms_told(ui, scene, moment, filled, rows);
    const Columns columns = columns_of(inner);
    float y = area.y + ui.px(head_height);
    for (const PlayTerm& term : terms.rows) {
        draw_row(ui, columns, term, y + ui.px(row_height) / 2);
        y += ui.px(row_height);
    }
    const float sum_top = area.bottom() - words - ui.px(sum_height - 4 + foot_margin);
    if (!terms.sum.empty()) draw_sum(ui, terms, {inner.x, sum_top, inner.width, ui.px(sum_height - 4)});
    paragraph(ui, {inner.x, area.bottom() - words - ui.px(foot_margin)}, inner.width,
              {{words_of(ui, scene, phase), narration::Tone::plain}}, words_size, false, Role::quiet);
    return closed;
}

// The board: the matrices as far as they are filled.

constexpr float card_width = 400, gap = 16; // design pixels

/// Where the matrices of the product are in this frame.
struct Placed {
    std::optional<MatrixLayout> left, top, result;
};

/// What the card must not hide: the row that is being filled, and what it is computed from.
std::vector<Rect> kept_clear(const Placed& at, const Moment& moment, const attention::Explanation& e) {
    std::vector<Rect> rects;
    if (at.result) rects.push_back(row_rect(*at.result, moment.cell.row));
    if (at.left) rects.push_back(row_rect(*at.left, moment.cell.row));
    if (at.top && e.right) rects.push_back(column_rect(*at.top, moment.cell.column));
    return rects;
}

/// All that is laid out: what the card would rather not hide.
std::vector<Rect> matrices_of(const Placed& at) {
    std::vector<Rect> rects;
    for (const auto* layout : {&at.left, &at.top, &at.result})
        if (*layout) rects.push_back((*layout)->area);
    return rects;
}

float hidden_by(const Rect& card, const std::vector<Rect>& rects) {
    const auto shared = [](float a, float a_end, float b, float b_end) {
        return std::max(0.0F, std::min(a_end, b_end) - std::max(a, b));
    };
    float hidden = 0;
    for (const Rect& rect : rects)
        hidden += shared(card.x, card.right(), rect.x, rect.right()) *
                  shared(card.y, card.bottom(), rect.y, rect.bottom());
    return hidden;
}

/// Beside the cell that is being computed or beside all matrices, within `page`: where it hides least.
Rect place_of_card(const Ui& ui, const Rect& page, Point size, const Rect& cell, const Placed& at,
                   const std::vector<Rect>& clear) {
    const float space = ui.px(gap), right = cell.right() + space, left = cell.x - space - size.x;
    const float below = cell.bottom() + space, above = cell.y - space - size.y;
    const float beyond = (at.result ? at.result->area : cell).right() + space;
    const std::vector<Rect> matrices = matrices_of(at);
    Rect best;
    float least = INFINITY;
    for (const Point& corner :
         {Point{right, below}, {right, above}, {left, below}, {left, above}, {beyond, cell.y - size.y / 2}}) {
        const Rect card{std::clamp(corner.x, page.x, page.right() - size.x),
                        std::clamp(corner.y, page.y, std::max(page.y, page.bottom() - size.y)), size.x,
                        size.y};
        constexpr float as_bad = 0.1F; // as to hide what is being computed
        const float hidden = hidden_by(card, clear) + as_bad * hidden_by(card, matrices);
        if (hidden >= least) continue;
        least = hidden;
        best = card;
    }
    return best;
}

/// The term of the first cell's sum whose factors fly at this step.
std::optional<Index> flying_term(const Moment& moment, const attention::Explanation& e) {
    if (moment.unit != PlayUnit::terms || moment.done > std::ssize(e.terms)) return {};
    return moment.done - 1;
}

/// Until they arrive, the result is filled as it was before: the sum does not anticipate its next term.
Moment filled_in_flight(const Playback& playback, long step, const Moment& moment) {
    if (step > playback.phases()[moment.phase].first_step) return playback.at(step - 1);
    Moment empty = moment;
    empty.done = 0;
    empty.there.clear();
    return empty;
}

/// Before they are divided, the exponentials of a row are not weights.
std::string meaning_of(const Ui& ui, const Playback& playback, const Moment& moment) {
    if (moment.unit == PlayUnit::exponentials || moment.unit == PlayUnit::additions)
        return ui.text("play.meaning.exponentials");
    const bool all_divided = moment.done == playback.phases()[moment.phase].units;
    if (moment.unit == PlayUnit::quotients && !all_divided) return ui.text("play.meaning.quotients");
    return {};
}

void remember(PlayState::Shown& shown, const Playback& playback, const Moment& moment, long step, bool over,
              bool arrived) {
    shown = {std::string(playback.phases()[moment.phase].key),
             step,
             playback.steps(),
             playback.seconds(),
             moment,
             over,
             arrived};
}

} // namespace

void draw_play(WalkthroughFrame& frame, const Playback& playback, const Rect& area, const Rect& page) {
    Ui& ui = frame.ui;
    PlayState& state = frame.state.play;
    BoardState& board = frame.state.board;
    const Scene& scene = frame.scene;
    const double seconds = state.player.at();
    const long step = playback.step_at(seconds);
    const Moment moment = playback.at(step);
    const workbench::Selection selection = selection_at(scene.trace(), scene.selection, moment);
    const Scene played{scene.bench, scene.shown, scene.before, selection};
    const float way = flown(ui, state, step);
    const auto term = flying_term(moment, attention::explain(scene.trace(), moment.cell));
    std::optional<Moment> filled;
    if (term && way < 1) filled = filled_in_flight(playback, step, moment);
    const PlayLook look(scene.trace(), moment, filled);
    const attention::Explanation& e = look.explanation;

    Placed at;
    const attention::Product& product = shown_product(played);
    board.played = {
        moment.cell, meaning_of(ui, playback, moment), [&](MatrixOptions& options, const OnBoard& matrix) {
            using enum OnBoard::Part;
            (matrix.part == result ? at.result : matrix.part == left ? at.left : at.top) = matrix.layout;
            look.dress(options, matrix.part, scene.trace(), product.top.has_value());
        }};
    // Zoom and comparison are restored with the whole stage.
    const auto view = std::exchange(board.chosen.view, {});
    const bool show_before = std::exchange(board.chosen.show_before, false);
    draw_board(ui, board, played, area, frame.actions);
    board.chosen.view = view;
    board.chosen.show_before = show_before;
    board.played.reset();
    if (touch(ui, "board", area).clicked) state.player.leave();

    const bool over = is_last_stage(scene) && seconds >= playback.seconds();
    const float width = std::min(ui.px(card_width), 0.42F * page.width);
    const float height = play_card_height(ui, played, playback, moment, width, 0.6F * page.height);
    const Rect cell = at.result ? cell_rect(*at.result, {moment.cell.row, moment.cell.column}) : area;
    std::vector<Rect> clear = kept_clear(at, moment, e);
    const PlayTerms all = play_terms(ui, played, moment, play_rows(played, moment.cell));
    const PlayTerm* now = term && *term < std::ssize(all.rows) && at.left && at.top && at.result
                              ? &all.rows[static_cast<std::size_t>(*term)]
                              : nullptr;
    if (now) clear.push_back(meeting_place(ui, cell, *now));
    const Rect place =
        ui.motion.glide("play/card", place_of_card(ui, page, {width, height}, cell, at, clear));
    if (over) {
        draw_what_next(frame, {page.right() - width, page.y}, width);
    } else {
        if (draw_play_card(ui, played, playback, moment, filled, place)) state.player.leave();
        if (now)
            draw_flight(ui, *now, cell_rect(*at.left, {moment.cell.row, *term}).centre(),
                        cell_rect(*at.top, {*term, moment.cell.column}).centre(), cell, way);
    }
    remember(state.shown, playback, moment, step, over, way >= 1);
}

void play_keys(WalkthroughFrame& frame) {
    const Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    workbench::Player& player = frame.state.play.player;
    const Playback playback(scene.trace(), scene.selection);
    if (ui.pressed(GLFW_KEY_SPACE)) toggle_play(player, &playback, scene, frame.actions);
    if (ui.pressed(GLFW_KEY_PERIOD)) player.step(1, scene.selection.stage, playback);
    if (ui.pressed(GLFW_KEY_COMMA)) player.step(-1, scene.selection.stage, playback);
    if (ui.pressed(GLFW_KEY_ESCAPE)) player.leave();
}

nlohmann::json play_report(const PlayState& state) {
    const auto& [phase, step, steps, seconds, moment, over, arrived] = state.shown;
    nlohmann::json report{{"open", state.player.open()}, {"speed", state.player.speed()}};
    if (!state.player.open() || steps == 0) return report;
    report.update({{"phase", phase},
                   {"step", step},
                   {"steps", steps},
                   {"product", moment.product},
                   {"done", moment.done},
                   {"finished", moment.finished},
                   {"over", over},
                   {"arrived", arrived},
                   {"row", moment.cell.row},
                   {"column", moment.cell.column},
                   {"quantity", attention::key(moment.cell.quantity)}});
    return report;
}

} // namespace ui
