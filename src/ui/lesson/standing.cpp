#include "ui/lesson/standing.h"

#include "lesson/text.h"

namespace ui {

using attention::Quantity;
using lesson::Place;

namespace {

/// What stands in the brackets of a function.
std::string argument_of(const std::string& formula) {
    const std::size_t from = formula.find('(') + 1;
    return formula.substr(from, formula.size() - 1 - from);
}

/// The score that is the dot product of a query and a key, "q[it], k[cat]"; empty: it is another product.
std::optional<Place> score_of(const std::string& factors, const lesson::Scope& scope) {
    const std::size_t between = factors.find("],");
    if (between == std::string::npos) return {};
    const auto query = lesson::evaluate(factors.substr(0, between + 1), scope).place;
    const auto key = lesson::evaluate(factors.substr(between + 2), scope).place;
    const auto is_row = [](const std::optional<Place>& place, Quantity of) {
        return place && place->quantity == of && place->row && !place->column;
    };
    if (!is_row(query, Quantity::q) || !is_row(key, Quantity::k)) return {};
    return Place{.quantity = Quantity::scores, .head = query->head, .row = query->row, .column = key->row};
}

/// The text in which it is told.
std::string text_for(const Standing& standing) {
    const std::string& formula = standing.formula;
    const auto& place = standing.place;
    const bool is_word = std::holds_alternative<lesson::Word>(standing.value.is);
    if (formula.starts_with("answer[")) return "lesson.now_answer";
    if (is_word && formula.find("next") != std::string::npos) return "lesson.now_next";
    if (formula.starts_with("next[")) return "lesson.now_next_word";
    if (formula == "n") return "lesson.now_words";
    if (formula == "m") return "lesson.now_source";
    if (!place || !place->row) return "lesson.now_formula";
    const bool weighs = attention::family(place->quantity) == attention::Family::weight;
    if (is_word) return weighs && formula.starts_with("largest(") ? "lesson.now_most" : "lesson.now_formula";
    if (formula.starts_with("sum(")) {
        if (place->quantity == Quantity::q) return "lesson.now_sum_q";
        if (place->quantity == Quantity::k) return "lesson.now_sum_k";
        if (place->quantity == Quantity::v) return "lesson.now_sum_v";
    }
    if (!place->column) return "lesson.now_formula";
    if (weighs) return "lesson.now_weight";
    return attention::is_queries_by_keys(place->quantity) ? "lesson.now_score" : "lesson.now_cell";
}

} // namespace

Standing standing_of(const std::string& formula, const lesson::Scope& scope) {
    Standing standing{formula, lesson::evaluate(formula, scope)};
    const auto* word = std::get_if<lesson::Word>(&standing.value.is);
    standing.place = word ? word->place : standing.value.place;
    if (formula.starts_with("sum(")) standing.place = lesson::evaluate(argument_of(formula), scope).place;
    if (formula.starts_with("dot(")) standing.place = score_of(argument_of(formula), scope);
    return standing;
}

std::string told(const narration::Texts& texts, const Standing& standing, const workbench::Pass& pass) {
    const std::string& formula = standing.formula;
    const auto& place = standing.place;
    const bool whole = formula == "n" || formula == "m";
    narration::Values values{{"formula", {{formula}}},
                             {"value", {{lesson::written(standing.value, whole ? 0 : 2)}}}};
    if (formula.starts_with("next[")) values["word"] = {{formula.substr(5, formula.size() - 6)}};
    if (place && place->row) values["row"] = {{pass.names.row(place->quantity, *place->row)}};
    if (place && place->column) values["column"] = {{pass.names.column(place->quantity, *place->column)}};
    const std::string said = narration::plain_text(texts, text_for(standing), values);
    if (!place || !attention::is_per_head(place->quantity) || pass.trace.heads.size() < 2) return said;
    const narration::Values head{{"list", {{std::to_string(place->head + 1)}}}};
    return said + " (" + narration::plain_text(texts, "heads.heads.one", head) + ")";
}

} // namespace ui
