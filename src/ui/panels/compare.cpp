#include "ui/panels/compare.h"

#include "drawing/equation_text.h"
#include "lesson/comparison_table.h"
#include "ui/panels/compare_card.h"
#include "ui/panels/compare_menu.h"
#include "ui/panels/plain_matrix.h"
#include "ui/panels/walkthrough.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>

namespace ui {

using namespace drawing;
using attention::Matrix;

namespace {

const Matrix& result_of(const Scene& scene) {
    return scene.trace().matrix(shown_product(scene).result, scene.selection.head);
}

bool same_shape(const Scene& a, const Scene& b) {
    const Matrix &x = result_of(a), &y = result_of(b);
    return x.rows() == y.rows() && x.cols() == y.cols() && shown_product(a).result == shown_product(b).result;
}

/// The question as the view's title; A − B at the right.
void draw_question(Ui& ui, CompareState& state, const Scene& scene, const Rect& line) {
    const auto& offers = scene.bench.library().comparisons;
    const auto found =
        std::find_if(offers.begin(), offers.end(), [&](const auto& o) { return o.id == state.chosen; });
    const std::string& question = found == offers.end() ? ui.text("compare.question") : found->question;
    const std::string& label = ui.text("compare.difference");
    const float wide = ui.px(44) + ui.canvas.width(Font::sans, ui.px(13), label);
    if (toggle(ui, "difference_switch", {line.right() - wide, line.centre().y - ui.px(10)}, label,
               state.difference))
        state.difference = !state.difference;
    ui.canvas.text_within({line.x, line.centre().y}, line.width - wide - ui.px(16), question, Font::sans_bold,
                          ui.px(16), ui[Role::text]);
}

void draw_table(Ui& ui, const Scene& a, const Scene& b, const Rect& area) {
    card(ui, area);
    ui.anchors.add("compare/table", area);
    const auto rows = lesson::comparison_table(ui.texts, a.trace(), b.trace());
    const Rect inner = area.inset(ui.px(14));
    const float pitch = inner.height / static_cast<float>(rows.size() + 1);
    const float columns[] = {inner.x, inner.x + 0.23F * inner.width, inner.x + 0.615F * inner.width};
    float y = inner.y + pitch / 2;
    const auto heading = [&](float x, const char* name, const Scene& scene) {
        caption(ui, {x, y},
                std::string(name) + "  " +
                    ui.text(scene.trace().input.is_cross() ? "compare.cross" : "compare.self"));
    };
    heading(columns[1], "A", a);
    heading(columns[2], "B", b);
    for (const auto& row : rows) {
        y += pitch;
        ui.canvas.line({inner.x, y - pitch / 2}, {inner.right(), y - pitch / 2}, ui[Role::hairline],
                       ui.px(1));
        ui.anchors.add("compare/" + row.key, {inner.x, y - pitch / 2, inner.width, pitch});
        ui.canvas.text({columns[0], y}, row.name, Font::sans, ui.px(13.5F), ui[Role::quiet]);
        const bool differs = row.values[0] != row.values[1];
        for (int i = 0; i < 2; ++i) {
            const float right = i == 0 ? columns[2] - ui.px(12) : inner.right();
            ui.canvas.text_within({columns[i + 1], y}, right - columns[i + 1], row.values[i],
                                  differs ? Font::sans_medium : Font::sans, ui.px(13.5F),
                                  ui[differs ? Role::text : Role::quiet]);
        }
    }
}

/// The largest difference, in words: "largest difference: it → cat 0.63 − 0.10 = 0.53".
std::string largest_of(Ui& ui, const Scene& a, const Scene& b, const workbench::Difference& difference) {
    const auto row = difference.row, column = difference.column;
    if (difference.numbers(row, column) == 0) return ui.text("compare.equal");
    const auto quantity = shown_product(a).result;
    const auto& names = a.pass().names;
    return ui.text("compare.largest") + ": " +
           both_names(names.row(quantity, row), b.pass().names.row(quantity, row)) + " → " +
           both_names(names.column(quantity, column), b.pass().names.column(quantity, column)) + "   " +
           equation_text(attention::Operation::subtract,
                         std::array{result_of(a)(row, column), result_of(b)(row, column)},
                         difference.numbers(row, column));
}

void draw_matrix(Ui& ui, const Scene& a, const Scene& b,
                 const std::shared_ptr<const workbench::Difference>& difference, const Rect& area) {
    const auto quantity = shown_product(a).result;
    const auto& hovered = a.selection.hovered;
    const auto marked =
        hovered && hovered->quantity == quantity ? *hovered : workbench::marked_cell(a.selection, a.trace());
    PlainMatrix matrix{.numbers = {difference, &difference->numbers},
                       .coloured = signed_colours(difference->reach),
                       .anchor = "difference/matrix"};
    matrix.row_name = [&](attention::Index i) {
        return both_names(a.pass().names.row(quantity, i), b.pass().names.row(quantity, i));
    };
    matrix.column_name = [&](attention::Index i) {
        return both_names(a.pass().names.column(quantity, i), b.pass().names.column(quantity, i));
    };
    matrix.marked_row = marked.row;
    matrix.marked_column = marked.column;
    draw_plain_matrix(ui, matrix, area);
}

void draw_difference(Ui& ui, CompareState& state, const Scene& a, const Scene& b, const Rect& area) {
    card(ui, area);
    ui.anchors.add("difference", area);
    const Rect inner = area.inset(ui.px(16));
    const float middle = inner.y + ui.px(11);
    const std::string& title = ui.text("compare.difference");
    ui.canvas.text({inner.x, middle}, title, Font::sans_bold, ui.px(17), ui[Role::text]);
    const float x = inner.x + ui.canvas.width(Font::sans_bold, ui.px(17), title) + ui.px(8);
    ui.canvas.text_within({x, middle}, inner.right() - x, ui.text("compare.difference_more"), Font::sans,
                          ui.px(14), ui[Role::quiet]);
    if (!same_shape(a, b)) {
        paragraph(ui, {inner.x, inner.y + ui.px(40)}, inner.width, {{ui.text("compare.difference_shapes")}},
                  15, false, Role::quiet);
        return;
    }
    const auto quantity = shown_product(a).result;
    const auto difference = state.study.ask(
        {{a.shown, b.shown},
         std::string(attention::key(quantity)) + std::to_string(a.selection.head) + "/" +
             std::to_string(b.selection.head)},
        [a_pass = a.shown, b_pass = b.shown, quantity, a_head = a.selection.head,
         b_head = b.selection.head](const std::stop_token&) {
            return std::make_shared<const workbench::Difference>(workbench::difference(
                a_pass->trace.matrix(quantity, a_head), b_pass->trace.matrix(quantity, b_head)));
        },
        result_of(a).size() < 200'000);
    if (state.study.busy()) ui.motion.keep_going();
    if (!difference || difference->numbers.rows() != result_of(a).rows() ||
        difference->numbers.cols() != result_of(a).cols())
        return;
    state.shown = difference;
    const float head = ui.px(92), foot = ui.px(88); // where the cards beside it have their controls and words
    draw_matrix(ui, a, b, difference, {inner.x, inner.y + head, inner.width, inner.height - head - foot});
    paragraph(ui, {inner.x, inner.bottom() - ui.px(46)}, inner.width, {{largest_of(ui, a, b, *difference)}},
              13.5F);
}

/// What was pointed at in one card is marked in the other, where both have such a cell; the stage is always
/// the same.
void follow(const Scene& from, const Actions& done, const Scene& to, Actions& actions) {
    if (!done.select || actions.select || actions.after_edits) return;
    actions.select = to.selection;
    actions.select->stage = done.select->stage;
    actions.select->product = done.select->product;
    if (!same_shape(from, to)) return;
    actions.select->query = done.select->query;
    actions.select->key = done.select->key;
    actions.select->feature = done.select->feature;
    actions.select->pinned.reset();
    actions.select->hovered = done.select->hovered;
    if (actions.select->hovered && attention::is_per_head(actions.select->hovered->quantity))
        actions.select->hovered->head = to.selection.head;
}

void share_colours(CompareState& state, const Scene& a, const Scene& b) {
    BoardLook look{.factors = false, .caption = false, .ground = Role::card};
    if (shown_product(a).result == shown_product(b).result)
        look.coloured = shared(state.a.board.ranges.of(a.shown, shown_product(a).result, a.selection.head),
                               state.b.board.ranges.of(b.shown, shown_product(b).result, b.selection.head));
    state.a.board.look = state.b.board.look = look;
}

} // namespace

std::string both_names(const std::string& a, const std::string& b) {
    return a == b ? a : a + " / " + b;
}

void draw_compare(Ui& ui, CompareState& state, const Scene& a, Actions& a_actions, const Scene& b,
                  Actions& b_actions, const Rect& bar, const Rect& area, double seconds) {
    if (const auto* opened = draw_compare_menu(ui, state.chosen, a, bar, a_actions, b_actions)) {
        state.chosen = opened->id;
        state.difference = opened->difference;
    }
    const float margin = ui.px(16), gap = ui.px(12), strip = ui.px(24), foot = ui.px(62);
    const Rect body{area.x + margin, area.y + gap, area.width - 2 * margin, area.height - gap - margin};
    // With A − B the cells are what is compared: where there is little room they get it.
    const bool roomy = !state.difference || body.height >= ui.px(780);
    const float table = roomy ? std::min(ui.px(192), 0.24F * body.height) : 0;
    draw_question(ui, state, a, {body.x, body.y, body.width, strip});
    const float top = body.y + strip + gap;
    const float height = body.bottom() - foot - gap - (table > 0 ? table + gap : 0) - top;
    const int columns = state.difference ? 3 : 2;
    const float width = (body.width - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
    const auto column = [&](int i) {
        return Rect{body.x + static_cast<float>(i) * (width + gap), top, width, height};
    };
    share_colours(state, a, b);
    state.shown = nullptr;
    draw_compare_card(ui, state.a, "A", a, b, column(0), a_actions);
    draw_compare_card(ui, state.b, "B", b, a, column(1), b_actions);
    if (state.difference) draw_difference(ui, state, a, b, column(2));
    if (table > 0) draw_table(ui, a, b, {body.x, top + height + gap, body.width, table});
    draw_scrubber(ui, state.scrubber, a, {body.x, body.bottom() - foot, body.width, foot}, seconds,
                  a_actions);
    follow(a, a_actions, b, b_actions);
    follow(b, b_actions, a, a_actions);
}

void compare_keys(Ui& ui, CompareState& state, const Scene& a, Actions& a_actions, const Scene& b,
                  Actions& b_actions) {
    walkthrough_keys(ui, state.scrubber, a, a_actions);
    follow(a, a_actions, b, b_actions);
}

} // namespace ui
