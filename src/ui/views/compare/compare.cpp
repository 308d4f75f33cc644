#include "ui/views/compare/compare.h"

#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/navigation.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/document/json_fields.h"
#include "workbench/session/session.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;
using base::Matrix;
using workbench::Compared;
using workbench::Comparison;

// The menu of offered comparisons, and the user's own pair.

namespace {

constexpr float row_height = 36, menu_width = 560; // design pixels

void open_side(const Comparison& comparison, const Compared& side, Actions& actions) {
    actions.ask(
        PerformEdit{.edit = workbench::ReplaceDocument{side.document},
                    .then = workbench::Selection{
                        .stage = comparison.stage, .query = side.query, .key = side.key, .head = side.head}});
}

workbench::Shown shown_on(const Scene& scene) {
    return {std::make_shared<const workbench::Document>(scene.bench.document()), scene.selection};
}

/// The current pair, so that it can be reopened.
OwnPair pair_on_screen(const CompareFrame& frame) {
    const workbench::Session pair{shown_on(frame.left()), shown_on(frame.right())};
    return {workbench::to_code(pair), frame.state.chosen.difference};
}

Compared side_of(const workbench::Shown& shown) {
    const workbench::Selection& marked = shown.selection;
    return {*shown.document, marked.query, marked.key, marked.head};
}

Comparison reopened(const OwnPair& yours) {
    const workbench::Session pair = workbench::session_from_code(yours.code, "compare.yours");
    Comparison comparison;
    comparison.stage = pair.first.selection.stage;
    comparison.difference = yours.difference;
    comparison.left = side_of(pair.first);
    comparison.right = side_of(pair.second.value_or(pair.first));
    return comparison;
}

/// "words, changed row": how the two differ.
std::string differs_text(const Ui& ui, const Comparison& comparison) {
    std::string text;
    for (const std::string& what : comparison.differs)
        text += (text.empty() ? "" : ", ") + ui.texts.text("differs." + what);
    return text;
}

/// A button and its menu in the frame's `bar`. The user's own pair is kept in chosen.yours when another one
/// is chosen.
void draw_menu(CompareFrame& frame) {
    Ui& ui = frame.ui;
    CompareState& state = frame.state;
    const Rect& area = frame.bar;
    const Comparison* on = offer_on_screen(frame);
    const auto& offers = frame.left().bench.library().comparisons;
    const std::string& label = on ? on->title : ui.text("compare.yours");
    const float wide = std::min(area.width, menu_button_width(ui, label, card_size));
    const Rect place{area.right() - wide, area.y, wide, area.height};
    if (menu_button(ui, "compare_button", place, label,
                    {.text_size = card_size, .hint = ui.text("compare.menu_hint")}))
        open_popup(ui, "compare", "compare/" + offers.front().id);
    const bool has_own = !on || !state.chosen.yours.code.empty();
    const float row = ui.px(row_height), width = ui.px(menu_width);
    const float height = row * static_cast<float>(offers.size() + (has_own ? 1 : 0)) + ui.px(12);
    Popup popup(ui, "compare", {place.right() - width, area.bottom() + ui.px(4), width, height + ui.px(8)});
    if (!popup.open()) return;

    float y = popup.origin().y + ui.px(6);
    std::optional<Comparison> chosen;
    const auto entry = [&](const std::string& id, const std::string& title, const std::string& about,
                           bool is_on, const auto& comparison) {
        const Rect line{popup.origin().x + ui.px(6), y, width - ui.px(12), row};
        if (menu_row(ui, "compare/" + id, line, title, about, is_on)) chosen = comparison();
        y += row;
    };
    if (has_own)
        entry("yours", ui.text("compare.yours"), ui.text("compare.yours_about"), !on,
              [&] { return reopened(on ? state.chosen.yours : pair_on_screen(frame)); });
    for (const Comparison& offer : offers)
        entry(offer.id, offer.title, differs_text(ui, offer), &offer == on, [&] { return offer; });
    popup.used(height);
    if (!chosen) return;
    if (!on) state.chosen.yours = pair_on_screen(frame);
    open_side(*chosen, chosen->left, frame.actions);
    open_side(*chosen, chosen->right, frame.second_actions);
    state.chosen.difference = chosen->difference;
    popup.close();
}

/// Visits the pair that is kept; throws InputError for one that cannot be read. One that is too long for a
/// choice is kept only until the program ends.
void visit_own_pair(workbench::ChoiceVisitor& choices, OwnPair& yours) {
    std::string code = yours.code.size() <= workbench::longest_text ? yours.code : std::string();
    choices.text("pair", code);
    choices.boolean("difference", yours.difference);
    if (code.empty() || code == yours.code) return;
    workbench::session_from_code(code, "compare.yours");
    yours.code = std::move(code);
}

// Left − Right, cell by cell.

const Matrix& result_of(const Scene& scene) {
    return scene.trace().matrix(shown_product(scene).result, scene.selection.head);
}

bool same_shape(const Scene& left, const Scene& right) {
    const Matrix &x = result_of(left), &y = result_of(right);
    return x.rows() == y.rows() && x.cols() == y.cols() &&
           shown_product(left).result == shown_product(right).result;
}

/// The row or column name where the two sides' words differ: "tired / comfortable".
std::string both_names(const std::string& left, const std::string& right) {
    return left == right ? left : left + " / " + right;
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
    matrix.row_name = [&](Index i) {
        return both_names(row_label(left.pass(), quantity, i), row_label(right.pass(), quantity, i));
    };
    matrix.column_name = [&](Index i) {
        return both_names(column_label(left.pass(), quantity, i), column_label(right.pass(), quantity, i));
    };
    matrix.marked_row = marked.row;
    matrix.marked_column = marked.column;
    draw_plain_matrix(ui, matrix, area);
}

void draw_difference(CompareFrame& frame, const Rect& area, float chips, float explanation) {
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
                          ui.px(card_size), ui[Role::quiet]);
    const auto quantity = shown_product(left).result;
    const auto difference = state.study.ask(
        {{left.shown, right.shown}, {quantity, left.selection.head, right.selection.head}},
        [left_pass = left.shown, right_pass = right.shown, quantity, left_head = left.selection.head,
         right_head = right.selection.head](const base::StopToken&) {
            return std::make_shared<const workbench::MatrixDifference>(
                workbench::difference(left_pass->trace.matrix(quantity, left_head),
                                      right_pass->trace.matrix(quantity, right_head)));
        },
        base::comparison_cost * static_cast<double>(result_of(left).size()));
    ui.wait_for(state.study);
    if (!difference || difference->numbers.rows() != result_of(left).rows() ||
        difference->numbers.cols() != result_of(left).cols())
        return;
    state.shown = difference;
    const float head = ui.px(92) + chips,
                foot = explanation + ui.px(36); // where the cards beside it have their controls and text
    draw_matrix(ui, left, right, difference,
                {inner.x, inner.y + head, inner.width, inner.height - head - foot});
    paragraph(ui, {inner.x, inner.bottom() - explanation}, inner.width,
              {{largest_of(ui, left, right, *difference)}}, note_size);
}

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

void share_colours(CompareFrame& frame) {
    CompareState& state = frame.state;
    const Scene &left = frame.left(), &right = frame.right();
    BoardLook look{.factors = false, .abreast = 2};
    if (shown_product(left).result == shown_product(right).result)
        look.coloured = shared(
            state.left.board.last.ranges.of(left.shown, shown_product(left).result, left.selection.head),
            state.right.board.last.ranges.of(right.shown, shown_product(right).result, right.selection.head));
    state.left.board.look = state.right.board.look = look;
}

} // namespace

void CompareView::draw(ViewFrame& view) {
    CompareFrame frame{view, state_};
    Ui& ui = frame.ui;
    CompareState& state = frame.state;
    const Scene &left = frame.left(), &right = frame.right();
    const Rect& area = frame.area;
    const ComparisonTable facts(ui, left, right);
    if (frame.on_slide) return facts.draw({area.x, area.y, area.width, facts.height(area.width)});
    draw_menu(frame);
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
    const float explanation =
        std::max(compare_explanation_height(ui, on_show(state.left.board, left), inner),
                 compare_explanation_height(ui, on_show(state.right.board, right), inner));
    draw_compare_card({frame.within(ui, column(0)), state.left, true, chips, explanation});
    draw_compare_card({frame.seen_from_right(column(1)), state.right, false, chips, explanation});
    if (subtracts) draw_difference(frame, column(2), chips, explanation);
    if (table > 0) facts.draw({body.x, top + height + gap, body.width, table});
    draw_scrubber(ui, state.player, nullptr, left, {body.x, body.bottom() - foot, body.width, foot}, 0,
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
    choices.boolean("difference", state_.chosen.difference);
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
    return {{"offer", offer ? offer->id : ""}, {"differs", names}};
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
