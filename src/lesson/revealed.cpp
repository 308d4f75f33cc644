#include "lesson/revealed.h"

#include "lesson/formula.h"

#include <algorithm>
#include <utility>

namespace lesson {

using attention::Axis;
using attention::Quantity;
using workbench::Selection;

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
        break;
    }
    return {};
}

/// The cells of a number or list; the one cell of a word that was chosen among such.
std::optional<Place> place_of(const Value& value) {
    const Word* word = std::get_if<Word>(&value.is);
    if (!word) return value.place;
    if (!word->place || !word->index) return std::nullopt;
    Place place = *word->place;
    (place.row ? place.column : place.row) = word->index;
    return place;
}

/// The box of the word that was chosen, where words were chosen among.
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

/// Looks at these cells; where they are a whole row of weights, at the largest of them.
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
