#include "lesson/judge.h"

#include "attention/softmax.h"
#include "base/input_error.h"
#include "base/text.h"
#include "lesson/formula.h"
#include "lesson/text.h"
#include "narration/wording.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <utility>

namespace lesson {

using attention::Axis;
using attention::Quantity;
using base::InputError;
using workbench::Selection;

// Whether an answer is right.

namespace {

/// The number that a cell would hold if one thing were done wrong.
struct Mistaken {
    const char* slip;
    double value;
};

std::vector<Mistaken> mistaken_cells(const Place& place, const workbench::Pass& pass) {
    const attention::Trace& t = pass.trace;
    const auto& matrix = t.matrix(place.quantity, place.head);
    const Index i = *place.row, j = *place.column;
    std::vector<Mistaken> found;
    if (place.quantity == Quantity::scaled)
        found.push_back({"no_scale", t.matrix(Quantity::scores, place.head)(i, j)});
    if (attention::is_queries_by_keys(place.quantity) && !t.input.is_cross())
        found.push_back({"transposed", matrix(j, i)});
    if (place.quantity == Quantity::weights) {
        const base::Matrix& scores = t.matrix(Quantity::masked, place.head);
        found.push_back({"wrong_axis", attention::softmax(scores.col(j).transpose()).weights(0, i)});
        // Multiplying by the divisor undoes the scaling, but turns the mask's −∞ into ∞ if it is negative.
        const base::Matrix row = scores.row(i);
        const base::Matrix unscaled = row.array().isFinite().select(row * t.divisor, row);
        found.push_back({"no_scale", attention::softmax(unscaled).weights(0, j)});
    }
    return found;
}

/// The names of the numbers among which a word was chosen; none if they are not in a matrix.
std::vector<std::string> names_among(const Word& chosen, const Scope& scope) {
    if (!chosen.place) return {};
    const workbench::Pass& pass = chosen.place->right ? *scope.right : scope.pass;
    return names_along(pass, chosen.place->quantity, !chosen.place->row);
}

/// Why another word is wrong: its number, and whether that is too large or too small.
Verdict compared(const Word& asked, Index clicked, const Scope& scope) {
    const auto names = names_among(asked, scope);
    const auto at = [&](Index index) { return asked.list[static_cast<std::size_t>(index)]; };
    const double mine = at(clicked), wanted = at(*asked.index);
    const char* slip = wanted == std::ranges::max(asked.list)   ? "click_not_largest"
                       : wanted == std::ranges::min(asked.list) ? "click_not_smallest"
                       : mine > wanted                          ? "click_too_large"
                                                                : "click_too_small";
    const std::string name =
        clicked < std::ssize(names) ? names[static_cast<std::size_t>(clicked)] : std::to_string(clicked + 1);
    return {.slip = slip,
            .values = {{"word", narration::toned(name, narration::Tone::strong)},
                       {"number", narration::toned(written({mine}, 2), narration::Tone::number)}}};
}

void expect_bar(const std::string& formula, const Scope& scope) {
    if (finite_number_of(formula, scope) < 0)
        throw InputError(formula, "a bar cannot be negative", "ask for a number");
}

} // namespace

std::size_t right_choice(const Question& question, const Scope& scope) {
    std::optional<std::size_t> right;
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        if (!holds(question.choices[i].holds, scope)) continue;
        if (right)
            throw InputError("question",
                             "both “" + question.choices[*right].text + "” and “" + question.choices[i].text +
                                 "” hold",
                             "change their conditions");
        right = i;
    }
    if (!right) throw InputError("question", "no choice holds", "change their conditions");
    return *right;
}

std::vector<std::string> right_order(const Question& question) {
    std::vector<std::string> order;
    for (const attention::Stage& stage : attention::stages())
        if (std::ranges::find(question.order, stage.key) != question.order.end())
            order.emplace_back(stage.key);
    if (order.size() != question.order.size())
        throw InputError("order", "these are not different stages", "use the names of stages, each once");
    return order;
}

namespace {

/// "54.6 / (54.6 + 2.72 + 1)"; empty unless it is made of numbers alone.
std::optional<double> worked_out(const std::string& sum) {
    static const workbench::Pass none; // nothing in it is read
    if (sum.find_first_not_of("0123456789.+-*/() ") != std::string::npos) return std::nullopt;
    try {
        return finite_number_of(sum, {none});
    } catch (const InputError&) { // no sum, or ÷ 0
        return std::nullopt;
    }
}

} // namespace

std::optional<double> typed_number(std::string text, bool whole) {
    for (const auto& [sign, plain] : {std::pair{"−", "-"}, {"–", "-"}, {"×", "*"}, {"·", "*"}, {"÷", "/"}})
        for (std::size_t at = 0; (at = text.find(sign)) != std::string::npos;)
            text.replace(at, std::string_view(sign).size(), plain);
    static const std::regex grouped(R"(-?\d{1,3}([ ,.']\d{3})+)");
    if (whole && std::regex_match(text, grouped))
        std::erase_if(text,
                      [](char c) { return std::string_view(" ,.'").find(c) != std::string_view::npos; });
    std::ranges::replace(text, ',', '.');
    const bool percent = text.ends_with('%');
    if (percent) text.pop_back();
    while (text.ends_with(' '))
        text.pop_back();
    const auto number = base::double_in(text);
    const auto value = number ? number : worked_out(text);
    return value && percent ? std::optional(*value / 100) : value;
}

Verdict judge_choice(const Question& question, std::size_t chosen, const Scope& scope) {
    return {.right = chosen == right_choice(question, scope), .because = question.choices[chosen].because};
}

Verdict judge_number(const Question& question, double typed, const Scope& scope) {
    const double last_digit = std::pow(10, -question.decimals);
    // Calculating with rounded numbers can be off by one in the second decimal; in the first, that is wrong.
    const double reach = question.decimals >= 2 ? 1.001 * last_digit : 0.55 * last_digit;
    const auto is = [&](double number) { return std::abs(typed - number) < reach; };
    const Value answer = evaluate(question.formula, scope);
    const double right = number_of(question.formula, scope);
    if (is(right)) return {.right = true};
    for (const Slip& slip : question.slips)
        if (is(number_of(slip.value, scope))) return {.because = slip.because};
    // Too few digits are that, whatever else they lie near.
    const double coarse = 10 * last_digit, exact = 1e-9;
    constexpr double still_near = 0.25; // of the right number: 0.4 for 0.47, but not 1 for 1.89
    const bool rounded = std::abs(typed - std::round(right / coarse) * coarse) < exact;
    const bool cut_off = std::abs(typed - std::trunc(right / coarse) * coarse) < exact &&
                         std::abs(typed - right) <= still_near * std::abs(right);
    if ((rounded || cut_off) && typed != 0) return {.slip = "rounding"};
    if (answer.place && answer.place->is_cell())
        for (const Mistaken& mistaken :
             mistaken_cells(*answer.place, answer.place->right ? *scope.right : scope.pass))
            if (is(mistaken.value)) return {.slip = mistaken.slip};
    if (is(-right)) return {.slip = "sign"};
    constexpr double near = 0.1; // of the right number
    if (std::abs(typed - right) <= near * std::abs(right)) return {.slip = "close"};
    return {.slip = typed > right ? "too_large" : "too_small"};
}

Verdict judge_click(const Question& question, Index clicked, const Scope& scope) {
    const Word word = word_of(question.formula, scope);
    constexpr double same = 1e-6;
    const auto at = [&](Index index) { return word.list[static_cast<std::size_t>(index)]; };
    const bool exists = clicked >= 0 && clicked < std::ssize(word.list);
    if (!exists || std::abs(at(clicked) - at(*word.index)) <= same) return {.right = exists};
    for (const Slip& slip : question.slips)
        if (index_of(slip.value, names_among(word, scope)) == clicked) return {.because = slip.because};
    if (!question.otherwise.empty()) return {.because = question.otherwise};
    return compared(word, clicked, scope);
}

Verdict judge_bar(const Question& question, double dragged, const Scope& scope) {
    const double right = number_of(question.formula, scope);
    const double beside = question.beside.empty() ? right : number_of(question.beside, scope);
    const double reach = 0.1 * std::max(std::abs(right), std::abs(beside));
    if (std::abs(dragged - right) <= reach) return {.right = true};
    for (const Slip& slip : question.slips)
        if (std::abs(dragged - number_of(slip.value, scope)) <= reach) return {.because = slip.because};
    return {.slip = dragged > right ? "too_high" : "too_low"};
}

Verdict judge_order(const Question& question, const std::vector<std::string>& order) {
    return {.right = order == right_order(question)};
}

Verdict judge_goal(const Question& question, const Scope& scope) {
    try {
        return {.right = holds(question.formula, scope)};
    } catch (const InputError&) { // a word that it names is gone
        return {};
    }
}

std::vector<std::string> watched(const Question& question, const Scope& at_first) {
    constexpr std::size_t most = 3;
    std::vector<std::string> found;
    for (const Comparison& each : comparisons_in(question.formula, at_first))
        for (const PassTerm& term : each.terms)
            if (!each.holds && std::ranges::find(found, term.text) == found.end()) found.push_back(term.text);
    if (found.size() > most) found.clear();
    return found;
}

const Slip* slip_of_goal(const Question& question, const Scope& scope) {
    const auto found =
        std::ranges::find_if(question.slips, [&](const Slip& slip) { return holds(slip.value, scope); });
    return found == question.slips.end() ? nullptr : &*found;
}

Headway headway(const Question& question, const Scope& now, const Scope& at_first) {
    const std::vector<Comparison> before = comparisons_in(question.formula, at_first),
                                  after = comparisons_in(question.formula, now);
    Headway made;
    std::set<std::string> to_change; // what did not fit at first is not spoilt when it changes too much
    for (const Comparison& one : before)
        for (const PassTerm& term : one.terms)
            if (!one.holds) to_change.insert(term.text);
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        made.further |= after[i].holds && !before[i].holds;
        if (!before[i].holds || after[i].holds) continue;
        for (const PassTerm& term : after[i].terms)
            if (!to_change.contains(term.text)) made.spoilt.push_back(term.text);
    }
    return made;
}

void expect_answerable(const Question& question, const Scope& scope) {
    told(question.ask, scope);
    told(question.now, scope);
    told(question.hint, scope);
    told(question.because, scope);
    switch (question.kind) {
    case QuestionKind::choose:
        right_choice(question, scope);
        for (const Choice& choice : question.choices) {
            told(choice.text, scope);
            told(choice.because, scope);
        }
        break;
    case QuestionKind::number:
    case QuestionKind::bar:
        finite_number_of(question.formula, scope);
        for (const Slip& slip : question.slips) {
            finite_number_of(slip.value, scope);
            told(slip.because, scope);
        }
        if (question.kind == QuestionKind::bar) expect_bar(question.formula, scope);
        if (!question.beside.empty()) expect_bar(question.beside, scope);
        break;
    case QuestionKind::click: {
        const Word asked = word_of(question.formula, scope);
        if (!asked.place)
            throw InputError(question.formula, "its words are nowhere on screen",
                             "choose among the cells of a row or column, as in largest(weights[it])");
        for (const Slip& slip : question.slips) {
            if (!index_of(slip.value, names_among(asked, scope)))
                throw InputError(slip.value, "it is not a word that can be clicked",
                                 "name a word of the sentence");
            told(slip.because, scope);
        }
        told(question.otherwise, scope);
        break;
    }
    case QuestionKind::order:
        right_order(question);
        break;
    case QuestionKind::drag:
    case QuestionKind::goal: // may name words that only its solution brings in
        for (const Slip& slip : question.slips)
            told(slip.because, scope);
        told(question.otherwise, scope);
        break;
    }
}

// Where the answer can be seen.

namespace {

std::vector<std::string> shown_by(const Question& question) {
    if (!question.reveal.empty()) return question.reveal;
    switch (question.kind) {
    case QuestionKind::click:
    case QuestionKind::number:
        return {question.formula};
    case QuestionKind::bar:
        return question.beside.empty() ? std::vector{question.formula}
                                       : std::vector{question.formula, question.beside};
    case QuestionKind::choose:
    case QuestionKind::order:
    case QuestionKind::drag:
    case QuestionKind::goal:
        break;
    }
    return {};
}

/// The cells of a number or list; for a word that was chosen among numbers, the cell of its number.
std::optional<Place> place_of(const Value& value) {
    const Word* word = std::get_if<Word>(&value.is);
    if (!word) return value.place;
    if (!word->place || !word->index) return std::nullopt;
    Place place = *word->place;
    (place.row ? place.column : place.row) = word->index;
    return place;
}

/// The anchor of a chosen word's box; empty if the choice was not among words.
std::string box_of(const Word& word, const Scope& scope) {
    if (!word.place || !word.index || word.place->right) return {};
    const Quantity quantity = word.place->quantity;
    const Axis axis = word.place->row ? attention::column_axis(quantity) : attention::row_axis(quantity);
    if (!attention::is_of_words(axis)) return {};
    const bool of_source = axis == Axis::keys && scope.pass.trace.input.is_cross();
    return (of_source ? "source/" : "token/") + std::to_string(*word.index);
}

/// Opens the stage whose result the quantity is, unless it is on screen.
void open_stage(Selection& selection, Quantity quantity, const attention::Trace& t) {
    const auto makes = [&](const attention::Product& product) { return product.result == quantity; };
    const auto products = attention::stage(selection.stage).products(t);
    if (selection.product < products.size() && makes(products[selection.product])) return;
    for (const attention::Stage* stage : attention::stages_of(t)) {
        const auto made = stage->products(t);
        const auto product = std::ranges::find_if(made, makes);
        if (product == made.end()) continue;
        selection.stage = stage->id;
        selection.product = static_cast<std::size_t>(product - made.begin());
        return;
    }
}

/// Selects these cells; of a whole row of weights, the largest.

Selection at(const Place& place, Selection selection, const attention::Trace& t) {
    open_stage(selection, place.quantity, t);
    if (attention::is_per_head(place.quantity)) selection.head = place.head;
    attention::Cell cell = workbench::marked_cell(workbench::clamped(selection, t), t);
    if (cell.quantity != place.quantity) return selection; // this pass skips the stage
    if (place.row) cell.row = *place.row;
    if (place.column)
        cell.column = *place.column;
    else if (place.row && attention::is_queries_by_keys(place.quantity))
        cell.column = workbench::strongest_key(t, place.head, cell.row);
    return workbench::clamped(workbench::with_cell(selection, cell, place.quantity), t);
}

} // namespace

std::optional<Revealed> revealed(const Question& question, const Selection& selection,
                                 const std::optional<Selection>& right, const Scope& scope) {
    Revealed found{.selection = selection, .right = right};
    bool looked = false;
    for (const std::string& name : shown_by(question)) {
        const bool is_formula = name.find('[') != std::string::npos;
        const Value value = is_formula ? evaluate(name, scope) : Value{};
        const auto place = is_formula ? place_of(value) : std::nullopt;
        if (!place && is_formula && question.reveal.empty()) return std::nullopt; // it is computed
        if (place)
            found.pointed.push_back({.place = place});
        else if (!is_formula && !question.reveal.empty())
            found.pointed.push_back(pointed_at(name, scope));
        if (const Word* word = std::get_if<Word>(&value.is))
            if (std::string box = box_of(*word, scope); !box.empty())
                found.pointed.push_back({.anchor = std::move(box)});
        if (!place || std::exchange(looked, true)) continue;
        if (place->right && right && scope.right) {
            found.right = at(*place, *right, scope.right->trace);
            found.selection.stage = found.right->stage; // both sides show the same
            found.selection.product = found.right->product;
        } else if (!place->right) {
            found.selection = at(*place, selection, scope.pass.trace);
            if (found.right) {
                found.right->stage = found.selection.stage;
                found.right->product = found.selection.product;
            }
        }
    }
    if (found.pointed.empty()) return std::nullopt;
    return found;
}

} // namespace lesson
