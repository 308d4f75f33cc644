#pragma once
// The formulas in a lesson: "weights[it, cat]", "softmax(scores[it])[cat]", "largest(weights[it]) = cat".
// Every number that a lesson states, and every answer to its questions, is one of these, computed from what
// is on screen. docs/lessons.md lists what they can contain.

#include "workbench/document/pass.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lesson {

using base::Index;

/// What formulas refer to: the pass on screen, and the right-hand one of Compare where there is one.
struct Scope {
    const workbench::Pass& pass;
    const workbench::Pass* right = nullptr;
};

/// Cells of a matrix on screen: one, a row, a column, or all of it.
struct Place {
    attention::Quantity quantity = attention::Quantity::weights;
    Index head = 0;
    std::optional<Index> row = {}, column = {}; ///< empty: all of them
    bool right = false;                         ///< in Compare's right-hand document

    bool is_cell() const { return row && column; }
    bool operator==(const Place&) const = default;
};

using List = std::vector<double>;

/// A word of the sentence, or another name of a row or column, chosen by its number in a list.
struct Word {
    std::string text;
    std::optional<Index> index = {}; ///< empty for a word as written
    List list = {};                  ///< the numbers among which it was chosen
    std::optional<Place> place = {}; ///< the cells that hold these numbers, or from which each was computed
};

struct Value {
    std::variant<double, List, Word, bool> is = 0.0;
    std::vector<std::string> names = {}; ///< of a list's numbers; empty: they have none
    std::optional<Place> place = {};     ///< of a number or list in a matrix
};

/// Throws InputError{the formula, what, hint}: not a formula, a word or matrix that this pass does not have,
/// a list where a number is needed, a division by 0, no number at all (−∞ + ∞).
Value evaluate(const std::string& formula, const Scope& scope);

/// The same, for a formula that must give a number, a word, or true or false.
double number_of(const std::string& formula, const Scope& scope);
double finite_number_of(const std::string& formula, const Scope& scope); ///< neither ∞ nor −∞
Word word_of(const std::string& formula, const Scope& scope);
bool holds(const std::string& formula, const Scope& scope);

/// What a formula reads of the pass, as it is written there: "weights[it, cat]", "sum(q[it])", "answer[it]".
struct PassTerm {
    std::string text;
    Value value; ///< a number or a word
};

/// A comparison within a formula: whether it holds, and what it reads.
struct Comparison {
    bool holds = false;
    std::vector<PassTerm> terms = {};
};

/// All comparisons of a formula, from left to right. Throws InputError like evaluate().
std::vector<Comparison> comparisons_in(const std::string& formula, const Scope& scope);

/// The index of a name: a word ("it"), the second such word ("the:2"), or a number from 1. Empty: there is
/// none.
std::optional<Index> index_of(std::string_view name, const std::vector<std::string>& names);

// What the names in a formula stand for: functions, in one table …

struct Function {
    std::string_view name;
    std::size_t arguments = 1;
    /// Throws std::invalid_argument, saying what it needs, for other arguments.
    Value (*apply)(const std::vector<Value>& arguments) = nullptr;
};

std::span<const Function> functions();

// … and parts of a pass.

/// The names of a matrix's rows or columns.
std::vector<std::string> names_along(const workbench::Pass& pass, attention::Quantity quantity, bool rows);

/// The number at a cell, or the list of a row, a column, or all of the matrix, with their names.
Value value_at(const Place& place, const workbench::Pass& pass);

/// The most probable word of a trained model at a row of its words: its answer there, of several outputs the
/// first. Empty: no model reads the words, or it writes others.
std::optional<std::string> answer_at(Index row, const workbench::Pass& pass);

/// How probable each word is after the last one, in a trained model that sees only what came before: it
/// writes on. Empty: no such model reads the words.
std::optional<Value> next_words(const workbench::Pass& pass);

/// The number called n, m, d_model, d_k, d_v, heads or divisor; empty for any other name.
std::optional<double> size_named(const std::string& name, const workbench::Pass& pass);

} // namespace lesson
