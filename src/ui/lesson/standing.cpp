#include "ui/lesson/standing.h"

#include "lesson/text.h"
#include "narration/wording.h"

namespace ui {

namespace {

/// The text in which a number or word of this place is told.
std::string text_for(const std::string& formula, const lesson::Value& value) {
    const auto* word = std::get_if<lesson::Word>(&value.is);
    const auto& place = word ? word->place : value.place;
    const bool of_next = formula.find("next") != std::string::npos;
    if (word && formula.starts_with("answer[")) return "lesson.now_answer";
    if (word && of_next) return "lesson.now_next";
    if (formula.starts_with("next[")) return "lesson.now_next_word";
    if (formula == "n") return "lesson.now_words";
    if (!place || !place->row) return "lesson.now_formula";
    const bool weighs = attention::family(place->quantity) == attention::Family::weight;
    if (word) return weighs && formula.starts_with("largest(") ? "lesson.now_most" : "lesson.now_formula";
    if (!place->column) return "lesson.now_formula";
    if (weighs) return "lesson.now_weight";
    return attention::is_queries_by_keys(place->quantity) ? "lesson.now_score" : "lesson.now_cell";
}

} // namespace

std::string standing_of(const narration::Texts& texts, const std::string& formula, const lesson::Value& value,
                        const workbench::Pass& pass) {
    const auto* word = std::get_if<lesson::Word>(&value.is);
    const auto& place = word ? word->place : value.place;
    narration::Values values{{"formula", {{formula}}}};
    const bool whole = formula == "n" || formula == "m";
    values["value"] = {{lesson::written(value, whole ? 0 : 2)}};
    if (formula.starts_with("next[")) values["word"] = {{formula.substr(5, formula.size() - 6)}};
    if (place && place->row) values["row"] = {{pass.names.row(place->quantity, *place->row)}};
    if (place && place->column) values["column"] = {{pass.names.column(place->quantity, *place->column)}};
    const std::string head =
        place && attention::is_per_head(place->quantity) && pass.trace.heads.size() > 1
            ? " (" +
                  narration::plain_text(texts, "heads.heads.one",
                                        {{"list", {{std::to_string(place->head + 1)}}}}) +
                  ")"
            : "";
    return narration::plain_text(texts, text_for(formula, value).c_str(), values) + head;
}

} // namespace ui
