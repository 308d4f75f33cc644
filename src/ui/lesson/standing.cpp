#include "ui/lesson/standing.h"

#include "lesson/judge.h"
#include "lesson/needs.h"
#include "lesson/text.h"

#include <algorithm>

namespace ui {

using attention::Quantity;
using lesson::Place;

namespace {

/// What stands in the brackets of a function.
std::string argument_of(const std::string& formula) {
    const std::size_t from = formula.find('(') + 1;
    return formula.substr(from, formula.size() - 1 - from);
}

/// The cell whose dot product this is: the score of a query and a key ("q[it], k[cat]"), a number of a query,
/// key or value ("x[it], w_q[*, who]"); empty: it is another product.
std::optional<Place> cell_of(const std::string& factors, const lesson::Scope& scope) {
    const std::size_t between = factors.find("],");
    if (between == std::string::npos) return {};
    const auto left = lesson::evaluate(factors.substr(0, between + 1), scope).place;
    const auto right = lesson::evaluate(factors.substr(between + 2), scope).place;
    if (!left || !left->row || left->column || !right) return {};
    if (left->quantity == Quantity::q && right->quantity == Quantity::k && right->row && !right->column)
        return Place{
            .quantity = Quantity::scores, .head = left->head, .row = left->row, .column = right->row};
    constexpr std::pair<Quantity, Quantity> made_by[]{
        {Quantity::w_q, Quantity::q}, {Quantity::w_k, Quantity::k}, {Quantity::w_v, Quantity::v}};
    for (const auto& [weights, made] : made_by)
        if (right->quantity == weights && right->column && !right->row)
            return Place{.quantity = made, .head = right->head, .row = left->row, .column = right->column};
    return {};
}

/// The name of its text; empty: it has none.
std::string text_for(const Standing& standing, const workbench::Pass& pass) {
    const std::string& formula = standing.formula;
    const auto& place = standing.place;
    const bool is_word = std::holds_alternative<lesson::Word>(standing.value.is);
    if (formula.starts_with("answer[")) return "lesson.now_answer";
    if (is_word && formula.find("next") != std::string::npos) return "lesson.now_next";
    if (formula.starts_with("next[")) return "lesson.now_next_word";
    if (formula == "n") return "lesson.now_words";
    if (formula == "m") return "lesson.now_source";
    if (!place || !place->row) return {};
    const bool weighs = attention::family(place->quantity) == attention::Family::weight;
    if (is_word && (!formula.starts_with("largest(") || !attention::is_queries_by_keys(place->quantity)))
        return {};
    if (is_word) return weighs ? "lesson.now_most" : "lesson.now_highest";
    if (formula.starts_with("sum(")) {
        if (place->quantity == Quantity::q) return "lesson.now_sum_q";
        if (place->quantity == Quantity::k) return "lesson.now_sum_k";
        if (place->quantity == Quantity::v) return "lesson.now_sum_v";
    }
    if (!place->column) return {};
    if (weighs) return "lesson.now_weight";
    if (attention::is_queries_by_keys(place->quantity)) return "lesson.now_score";
    const bool is_numbered = // as in a plane
        pass.names.column(place->quantity, *place->column) == std::to_string(*place->column + 1);
    if (place->quantity == Quantity::head_output) return is_numbered ? "lesson.now_read" : "lesson.now_reads";
    return is_numbered ? "lesson.now_number" : "lesson.now_cell";
}

} // namespace

Standing standing_of(const std::string& formula, const lesson::Scope& scope) {
    Standing standing{formula, lesson::evaluate(formula, scope)};
    const auto* word = std::get_if<lesson::Word>(&standing.value.is);
    standing.place = word ? word->place : standing.value.place;
    if (formula.starts_with("sum(")) standing.place = lesson::evaluate(argument_of(formula), scope).place;
    if (formula.starts_with("dot(")) standing.place = cell_of(argument_of(formula), scope);
    return standing;
}

std::string told(const narration::Texts& texts, const Standing& standing, const workbench::Pass& pass) {
    const std::string key = text_for(standing, pass);
    if (key.empty()) return {};
    const std::string& formula = standing.formula;
    const auto& place = standing.place;
    const bool whole = formula == "n" || formula == "m";
    narration::Values values{{"value", {{lesson::written(standing.value, whole ? 0 : 2)}}}};
    if (formula.starts_with("next[")) values["word"] = {{formula.substr(5, formula.size() - 6)}};
    if (place && place->row) values["row"] = {{pass.names.row(place->quantity, *place->row)}};
    if (place && place->column) values["column"] = {{pass.names.column(place->quantity, *place->column)}};
    const std::string said = narration::plain_text(texts, key, values);
    const bool names_head = std::ranges::count(formula.substr(0, formula.find(']')), ',') == 2;
    if (!place || !names_head || pass.trace.heads.size() < 2) return said;
    const narration::Values head{{"list", {{std::to_string(place->head + 1)}}}};
    return said + " (" + narration::plain_text(texts, "heads.heads.one", head) + ")";
}

namespace {

/// How late in the computation a quantity comes: 0 is given, 1 made of that, and so on.
int depth(Quantity quantity) {
    using enum Quantity;
    if (quantity < q || quantity == w_o) return 0;
    if (quantity < scores) return 1;
    if (quantity < weights) return 2;
    return quantity < head_output ? 3 : 4;
}

/// Whether a number was typed over that is computed from those which the solution changes.
bool typed_over(const lesson::Question& question, const workbench::Pass& now,
                const workbench::Pass& at_first) {
    int deepest = 0;
    for (const Quantity quantity : lesson::typed_over_by_solution(question))
        deepest = std::max(deepest, depth(quantity));
    const auto& before = at_first.trace.overrides;
    return std::ranges::any_of(now.trace.overrides, [&](const attention::Override& number) {
        return depth(number.cell.quantity) > deepest && std::ranges::find(before, number) == before.end();
    });
}

} // namespace

std::string not_yet(const narration::Texts& texts, const lesson::Question& question,
                    const workbench::Pass& now, const workbench::Pass& at_first) {
    if (const lesson::Slip* slip = lesson::slip_of_goal(question, {now}))
        return lesson::plain_text(lesson::told(slip->because, {now}));
    if (typed_over(question, now, at_first)) return texts.text("lesson.typed_over");
    const lesson::Headway made = lesson::headway(question, {now}, {at_first});
    for (const std::string& formula : made.spoilt)
        if (const std::string said = told(texts, standing_of(formula, {now}), now); !said.empty())
            return narration::plain_text(texts, "lesson.spoilt", {{"standing", {{said}}}});
    if (!question.otherwise.empty()) return lesson::plain_text(lesson::told(question.otherwise, {now}));
    return made.further && made.spoilt.empty() ? texts.text("lesson.halfway") : std::string();
}

} // namespace ui
