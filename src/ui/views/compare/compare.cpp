#include "ui/views/compare/compare.h"

#include "drawing/equation_text.h"
#include "ui/board/keys.h"
#include "ui/board/plain_matrix.h"
#include "ui/chrome/fact_text.h"
#include "ui/views/compare/card.h"
#include "ui/views/compare/menu.h"
#include "ui/views/compare/table.h"
#include "ui/views/compare/words.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>

namespace ui {

using namespace drawing;
using base::Matrix;

namespace {

const Matrix& result_of(const Scene& scene) {
    return scene.trace().matrix(shown_product(scene).result, scene.selection.head);
}

bool same_shape(const Scene& left, const Scene& right) {
    const Matrix &x = result_of(left), &y = result_of(right);
    return x.rows() == y.rows() && x.cols() == y.cols() &&
           shown_product(left).result == shown_product(right).result;
}

/// The largest difference, in words: "largest difference: it → cat 0.63 − 0.10 = 0.53".
std::string largest_of(Ui& ui, const Scene& left, const Scene& right,
                       const workbench::MatrixDifference& difference) {
    const auto row = difference.row, column = difference.column;
    if (difference.numbers(row, column) == 0) return ui.text("compare.equal");
    const auto quantity = shown_product(left).result;
    const auto& names = left.pass().names;
    return ui.text("compare.largest") + ": " +
           both_names(names.row(quantity, row), right.pass().names.row(quantity, row)) + " → " +
           both_names(names.column(quantity, column), right.pass().names.column(quantity, column)) + "   " +
           equation_text(attention::Operation::subtract,
                         std::array{result_of(left)(row, column), result_of(right)(row, column)},
                         difference.numbers(row, column));
}

void draw_matrix(Ui& ui, const Scene& left, const Scene& right,
                 const std::shared_ptr<const workbench::MatrixDifference>& difference, const Rect& area) {
    const auto quantity = shown_product(left).result;
    const auto& hovered = left.selection.hovered;
    const auto marked = hovered && hovered->quantity == quantity
                            ? *hovered
                            : workbench::marked_cell(left.selection, left.trace());
    PlainMatrix matrix{.numbers = {difference, &difference->numbers},
                       .coloured = signed_colours(difference->reach),
                       .anchor = "difference/matrix"};
    matrix.row_name = [&](base::Index i) {
        return both_names(row_label(left.pass(), quantity, i), row_label(right.pass(), quantity, i));
    };
    matrix.column_name = [&](base::Index i) {
        return both_names(column_label(left.pass(), quantity, i), column_label(right.pass(), quantity, i));
    };
    matrix.marked_row = marked.row;
    matrix.marked_column = marked.column;
    draw_plain_matrix(ui, matrix, area);
}

void draw_difference(CompareFrame& frame, const Rect& area, float chips, float story) {
    Ui& ui = frame.ui;
    CompareState& state = frame.state;
    const Scene &left = frame.left(), &right = frame.right();
    card(ui, area);
    ui.anchors.add("difference", area);
    const Rect inner = area.inset(ui.px(16));
    const float middle = inner.y + ui.px(11);
    const std::string& title = ui.text("compare.difference");
    ui.canvas.text({inner.x, middle}, title, Font::sans_bold, ui.px(headline_size), ui[Role::text]);
    const float x = inner.x + ui.canvas.width(Font::sans_bold, ui.px(headline_size), title) + ui.px(8);
    ui.canvas.text_within({x, middle}, inner.right() - x, ui.text("compare.difference_more"), Font::sans,
                          ui.px(panel_size), ui[Role::quiet]);
    const auto quantity = shown_product(left).result;
    const auto difference = state.study.ask(
        {{left.shown, right.shown}, {quantity, left.selection.head, right.selection.head}},
        [left_pass = left.shown, right_pass = right.shown, quantity, left_head = left.selection.head,
         right_head = right.selection.head](const base::StopToken&) {
            return std::make_shared<const workbench::MatrixDifference>(
                workbench::difference(left_pass->trace.matrix(quantity, left_head),
                                      right_pass->trace.matrix(quantity, right_head)));
        },
        workbench::comparison_cost * static_cast<double>(result_of(left).size()));
    ui.wait_for(state.study);
    if (!difference || difference->numbers.rows() != result_of(left).rows() ||
        difference->numbers.cols() != result_of(left).cols())
        return;
    state.shown = difference;
    const float head = ui.px(92) + chips,
                foot = story + ui.px(36); // where the cards beside it have their controls and text
    draw_matrix(ui, left, right, difference,
                {inner.x, inner.y + head, inner.width, inner.height - head - foot});
    paragraph(ui, {inner.x, inner.bottom() - story}, inner.width,
              {{largest_of(ui, left, right, *difference)}}, note_size);
}

/// Marks in the other card what was selected in one, where both have such a cell; the stage is always the
/// same.
void follow(const Scene& from, const Actions& done, const Scene& to, Actions& actions) {
    if (!done.select || actions.after_edits) return;
    const auto take_stage = [&] {
        actions.select->stage = done.select->stage;
        actions.select->product = done.select->product;
    };
    if (actions.select) { // the mouse is over it while the stage changes in the other
        const bool moves =
            done.select->stage != from.selection.stage || done.select->product != from.selection.product;
        if (moves) take_stage();
        return;
    }
    actions.select = to.selection;
    take_stage();
    if (!same_shape(from, to)) return;
    actions.select->query = done.select->query;
    actions.select->key = done.select->key;
    actions.select->feature = done.select->feature;
    actions.select->pinned.reset();
    actions.select->hovered = done.select->hovered;
    if (actions.select->hovered && attention::is_per_head(actions.select->hovered->quantity))
        actions.select->hovered->head = to.selection.head;
}

void share_colours(CompareFrame& frame) {
    CompareState& state = frame.state;
    const Scene &left = frame.left(), &right = frame.right();
    BoardLook look{.factors = false, .caption = false, .abreast = 2, .ground = Role::card};
    if (shown_product(left).result == shown_product(right).result)
        look.coloured = shared(
            state.left.board.last.ranges.of(left.shown, shown_product(left).result, left.selection.head),
            state.right.board.last.ranges.of(right.shown, shown_product(right).result, right.selection.head));
    state.left.board.look = state.right.board.look = look;
}

} // namespace

std::string both_names(const std::string& left, const std::string& right) {
    return left == right ? left : left + " / " + right;
}

void CompareView::draw(ViewFrame& view) {
    CompareFrame frame{view, state_};
    Ui& ui = frame.ui;
    CompareState& state = frame.state;
    const Scene &left = frame.left(), &right = frame.right();
    const Rect& area = frame.area;
    const ComparisonTable facts(ui, left, right);
    if (frame.on_slide) return facts.draw({area.x, area.y, area.width, facts.height(area.width)});
    draw_compare_menu(frame);
    const float margin = ui.px(16), gap = ui.px(12), foot = ui.px(62);
    const Rect body{area.x + margin, area.y + gap, area.width - 2 * margin, area.height - gap - margin};
    // The comparison is about the cells: when space is short they get it.
    const bool roomy = body.height >= (state.chosen.difference ? ui.px(780) : ui.theme.read(600));
    const float table =
        roomy ? std::max(std::min(ui.px(192), 0.23F * body.height), facts.height(body.width)) : 0;
    const float words = draw_compare_words(frame, body);
    const bool subtracts = state.chosen.difference && same_shape(left, right);
    const float why_not = state.chosen.difference && !subtracts ? ui.px(22) : 0;
    if (why_not > 0)
        ui.canvas.text_within({body.x, body.y + words + why_not / 2}, body.width,
                              ui.text("compare.difference_shapes"), Font::sans, ui.px(note_size),
                              ui[Role::text]);
    const float top = body.y + words + why_not + ui.px(8);
    const float height = body.bottom() - foot - gap - (table > 0 ? table + gap : 0) - top;
    const int columns = subtracts ? 3 : 2;
    const float width = (body.width - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
    const auto column = [&](int i) {
        return Rect{body.x + static_cast<float>(i) * (width + gap), top, width, height};
    };
    share_colours(frame);
    state.shown = nullptr;
    // Both boards start at the same height, set by the side with more text.
    const float inner = width - 2 * ui.px(compare_card_padding);
    const float chips = std::max(chips_height(ui, state.left.chips, left, inner),
                                 chips_height(ui, state.right.chips, right, inner));
    const float story = std::max(compare_story_height(ui, on_show(state.left.board, left), inner),
                                 compare_story_height(ui, on_show(state.right.board, right), inner));
    draw_compare_card({frame.within(ui, column(0)), state.left, true, chips, story});
    draw_compare_card({frame.seen_from_right(column(1)), state.right, false, chips, story});
    if (subtracts) draw_difference(frame, column(2), chips, story);
    if (table > 0) facts.draw({body.x, top + height + gap, body.width, table});
    draw_scrubber(ui, state.player, nullptr, left, {body.x, body.bottom() - foot, body.width, foot},
                  frame.seconds, frame.actions);
    follow(left, frame.actions, right, frame.second_actions);
    follow(right, frame.second_actions, left, frame.actions);
}

void CompareView::keys(ViewFrame& frame) {
    const Scene& left = frame.scene;
    stage_keys(frame.ui, left, frame.actions);
    if (frame.ui.pressed(GLFW_KEY_SPACE)) toggle_play(state_.player, nullptr, left, frame.actions);
    follow(left, frame.actions, *frame.second, frame.second_actions);
}

void CompareView::visit(workbench::ChoiceVisitor& choices) {
    choices.yes("difference", state_.chosen.difference);
    choices.within("yours", [&](workbench::ChoiceVisitor& own) { visit_own_pair(own, state_.chosen.yours); });
}

void CompareView::use(const workbench::Settings& settings) {
    state_.player.set_speed(settings.play_speed);
}

} // namespace ui
