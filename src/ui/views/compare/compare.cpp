#include "ui/views/compare/compare.h"

#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

const base::Matrix& shown_result(const Scene& scene) {
    return scene.trace().matrix(shown_product(scene).result, scene.selection.head);
}

bool same_shape(const Scene& left, const Scene& right) {
    const base::Matrix &a = shown_result(left), &b = shown_result(right);
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           shown_product(left).result == shown_product(right).result;
}

std::string both_names(const std::string& left, const std::string& right) {
    return left == right ? left : left + " / " + right;
}

namespace {

// Both sides together.

/// Marks in one card what was selected in the other, if both have such a cell; the stage is always the same.
void follow(const Scene& from, const Actions& done, const Scene& to, Actions& actions) {
    if (!done.select) return;
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

/// One range of colours for both matrices, if they show the same.
void share_colours(CompareFrame& frame) {
    CompareState& state = frame.state;
    const Scene &left = frame.left(), &right = frame.right();
    const Quantity quantity = shown_product(left).result;
    state.left.board.look.coloured = state.right.board.look.coloured = std::nullopt;
    if (quantity != shown_product(right).result) return;
    state.left.board.look.coloured = state.right.board.look.coloured =
        shared(state.left.board.last.ranges.of(left.shown, quantity, left.selection.head),
               state.right.board.last.ranges.of(right.shown, quantity, right.selection.head));
}

// The places of the parts.

// Design pixels.
constexpr float title_height = 68, foot_height = 84, low_foot_height = 52, low_page = 800;
constexpr float page_margin = 16, low_margin = 8, above_foot = 12, above_differences = 8;

struct Places {
    Rect title, left, right, differences, foot, next;
};

/// Beside a lesson's card, which asks the questions and goes from step to step: the cards and what differs.
Places places_for(const CompareFrame& frame) {
    const Ui& ui = frame.ui;
    const Rect& area = frame.area;
    const bool low = area.height < ui.px(low_page);
    const float side = ui.px(low ? low_margin : page_margin), gap = ui.px(page_margin);
    Places p;
    const float x = frame.guided ? area.x : area.x + side;
    const float width = area.right() - side - x;
    float bottom = area.bottom() - side;
    if (!frame.guided) {
        p.title = {x, area.y, width, ui.px(title_height)};
        const float high = ui.px(low ? low_foot_height : foot_height), inset = ui.px(low ? 6 : 20);
        p.foot = {x, bottom - high, width, high};
        const float next = ui.px(next_stage_width);
        p.next = {p.foot.right() - inset - next, p.foot.y + inset, next, high - 2 * inset};
        bottom = p.foot.y - ui.px(low ? low_margin : above_foot);
    }
    const float rows = ui.px(differences_height);
    p.differences = {x, bottom - rows, width, rows};
    const float top = frame.guided ? area.y + gap : p.title.bottom();
    const float half = (width - gap) / 2, high = p.differences.y - ui.px(above_differences) - top;
    p.left = {x, top, half, high};
    p.right = {x + half + gap, top, half, high};
    return p;
}

} // namespace

// The view.

void CompareView::draw(ViewFrame& view) {
    CompareFrame frame{view, state_};
    Ui& ui = frame.ui;
    CompareState& state = frame.state;
    const Scene &left = frame.left(), &right = frame.right();
    if (frame.on_slide) {
        const ComparisonTable table(ui, left, right);
        const Rect area{frame.area.x, frame.area.y, frame.area.width, table.height(frame.area.width)};
        card(ui, area);
        return table.draw(area);
    }
    const Places p = places_for(frame);
    state.shown = nullptr;
    share_colours(frame);
    if (!frame.guided) draw_compare_title(frame, p.title);
    if (state.chosen.more) {
        draw_more(frame, around(p.left, p.right));
    } else {
        const auto cells = compare_cells(ui, left, right, p.left);
        draw_compare_card({frame.within(ui, p.left), state.left, true}, cells[0]);
        draw_compare_card({frame.seen_from_right(p.right), state.right, false}, cells[1]);
    }
    draw_differences(frame, p.differences);
    if (!frame.guided) {
        draw_scrubber(ui, state.player, nullptr, left, p.foot, p.foot.right() - p.next.x, frame.seconds,
                      frame.actions);
        draw_next_stage(ui, left, p.next, frame.actions);
    }
    follow(left, frame.actions, right, frame.second_actions);
    follow(right, frame.second_actions, left, frame.actions);
}

void CompareView::keys(ViewFrame& frame) {
    const Scene& left = frame.scene;
    stage_keys(frame.ui, left, frame.actions);
    if (frame.ui.pressed(GLFW_KEY_SPACE)) toggle_play(state_.player, nullptr, left, frame.actions);
    if (frame.ui.pressed(GLFW_KEY_ESCAPE)) state_.chosen.more = false;
    follow(left, frame.actions, *frame.second, frame.second_actions);
}

void CompareView::visit(workbench::ChoiceVisitor& choices) {
    choices.boolean("more", state_.chosen.more);
    choices.within("yours", [&](workbench::ChoiceVisitor& own) { visit_own_pair(own, state_.chosen.yours); });
}

void CompareView::use(const workbench::Settings& settings) {
    state_.player.set_speed(settings.play_speed);
}

nlohmann::json CompareView::shown() const {
    std::vector<std::string> names;
    for (const auto& difference : state_.differences.found)
        names.push_back(difference.what);
    const auto* offer = state_.offer.offer;
    auto rows = nlohmann::json::array();
    for (const DifferenceRow& row : state_.differences.rows)
        rows.push_back({row.left, row.name, row.right});
    return {{"offer", offer ? offer->id : ""}, {"differs", names}, {"rows", rows}};
}

// Exports: Left, Right and Left − Right.

namespace {

Exportable side_export(Ui& ui, BoardState& board, const Scene& scene, const std::string& name) {
    const Quantity quantity = shown_product(scene).result;
    const Index head = own_head(quantity, scene.selection.head);
    const Coloured coloured =
        board.look.coloured ? *board.look.coloured : board.last.ranges.of(scene.shown, quantity, head);
    Exportable what = quantity_export(ui, scene.shown, quantity, head, coloured);
    what.name = name + "-" + what.name;
    what.title = ui.texts.text("compare." + name) + ": " + what.title;
    what.anchor = name + "/card";
    return what;
}

} // namespace

Exportables CompareView::exports(ViewFrame& frame) {
    Ui& ui = frame.ui;
    CompareState& state = state_;
    const Scene &left = frame.scene, &right = *frame.second;
    Exportables all{side_export(ui, state.left.board, left, "left"),
                    side_export(ui, state.right.board, right, "right")};
    if (!state.shown) return all;
    const Quantity quantity = shown_product(left).result;
    MatrixOptions options = kept_options(left.shown, quantity, signed_colours(state.shown->reach));
    options.row_name = [a = left.shown, b = right.shown, quantity](Index i) {
        return both_names(row_label(*a, quantity, i), row_label(*b, quantity, i));
    };
    options.column_name = [a = left.shown, b = right.shown, quantity](Index i) {
        return both_names(column_label(*a, quantity, i), column_label(*b, quantity, i));
    };
    Exportable what = exportable("difference",
                                 ui.text("compare.difference") + ": " +
                                     narration::symbol_in(left.trace(), name_of(left.pass(), quantity)),
                                 {state.shown, &state.shown->numbers}, std::move(options));
    what.note = ui.text("compare.left") + ": " + note_of(ui, left.pass()) + ". " + ui.text("compare.right") +
                ": " + note_of(ui, right.pass()) + ".";
    what.anchor = "difference";
    all.push_back(std::move(what));
    return all;
}

} // namespace ui
