#include "ui/board/arithmetic.h"

#include "attention/explain.h"
#include "attention/written.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/board/arithmetic_table.h"
#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace ui {

using namespace drawing;
using attention::Explanation;
using attention::Form;
using attention::Operation;
using attention::Quantity;

// In one line.

namespace {

std::string number(float value) {
    return number_text(value, 2);
}

/// The two largest terms, then the first of them alone, each with a sign that there are more.
std::vector<std::string> largest_terms(const Explanation& e) {
    auto terms = e.terms;
    const std::size_t shown = std::min<std::size_t>(2, terms.size());
    std::partial_sort(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(shown), terms.end(),
                      [](const auto& a, const auto& b) { return std::abs(a.product) > std::abs(b.product); });
    const auto digits = attention::readable_terms(std::span(terms).first(shown));
    std::vector<std::string> wordings;
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        text += (i > 0 ? " + " : "") + number_text(terms[i].left, digits.left_decimals) + "·" +
                number_text(terms[i].right, digits.right_decimals);
        wordings.insert(wordings.begin(), i + 1 < e.terms.size() ? text + " + …" : text);
    }
    return wordings;
}

} // namespace

std::vector<std::string> cell_detail(const attention::Trace& t, const attention::Cell& cell) {
    const Explanation e = attention::explain(t, cell);
    if (e.overridden) return {};
    switch (e.form) {
    case Form::product_sum:
    case Form::general:
    case Form::additive:
    case Form::cosine:
    case Form::rotation:
        return largest_terms(e);
    case Form::rms_norm:
        return {number(e.operand) + " ÷ " + number(e.divisor) + (e.gain == 1 ? "" : " × " + number(e.gain))};
    case Form::softcap:
        return {"tanh(" + number(e.operand) + " ÷ " + number(e.divisor) + ") × " + number(e.divisor)};
    case Form::bias:
        return {number(e.operand) + " + " + number(e.bias.value_or(0))};
    case Form::sum:
        return {number(e.operand) + " + " + number(e.position.value_or(0))};
    case Form::quotient:
        return {number(e.operand) + " ÷ " + number(e.divisor)};
    case Form::mask:
        return e.masked ? std::vector<std::string>{"hidden"} : std::vector<std::string>{};
    case Form::softmax: {
        if (e.masked || e.divisor <= 0) return {};
        const auto& term = e.terms[static_cast<std::size_t>(cell.column)];
        const std::string sum = number_text(e.divisor, 3);
        return {number_text(term.product, 3) + " ÷ " + sum}; // exp(s − max) ÷ Σ
    }
    case Form::dropout:
        return {number(e.operand) + (e.kept ? " ÷ " + number(e.divisor) : " × 0")};
    case Form::given:
    case Form::copy:
    case Form::cached:
        return {};
    }
    return {};
}

// Term by term.

namespace {

/// Two decimals by default.
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
    if (e.sink) added.push_back(*e.sink);
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
        const auto text = [](float value, int decimals) {
            return value == 0 ? std::string("0") : number_text(value, decimals);
        };
        ArithmeticTable::Row row;
        row.name = scene.pass().names.along(e.axis, term.index);
        row.left = text(term.left, shown.written.left_decimals);
        row.right = text(term.right, shown.written.right_decimals);
        row.product = text(term.product, shown.decimals());
        row.times = !softmax;
        row.is_zero = term.product == 0;
        row.left_role = role_of(e.left);
        row.right_role = softmax ? Role::quiet : role_of(e.right);
        row.bar = full > 0 ? term.product / full : 0;
        row.bar_role = hue_of(e.cell.quantity);
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

/// The symbol at the head of a column of factors: one row of the matrix, "q" for Q.
std::string symbol_of(const Scene& scene, std::optional<Quantity> quantity) {
    if (!quantity) return {};
    std::string symbol = narration::symbol_in(scene.trace(), *quantity);
    if (symbol.size() == 1) symbol[0] = static_cast<char>(std::tolower(symbol[0]));
    return symbol;
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
    const std::string right = additive                   ? "tanh"
                              : e.form == Form::rotation ? "cos, sin"
                                                         : symbol_of(scene, e.right);
    const float dot = e.terms.empty() ? 0 : e.terms.back().running;
    const ShownTerms shown = shown_terms(e, cosine ? dot : e.computed, all_terms);
    table.header({left, role_of(e.left)}, {right, role_of(e.right)},
                 product_heading(e.form == Form::rotation ? "×" : left + " × " + right, shown));
    draw_terms(ui, scene, e, shown, table, all_terms);
    if (e.bias) table.total(ui.text("arithmetic.bias"), number_text(*e.bias, shown.decimals()), false);
    if (cosine) {
        table.total("q·k", shown.total(dot), false);
        table.total("|q| · |k|", number(e.divisor), false, false);
        table.line(equation(Operation::divide, {dot, e.divisor}, e.computed));
    } else {
        const bool score = attention::family(e.cell.quantity) == attention::Family::score;
        const float full = full_bar(e);
        table.total(ui.text(score ? "arithmetic.score" : "arithmetic.result"), shown.total(e.computed), true,
                    true, full > 0 ? e.computed / full : 0, hue_of(e.cell.quantity));
    }
}

void draw_softmax(Ui& ui, const Scene& scene, const Explanation& e, ArithmeticTable& table, bool& all_terms) {
    const ShownTerms shown = shown_terms(e, e.divisor, all_terms);
    table.header({"s"}, {"s − max"}, product_heading("exp", shown));
    draw_terms(ui, scene, e, shown, table, all_terms);
    if (e.sink) { // a row as every other, of a score without a word
        const attention::HeadTrace& head = scene.trace().heads[static_cast<std::size_t>(e.cell.head)];
        table.row({.name = ui.text("arithmetic.sink"),
                   .left = number_text(head.sink, 2),
                   .right = number_text(head.sink - e.row_max, 2),
                   .product = number_text(*e.sink, shown.decimals()),
                   .right_role = Role::quiet});
    }
    table.total("Σ exp", shown.total(e.divisor));
    if (e.divisor <= 0) return table.words(ui.text("arithmetic.nothing"));
    const float numerator = e.terms[static_cast<std::size_t>(e.cell.column)].product;
    table.line(equation(Operation::divide, {numerator, e.divisor}, e.computed, shown.decimals()));
}

/// The squares, their mean's root, and the number divided by it.
void draw_norm(Ui& ui, const Scene& scene, const Explanation& e, ArithmeticTable& table, bool& all_terms) {
    const float squares = e.terms.empty() ? 0 : e.terms.back().running;
    const std::string symbol = symbol_of(scene, e.left);
    const ShownTerms shown = shown_terms(e, squares, all_terms);
    table.header({symbol, role_of(e.left)}, {symbol, role_of(e.right)},
                 product_heading(symbol + " × " + symbol, shown));
    draw_terms(ui, scene, e, shown, table, all_terms);
    table.total(ui.text("arithmetic.root_of_mean"), number(e.divisor), false);
    const float normed = e.operand / e.divisor;
    table.line(equation(Operation::divide, {e.operand, e.divisor}, normed));
    if (e.gain != 1) table.line(equation(Operation::multiply, {normed, e.gain}, e.computed));
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
    case Form::rotation:
        draw_product_sum(ui, scene, e, table, all_terms);
        break;
    case Form::rms_norm:
        draw_norm(ui, scene, e, table, all_terms);
        break;
    case Form::cached:
        table.line(number(e.operand));
        table.words(ui.text(e.is_past ? "arithmetic.past" : "arithmetic.made_now"));
        break;
    case Form::softcap: {
        const float bent = std::tanh(e.operand / e.divisor);
        table.line("tanh(" + number(e.operand) + " ÷ " + number(e.divisor) + ") ≈ " + number(bent));
        table.line(equation(Operation::multiply, {bent, e.divisor}, e.computed));
        break;
    }
    case Form::bias:
        table.line(equation(Operation::add, {e.operand, e.bias.value_or(0)}, e.computed));
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
    ArithmeticTable table(ui, at, width, all_terms ? e.terms.size() : chosen_terms(e, false).size());
    // The marked cell is named by the sentences above; only its operands need a title.
    if (e.terms.empty() || cell != workbench::marked_cell(scene.selection, scene.trace())) {
        const std::string title =
            elided(cell_name(scene, cell), width, Font::sans_bold, ui.px(card_size), ui.canvas);
        subscripted(ui, {at.x, at.y + ui.px(10)}, title, Font::sans_bold, ui.px(card_size), ui[Role::text]);
        table.skip(24);
    }
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
