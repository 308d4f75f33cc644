#include "ui/views/walkthrough/walkthrough.h"

#include "attention/explain.h"
#include "attention/written.h"
#include "drawing/figures/matrix_layout.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/board/arithmetic.h"
#include "ui/board/quantity_look.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using attention::Explanation;
using attention::Form;
using base::Index;
using workbench::Moment;
using workbench::PlayUnit;

namespace {

std::string number(float value, int decimals = 2) {
    return number_text(value, decimals);
}

using attention::Operation;

bool comes_out(Operation operation, const std::string& left, const std::string& right,
               const std::string& result) {
    const std::string operands[] = {left, right};
    return attention::comes_out(operation, operands, result);
}

constexpr int exp_decimals = 3;  // exponentials are small
constexpr Index most_added = 40; // more do not fit on the sum's line

/// The rows shown: all, or those around the last one added.
struct Window {
    Index first = 0, end = 0;
};

Window window(Index rows, Index now, Index room) {
    if (rows <= room) return {0, rows};
    const Index first = std::clamp<Index>(now + 2 - room, 0, rows - room);
    return {first, first + room};
}

PlayTerm::State state_of(Index term, Index done, bool finished) {
    if (term >= done) return PlayTerm::ahead;
    return term + 1 == done && !finished ? PlayTerm::now : PlayTerm::done;
}

/// Enough digits for the written sum to be exact, if a few more achieve it; a long sum is rounded anyway.
attention::WrittenTerms digits_for(const Explanation& e) {
    if (static_cast<Index>(e.terms.size()) > most_added) return attention::readable_terms(e.terms);
    const std::vector<float> added = e.bias ? std::vector{*e.bias} : std::vector<float>{};
    const float sum = e.form == Form::cosine ? e.terms.back().running : e.computed;
    return attention::written_terms(e.terms, added, sum);
}

/// Adds the terms before `done` to the written sum, at most the last `most_added`.
void add_up(PlayTerms& terms, const Explanation& e, Index done, int decimals) {
    for (Index i = std::max<Index>(0, done - most_added); i < done; ++i)
        terms.added.push_back(number(e.terms[static_cast<std::size_t>(i)].product, decimals));
    terms.sum = number(e.terms[static_cast<std::size_t>(done - 1)].running, decimals);
    terms.exact = done <= most_added && attention::comes_out(Operation::add, terms.added, terms.sum);
}

/// The last step on the sum: adds a bias, or divides by the lengths.
PlayTerm last_step(const Ui& ui, const Explanation& e, int decimals, bool finished) {
    return {.name = ui.text(e.bias ? "play.projection_bias" : "play.lengths"),
            .sign = e.bias ? "+" : "÷",
            .right = number(e.bias.value_or(e.divisor), decimals),
            .state = finished ? PlayTerm::done : PlayTerm::ahead};
}

/// Σ left · right, and the last step on the sum.
PlayTerms sum_of_products(const Ui& ui, const Scene& scene, const Explanation& e, const Moment& m,
                          Index room) {
    PlayTerms terms;
    const auto all = static_cast<Index>(e.terms.size());
    const Index units = workbench::terms_of(e);
    const bool adding = m.unit == PlayUnit::terms || m.unit == PlayUnit::values;
    const Index done = adding ? std::min(m.done, all) : all;
    const float full = full_bar(e);
    const attention::WrittenTerms digits = digits_for(e);
    const int decimals = digits.product_decimals;
    const Window shown = window(units, adding ? m.done - 1 : 0, room);
    for (Index i = shown.first; i < std::min(shown.end, all); ++i) {
        const auto& term = e.terms[static_cast<std::size_t>(i)];
        PlayTerm row{.name = scene.pass().names.along(e.axis, term.index),
                     .left = number(term.left, digits.left_decimals),
                     .sign = "×",
                     .right = number(term.right, digits.right_decimals),
                     .product = number(term.product, decimals),
                     .left_role = role_of(e.left),
                     .right_role = role_of(e.right),
                     .bar = full > 0 ? term.product / full : 0,
                     .state = state_of(i, done, m.finished)};
        row.exact = comes_out(Operation::multiply, row.left, row.right, row.product);
        terms.rows.push_back(row);
    }
    if (shown.end > all) terms.rows.push_back(last_step(ui, e, decimals, m.finished));
    add_up(terms, e, done, decimals);
    terms.complete = m.finished;
    if (!m.finished) return terms;
    terms.sum = number(e.value, decimals);
    if (e.overridden) {
        terms.added = {ui.text("play.by_hand")};
        terms.exact = true;
    } else if (e.form == Form::cosine) {
        const std::string dot = number(e.terms.back().running, decimals),
                          lengths = number(e.divisor, decimals);
        terms.added = {dot + " ÷ " + lengths};
        terms.exact = comes_out(Operation::divide, dot, lengths, terms.sum);
    } else {
        if (e.bias) terms.added.push_back(number(*e.bias, decimals));
        terms.exact = all <= most_added && attention::comes_out(Operation::add, terms.added, terms.sum);
    }
    return terms;
}

/// exp(s − max) for every key, their sum, and each divided by it.
PlayTerms softmax(const Scene& scene, const Explanation& e, const Moment& m, Index room) {
    PlayTerms terms;
    const bool whole_row = m.unit == PlayUnit::rows, dividing = m.unit == PlayUnit::quotients || whole_row;
    const bool adding = m.unit == PlayUnit::additions;
    const auto all = static_cast<Index>(e.terms.size());
    const Index done = whole_row ? all : m.done;
    const auto& weights = scene.trace().matrix(attention::Quantity::weights, e.cell.head);
    const Window shown = window(all, whole_row ? 0 : done - 1, room);
    for (Index i = shown.first; i < shown.end; ++i) {
        const auto& term = e.terms[static_cast<std::size_t>(i)];
        PlayTerm row{.name = scene.pass().names.along(e.axis, term.index), .bar_role = Role::weight};
        if (dividing) {
            row.left = number(term.product, exp_decimals);
            row.sign = e.divisor > 0 ? "÷" : "→"; // every key is masked: nothing to divide by
            row.right = e.divisor > 0 ? number(e.divisor, exp_decimals) : "";
            row.bar = weights(e.cell.row, i);
            row.product = number(row.bar, exp_decimals);
            row.exact = comes_out(Operation::divide, row.left, row.right, row.product);
        } else {
            row.left = "exp(" + number(term.left);
            row.sign = "−";
            row.right = number(e.row_max) + ")";
            row.bar = term.product;
            row.product = number(row.bar, exp_decimals);
            row.exact = term.product == 0 || term.product == 1; // every other power of e is rounded
        }
        row.state = state_of(i, done, whole_row);
        if (adding && row.state == PlayTerm::ahead) row.state = PlayTerm::done; // computed, but not added yet
        terms.rows.push_back(row);
    }
    if (adding) add_up(terms, e, done, exp_decimals);
    if (adding && e.sink && done == all) { // the sink comes last
        terms.added.push_back(number(*e.sink, exp_decimals));
        terms.sum = number(e.divisor, exp_decimals);
        terms.exact = all < most_added && attention::comes_out(Operation::add, terms.added, terms.sum);
    }
    if (dividing) terms.sum = number(e.divisor, exp_decimals);
    terms.complete = dividing || done == all;
    return terms;
}

/// The row of a word, one number after another.
PlayTerms given(const Scene& scene, const Moment& m, Index room) {
    PlayTerms terms;
    const auto& matrix = scene.trace().matrix(m.cell.quantity, m.cell.head);
    const float largest = matrix.row(m.cell.row).cwiseAbs().maxCoeff();
    const Index there = m.unit == PlayUnit::cells ? m.done : matrix.cols();
    const Window shown = window(matrix.cols(), m.unit == PlayUnit::cells ? there - 1 : 0, room);
    for (Index c = shown.first; c < shown.end; ++c) {
        const float value = c < there ? matrix(m.cell.row, c) : 0;
        terms.rows.push_back({.name = scene.pass().names.column(m.cell.quantity, c),
                              .product = c < there ? number(value) : "",
                              .bar = largest > 0 ? value / largest : 0,
                              .state = c < there ? PlayTerm::done : PlayTerm::ahead});
    }
    return terms;
}

/// One number computed from another: the second step gives the result.
PlayTerms one_step(const Ui& ui, const Scene& scene, const Explanation& e, const Moment& m) {
    const int digits = attention::readable_decimals(e.value);
    const std::string result = number(e.value, digits);
    PlayTerm row{.left = number(e.operand, digits), .left_role = role_of(e.left), .state = PlayTerm::done};
    switch (e.form) {
    case Form::sum:
        row.name = ui.text("play.word_and_position");
        row.sign = "+";
        row.right = number(e.position.value_or(0), digits);
        break;
    case Form::quotient:
        row.sign = "÷";
        row.right = number(e.divisor);
        break;
    case Form::mask:
        row.sign = "→";
        row.name = ui.text(e.masked ? "play.hidden" : "play.may_be_read");
        break;
    case Form::bias:
        row.sign = "+";
        row.right = number(e.bias.value_or(0), digits);
        break;
    case Form::softcap:
        row.sign = "→";
        row.name = ui.text("play.bent");
        break;
    case Form::rms_norm:
        row.sign = "÷";
        row.right = number(e.divisor) + (e.gain == 1 ? "" : " × " + number(e.gain));
        break;
    case Form::cached:
        row.sign = "→";
        row.name = ui.text(e.is_past ? "play.past" : "play.made_now");
        break;
    case Form::dropout:
        row.sign = e.kept ? "÷" : "×";
        row.right = number(e.kept ? e.divisor : 0);
        row.name = ui.text(e.kept ? "play.kept" : "play.switched_off");
        break;
    default:
        row.sign = "→";
        row.name = ui.text("play.head") + " " + std::to_string(e.source_head + 1) + ", " +
                   scene.pass().names.along(attention::Axis::value_width, e.source_column);
        break;
    }
    if (m.finished) row.product = result;
    if (row.sign == "÷") row.exact = comes_out(Operation::divide, row.left, row.right, result);
    if (row.sign == "+") row.exact = comes_out(Operation::add, row.left, row.right, result);
    if (m.finished && m.unit == PlayUnit::terms) row.state = PlayTerm::now;
    return {.rows = {row}};
}

} // namespace

PlayTerms play_terms(const Ui& ui, const Scene& scene, const Moment& m, Index room) {
    const Explanation e = attention::explain(scene.trace(), m.cell);
    switch (e.form) {
    case Form::given:
        return given(scene, m, room);
    case Form::product_sum:
    case Form::general:
    case Form::additive:
    case Form::cosine:
    case Form::rotation:
        return sum_of_products(ui, scene, e, m, room);
    case Form::softmax:
        return softmax(scene, e, m, room);
    case Form::sum:
    case Form::quotient:
    case Form::rms_norm:
    case Form::cached:
    case Form::softcap:
    case Form::bias:
    case Form::mask:
    case Form::dropout:
    case Form::copy:
        return one_step(ui, scene, e, m);
    }
    return {};
}

Index play_rows(const Scene& scene, const attention::Cell& cell) {
    const Explanation e = attention::explain(scene.trace(), cell);
    if (e.form == Form::given) return scene.trace().matrix(cell.quantity, cell.head).cols();
    if (e.form == Form::rms_norm) return 1; // its squares are in the arithmetic
    return e.terms.empty()           ? 1
           : e.form == Form::softmax ? static_cast<Index>(e.terms.size())
                                     : workbench::terms_of(e);
}

} // namespace ui
