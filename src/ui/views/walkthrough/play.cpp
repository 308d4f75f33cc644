#include "ui/views/walkthrough/play.h"

#include "drawing/fitted_text.h"
#include "ui/chrome/scrubber.h"
#include "ui/views/walkthrough/play_card.h"
#include "ui/views/walkthrough/what_next.h"
#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Moment;
using workbench::Playback;
using workbench::PlayUnit;

namespace {

constexpr float card_width = 430, gap = 20; // design pixels

/// The selection for the board being played: the product being computed, and its head.
workbench::Selection selection_at(const Scene& scene, const Moment& moment) {
    workbench::Selection selection = scene.selection;
    selection.product = moment.product;
    selection.hovered.reset();
    selection.pinned.reset();
    const auto e = attention::explain(scene.trace(), moment.cell);
    if (e.form == attention::Form::copy) selection.head = e.source_head;
    return selection;
}

/// The term being added, if that is what the step does.
std::optional<Index> current_term(const Moment& m, const attention::Explanation& e) {
    const bool adding = m.unit == PlayUnit::terms || m.unit == PlayUnit::values;
    if (!adding || m.finished || m.done > static_cast<Index>(e.terms.size())) return {};
    return m.done - 1;
}

/// What is highlighted in the top factor: a column, or the row of V being added.
void light_top(MatrixOptions& options, const Moment& m, const attention::Explanation& e) {
    const auto term = current_term(m, e);
    if (m.unit == PlayUnit::values || m.unit == PlayUnit::rows) options.marked_column.reset();
    if (m.unit == PlayUnit::values && term)
        options.marked_row = *term;
    else if (term && e.right)
        options.hovered = CellPlace{*term, m.cell.column};
}

/// What is highlighted at the left: a row of a product; one cell or a row of an elementwise stage.
void light_left(MatrixOptions& options, const Moment& m, const attention::Explanation& e, bool is_product) {
    options.marked_row = m.cell.row;
    const auto term = current_term(m, e);
    if (term && e.left) options.hovered = CellPlace{m.cell.row, *term};
    if (is_product) return;
    if (e.form == attention::Form::copy) options.marked_column = e.source_column;
    const bool by_rows = e.form == attention::Form::softmax || m.unit == PlayUnit::rows;
    if (by_rows) options.marked_column.reset();
    options.frame_row = by_rows;
    options.frame_column = false;
    options.frame_cell = !by_rows;
    if (m.unit == PlayUnit::exponentials) options.hovered = CellPlace{m.cell.row, m.cell.column};
}

/// The result as far as it is computed, and where in it work continues.
void fill_result(MatrixOptions& options, const Moment& m, std::span<const CellBlock> there,
                 const attention::Trace& t) {
    options.there = there;
    options.row_sums = false; // no sums yet
    options.marked_row = m.cell.row;
    options.marked_column = m.cell.column;
    const bool whole_row =
        m.unit == PlayUnit::rows || m.unit == PlayUnit::values || m.unit == PlayUnit::additions;
    if (whole_row) options.marked_column.reset();
    options.frame_row = whole_row;
    options.frame_column = false;
    options.frame_cell = !whole_row;
    options.unfinished = [&m, &t](CellPlace at) -> std::string {
        const auto value = workbench::unfinished(t, m, at.row, at.column);
        if (!value) return {};
        const bool growing = m.unit == PlayUnit::terms || m.unit == PlayUnit::values;
        return number_text(*value, 2) + (growing ? "…" : "");
    };
}

/// The board's rectangle: beside the card, or below it where a product leaves its upper left corner free,
/// whichever gives larger cells.
Rect place_of_board(const Ui& ui, const Scene& scene, const Rect& area, const Rect& card_rect) {
    const ProductShape shape = board_shape(ui, scene);
    const float space = ui.px(gap);
    const float indent = card_rect.width + space;
    const Rect beside{area.x + indent, area.y, area.width - indent, area.height};
    const auto size_of = [](const ProductLayout& l) { return l.result.cell_width * l.result.cell_height; };
    Rect under = area;
    for (int i = 0; i < 4; ++i) {
        const ProductLayout layout = lay_out(shape, under, ui.theme.scale);
        const float names = (symbol_height + column_names_height) * ui.theme.scale;
        const float left_top = layout.result.area.y - names;
        const float missing = card_rect.bottom() + space - left_top;
        const float top_left =
            layout.top ? layout.top->area.x - shape.top_names - space : area.right(); // no factor above
        if (missing <= 0 && card_rect.right() <= top_left)
            return size_of(layout) >= size_of(lay_out(shape, beside, ui.theme.scale)) ? under : beside;
        if (card_rect.right() > top_left && missing <= 0) break;
        under.y += std::max(missing, 1.0F);
        under.height -= std::max(missing, 1.0F);
        if (under.height < 0.4F * area.height) break;
    }
    return beside;
}

/// Before they are divided, the exponentials of a row are not weights.
std::string meaning_of(const Ui& ui, const Playback& playback, const Moment& moment) {
    if (moment.unit == PlayUnit::exponentials || moment.unit == PlayUnit::additions)
        return ui.text("play.meaning.exponentials");
    const bool all_divided = moment.done == playback.phases()[moment.phase].units;
    if (moment.unit == PlayUnit::quotients && !all_divided) return ui.text("play.meaning.quotients");
    return {};
}

void remember(PlayState::Shown& shown, const Playback& playback, const Moment& moment, long step, bool over) {
    shown = {std::string(playback.phases()[moment.phase].key),
             step,
             playback.steps(),
             playback.seconds(),
             moment,
             over};
}

} // namespace

void draw_play(WalkthroughFrame& frame, const Playback& playback, const Rect& area) {
    Ui& ui = frame.ui;
    PlayState& state = frame.state.play;
    BoardState& board = frame.state.board;
    const Scene& scene = frame.scene;
    const long step = playback.step_at(state.player.at());
    const Moment moment = playback.at(step);
    const workbench::Selection selection = selection_at(scene, moment);
    const Scene played{scene.bench, scene.shown, scene.before, selection};
    const attention::Explanation e = attention::explain(scene.trace(), moment.cell);
    std::vector<CellBlock> there;
    for (const auto& b : moment.there)
        there.push_back({b.row, b.column, b.rows, b.columns});

    const float width = std::min(ui.px(card_width), 0.42F * area.width);
    const bool over = is_last_stage(scene) && state.player.at() >= playback.seconds();
    const float height = play_card_height(ui, played, playback, moment, width, area.height);
    const Rect card_rect{area.x, area.y, width, height};
    const attention::Product& product = shown_product(played);
    board.played = {moment.cell, meaning_of(ui, playback, moment),
                    [&](MatrixOptions& options, const OnBoard& matrix) {
                        options.detail = {};
                        options.hovered.reset();
                        options.fade_others = matrix.quantity != product.result;
                        if (matrix.quantity == product.result)
                            fill_result(options, moment, there, scene.trace());
                        else if (matrix.quantity == product.left)
                            light_left(options, moment, e, product.top.has_value());
                        else
                            light_top(options, moment, e);
                    }};
    // Zoom and comparison are restored with the whole stage.
    const auto view = std::exchange(board.chosen.view, {});
    const bool show_before = std::exchange(board.chosen.show_before, false);
    const Rect place = place_of_board(ui, played, area, card_rect);
    // Matrices glide between stages; after a window resize they jump to their places.
    if (state.area == Rect{} || state.area == area) board.last.area = place;
    state.area = area;
    draw_board(ui, board, played, place, frame.actions);
    board.chosen.view = view;
    board.chosen.show_before = show_before;
    board.played.reset();

    if (over)
        draw_what_next(frame, {area.x, area.y}, width);
    else if (draw_play_card(ui, played, playback, moment, card_rect))
        state.player.leave();
    if (touch(ui, "board", place).clicked) state.player.leave();
    remember(state.shown, playback, moment, step, over);
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
    const auto& [phase, step, steps, seconds, moment, over] = state.shown;
    nlohmann::json report{{"open", state.player.open()}, {"speed", state.player.speed()}};
    if (!state.player.open() || steps == 0) return report;
    report.update({{"phase", phase},
                   {"step", step},
                   {"steps", steps},
                   {"product", moment.product},
                   {"done", moment.done},
                   {"finished", moment.finished},
                   {"over", over},
                   {"row", moment.cell.row},
                   {"column", moment.cell.column},
                   {"quantity", attention::key(moment.cell.quantity)}});
    return report;
}

} // namespace ui
