#include "ui/board/arithmetic.h"

#include "drawing/equation_text.h"
#include "drawing/fitted_text.h"
#include "narration/matrix_words.h"
#include "ui/board/arithmetic_table.h"
#include "ui/board/cell_name.h"
#include "ui/board/quantity_look.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using namespace drawing;
using attention::Explanation;
using attention::Form;
using attention::Operation;
using attention::Quantity;

namespace {

/// Two decimals by default.
std::string number(float value) {
    return number_text(value, 2);
}

std::string equation(Operation operation, std::array<float, 2> operands, float result, int least = 2) {
    return equation_text(operation, operands, result, least);
}

constexpr std::size_t rows_shown = 9; // rows shown of a long sum

/// The terms shown: all, or the largest, in their original order.
std::vector<std::size_t> chosen_terms(const Explanation& e, bool all) {
    std::vector<std::size_t> order(e.terms.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    if (all || order.size() <= rows_shown + 1) return order;
    const auto size = [&](std::size_t i) {
        const bool own = e.form == Form::softmax && e.terms[i].index == e.cell.column;
        return own ? INFINITY : std::abs(e.terms[i].product);
    };
    std::partial_sort(order.begin(), order.begin() + rows_shown, order.end(),
                      [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    order.resize(rows_shown);
    std::sort(order.begin(), order.end());
    return order;
}

/// The terms of a sum as tabulated: which of them, and with how many digits.
struct ShownTerms {
    std::vector<std::size_t> which;
    float left_out = 0; ///< the sum of the terms left out
    attention::WrittenTerms written = {};

    int decimals() const { return written.product_decimals; }
    std::string total(float sum) const {
        return (written.sum_exact ? "" : "≈ ") + number_text(sum, decimals());
    }
};

/// `sum`: the total of the terms and the bias.
ShownTerms shown_terms(const Explanation& e, float sum, bool all) {
    ShownTerms shown{.which = chosen_terms(e, all)};
    std::vector<attention::Term> terms;
    double left_out = 0;
    for (const auto& term : e.terms)
        left_out += static_cast<double>(term.product);
    for (const std::size_t i : shown.which) {
        terms.push_back(e.terms[i]);
        left_out -= static_cast<double>(e.terms[i].product);
    }
    shown.left_out = static_cast<float>(left_out);
    std::vector<float> added;
    if (terms.size() < e.terms.size()) added.push_back(shown.left_out);
    if (e.bias) added.push_back(*e.bias);
    if (e.form != Form::softmax) {
        shown.written = attention::written_terms(terms, added, sum);
        return shown;
    }
    for (const auto& term : terms)
        added.push_back(term.product);
    const auto exponentials = attention::written(attention::Operation::add, added, sum, 3);
    shown.written = {.product_decimals = exponentials.decimals, .sum_exact = exponentials.exact};
    return shown;
}

void draw_terms(Ui& ui, const Scene& scene, const Explanation& e, const ShownTerms& shown,
                ArithmeticTable& table, bool& all_terms) {
    const bool softmax = e.form == Form::softmax;
    const float full = full_bar(e);
    const bool whole = shown.which.size() == e.terms.size();
    for (const std::size_t i : shown.which) {
        const auto& term = e.terms[i];
        ArithmeticTable::Row row;
        row.name = scene.pass().names.along(e.axis, term.index);
        row.left = number_text(term.left, shown.written.left_decimals);
        row.right = number_text(term.right, shown.written.right_decimals);
        row.product = number_text(term.product, shown.decimals());
        row.running = whole ? number_text(term.running, shown.decimals()) : "";
        row.left_role = role_of(e.left);
        row.right_role = softmax ? Role::quiet : role_of(e.right);
        row.bar = full > 0 ? term.product / full : 0;
        row.marked = softmax && term.index == e.cell.column;
        table.row(row);
    }
    if (!whole)
        table.total(std::to_string(e.terms.size() - shown.which.size()) + " " + ui.text("arithmetic.more"),
                    number_text(shown.left_out, shown.decimals()), false, false);
    if (e.terms.size() > rows_shown + 1) {
        const std::string& label = ui.text(all_terms ? "arithmetic.fewer" : "arithmetic.all");
        if (button(ui, "arithmetic/all",
                   {table.left_edge(), table.y() + ui.px(2), button_width(ui, label, tiny_size), ui.px(24)},
                   label, {.text_size = tiny_size}))
            all_terms = !all_terms;
        table.skip(32);
    }
}

std::string symbol_of(const Scene& scene, std::optional<Quantity> quantity) {
    return quantity ? narration::symbol_in(scene.trace(), *quantity) : std::string();
}

/// The running sum has a column only when all terms are shown, not beside a selection.
std::string sum_heading(Ui& ui, const Explanation& e, const ShownTerms& shown) {
    return shown.which.size() == e.terms.size() ? ui.text("arithmetic.sum") : std::string();
}

/// "W × X", with "≈" when the products are rounded.
std::string product_heading(const std::string& product, const ShownTerms& shown) {
    return shown.written.products_exact ? product : product + " ≈";
}

/// Products, the bias, and their sum.
void draw_product_sum(Ui& ui, const Scene& scene, const Explanation& e, ArithmeticTable& table,
                      bool& all_terms) {
    const bool additive = e.form == Form::additive, cosine = e.form == Form::cosine;
    const std::string left = additive ? "v" : e.form == Form::general ? "qW" : symbol_of(scene, e.left);
    const std::string right = additive ? "tanh" : symbol_of(scene, e.right);
    const float dot = e.terms.empty() ? 0 : e.terms.back().running;
    const ShownTerms shown = shown_terms(e, cosine ? dot : e.computed, all_terms);
    table.header(ui.text(e.axis == attention::Axis::keys ? "arithmetic.word" : "arithmetic.dimension"), left,
                 right, product_heading(left + " × " + right, shown), sum_heading(ui, e, shown));
    draw_terms(ui, scene, e, shown, table, all_terms);
    if (e.bias) table.total(ui.text("arithmetic.bias"), number_text(*e.bias, shown.decimals()), false);
    if (cosine) {
        table.total("q·k", shown.total(dot), false);
        table.total("|q| · |k|", number(e.divisor), false, false);
        table.line(equation(Operation::divide, {dot, e.divisor}, e.computed));
    } else {
        table.total(ui.text("arithmetic.result"), shown.total(e.computed));
    }
}

void draw_softmax(Ui& ui, const Scene& scene, const Explanation& e, ArithmeticTable& table, bool& all_terms) {
    const ShownTerms shown = shown_terms(e, e.divisor, all_terms);
    table.header(ui.text("arithmetic.word"), "s", "s − max", product_heading("exp", shown),
                 sum_heading(ui, e, shown));
    draw_terms(ui, scene, e, shown, table, all_terms);
    table.total("Σ exp", shown.total(e.divisor));
    if (e.divisor <= 0) return table.words(ui.text("arithmetic.nothing"));
    const float numerator = e.terms[static_cast<std::size_t>(e.cell.column)].product;
    table.line(equation(Operation::divide, {numerator, e.divisor}, e.computed, shown.decimals()));
}

void draw_form(Ui& ui, const Scene& scene, const Explanation& e, ArithmeticTable& table, bool& all_terms) {
    switch (e.form) {
    case Form::given:
        table.words(ui.text("arithmetic.given"));
        break;
    case Form::sum:
        table.line(equation(Operation::add, {e.operand, e.position.value_or(0)}, e.computed));
        table.words(ui.text("arithmetic.position"));
        break;
    case Form::product_sum:
    case Form::general:
    case Form::additive:
    case Form::cosine:
        draw_product_sum(ui, scene, e, table, all_terms);
        break;
    case Form::quotient:
        table.line(equation(Operation::divide, {e.operand, e.divisor}, e.computed));
        break;
    case Form::mask:
        table.line(number(e.operand) + (e.masked ? "  →  −∞" : "  →  " + number(e.operand)));
        table.words(ui.text(e.masked ? "arithmetic.forbidden" : "arithmetic.kept"));
        break;
    case Form::softmax:
        draw_softmax(ui, scene, e, table, all_terms);
        break;
    case Form::dropout:
        table.line(e.kept ? equation(Operation::divide, {e.operand, e.divisor}, e.computed)
                          : number_text(e.operand, 3) + " × 0 = 0");
        table.words(ui.text(e.kept ? "arithmetic.survived" : "arithmetic.dropped"));
        break;
    case Form::copy:
        table.line(ui.text("arithmetic.head") + " " + std::to_string(e.source_head + 1) + ", " +
                   scene.pass().names.along(attention::Axis::value_width, e.source_column) + "  →  " +
                   number(e.computed));
        if (e.switched_off) table.words(ui.text("arithmetic.switched_off"));
        break;
    }
}

} // namespace

float full_bar(const Explanation& e) {
    float full = e.terms.empty() ? 0 : std::abs(e.terms.back().running);
    for (const auto& term : e.terms)
        full = std::max(full, std::abs(term.product));
    return full;
}

float draw_arithmetic(Ui& ui, const Scene& scene, const attention::Cell& cell, Point at, float width,
                      bool& all_terms, Actions& actions) {
    const Explanation e = attention::explain(scene.trace(), cell);
    const std::string title =
        elided(cell_name(scene, cell), width, Font::sans_bold, ui.px(label_size), ui.canvas);
    subscripted(ui, {at.x, at.y + ui.px(8)}, title, Font::sans_bold, ui.px(label_size), ui[Role::text]);
    ArithmeticTable table(ui, at, width);
    table.skip(22);
    draw_form(ui, scene, e, table, all_terms);
    if (e.overridden) {
        table.skip(4);
        const Rect box{at.x, table.y(), width, ui.px(36)};
        ui.canvas.fill(box, mix(ui[Role::card], ui[Role::warning], 0.12F), ui.px(6));
        ui.canvas.text({box.x + ui.px(10), box.centre().y},
                       ui.text("arithmetic.set_by_hand") + " " + number(e.value), Font::sans_medium,
                       ui.px(label_size), ui[Role::warning]);
        const std::string& back = ui.text("arithmetic.take_back");
        const float wide = button_width(ui, back, tiny_size);
        if (button(ui, "arithmetic/take_back",
                   {box.right() - wide - ui.px(5), box.y + ui.px(5), wide, ui.px(26)}, back,
                   {.text_size = tiny_size}))
            actions.edit(workbench::ClearCell{cell});
        table.skip(42);
    }
    return table.height();
}

} // namespace ui
