#include "lesson/formula.h"

#include "base/input_error.h"
#include "base/text.h"
#include "language/tokenizer.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <stdexcept>

namespace lesson {

using attention::Quantity;
using base::InputError;
using workbench::Pass;

// Names of words.

namespace {

/// fold_case(name) == folded. Called for each word in every frame: ASCII is compared without Unicode's
/// tables.
bool is_folded_to(const std::string& name, const std::string& folded) {
    if (!std::ranges::all_of(name, base::is_ascii)) return language::fold_case(name) == folded;
    return std::ranges::equal(name, folded, {}, [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
}

} // namespace

std::optional<Index> index_of(std::string_view name, const std::vector<std::string>& names) {
    std::int64_t occurrence = 1;
    std::string_view wanted = name;
    if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos && colon > 0)
        if (const auto count = base::whole_in(name.substr(colon + 1))) {
            occurrence = *count;
            wanted = name.substr(0, colon);
        }
    const std::string folded = language::fold_case(wanted);
    for (Index i = 0; i < std::ssize(names); ++i)
        if (is_folded_to(names[static_cast<std::size_t>(i)], folded) && --occurrence == 0) return i;
    const auto number = base::whole_in(name);
    if (number && *number >= 1 && *number <= std::ssize(names)) return *number - 1;
    return std::nullopt;
}

// Formulas.

namespace {

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!text.empty() && blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && blank(text.back()))
        text.remove_suffix(1);
    return text;
}

constexpr double close = 0.005; ///< nearer numbers look equal to a reader
constexpr int deepest = 100;    ///< levels of nesting
constexpr const char* no_number_hint = "it may subtract −∞ from −∞, or take the root of a negative number";

/// Reads a formula from left to right and computes it as it goes: one function for each level of precedence.
class Reader {
public:
    Reader(const std::string& formula, const Scope& scope)
        : formula_(formula), left_(formula), scope_(scope) {}

    Value read() {
        Value value = choice();
        if (!rest().empty())
            refuse("“" + std::string(rest()) + "” does not belong here", "check the brackets");
        return value;
    }

    /// Those read so far.
    std::vector<Comparison> take_comparisons() { return std::move(comparisons_); }

    /// A level of nesting, of which there may be `deepest`.
    struct Depth {
        explicit Depth(Reader& reader) : depth(reader.depth_) {
            if (++depth > deepest)
                reader.refuse("there are too many brackets within brackets", "write it more simply");
        }
        ~Depth() { --depth; }
        int& depth;
    };

    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        throw InputError(formula_, what, hint);
    }

private:
    std::string_view rest() { return left_ = trimmed(left_); }

    bool take(std::string_view mark) {
        if (!rest().starts_with(mark)) return false;
        left_.remove_prefix(mark.size());
        return true;
    }
    bool take_word(std::string_view word) {
        if (!rest().starts_with(word)) return false;
        if (word.size() < left_.size() && is_name(left_[word.size()])) return false;
        left_.remove_prefix(word.size());
        return true;
    }
    void expect(std::string_view mark) {
        if (!take(mark)) refuse("“" + std::string(mark) + "” is missing", "add it");
    }
    static bool is_name(char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || !base::is_ascii(c);
    }
    std::string name() {
        std::size_t end = 0;
        while (end < rest().size() && is_name(left_[end]))
            ++end;
        const std::string name(left_.substr(0, end));
        left_.remove_prefix(end);
        return name;
    }

    bool truth(const Value& value) const {
        if (const bool* truth = std::get_if<bool>(&value.is)) return *truth;
        refuse("something true or false is needed here", "compare two numbers, as in a > b");
    }
    double number(const Value& value) const {
        if (const double* number = std::get_if<double>(&value.is)) return *number;
        refuse("a number is needed here", "name one cell, as in weights[it, cat]");
    }

    double divisor(const Value& value) const {
        if (const double by = number(value); by != 0) return by;
        refuse("it divides by 0", "divide by another number: a weight that the mask hides is 0");
    }

    /// a or b
    Value choice() {
        Value value = conjunction();
        while (take_word("or")) {
            const bool other = truth(conjunction());
            value = {truth(value) || other};
        }
        return value;
    }
    /// a and b
    Value conjunction() {
        Value value = negation();
        while (take_word("and")) {
            const bool other = truth(negation());
            value = {truth(value) && other};
        }
        return value;
    }
    Value negation() {
        const Depth depth(*this);
        if (take_word("not")) return {!truth(negation())};
        return comparison();
    }
    Value comparison() {
        const std::size_t before = terms_.size();
        const Value a = sum();
        for (const std::string_view mark : {"<=", ">=", "!=", "<", ">", "="})
            if (take(mark)) {
                const bool holds = compared(a, mark, sum());
                comparisons_.push_back(
                    {holds, {terms_.begin() + static_cast<std::ptrdiff_t>(before), terms_.end()}});
                return {holds};
            }
        return a;
    }
    bool compared(const Value& a, std::string_view mark, const Value& b) const {
        const Word *word = std::get_if<Word>(&a.is), *other = std::get_if<Word>(&b.is);
        if (word && other) {
            const bool same = language::fold_case(word->text) == language::fold_case(other->text);
            if (mark == "=") return same;
            if (mark == "!=") return !same;
            refuse("words are only equal or not", "compare them by = or !=");
        }
        const double x = number(a), y = number(b);
        if (std::isnan(x) || std::isnan(y)) refuse("it compares what is not a number", no_number_hint);
        const bool equal = x == y || std::abs(x - y) < close; // −∞ is equal to itself
        if (mark == "=") return equal;
        if (mark == "!=") return !equal;
        if (mark == "<=") return x <= y;
        if (mark == ">=") return x >= y;
        return mark == "<" ? x < y : x > y;
    }
    Value sum() {
        Value value = product();
        while (true) {
            if (take("+"))
                value = {number(value) + number(product())};
            else if (take("-"))
                value = {number(value) - number(product())};
            else
                return value;
        }
    }
    Value product() {
        Value value = power();
        while (true) {
            if (take("*"))
                value = {number(value) * number(power())};
            else if (take("/"))
                value = {number(value) / divisor(power())};
            else
                return value;
        }
    }
    Value power() {
        const Depth depth(*this);
        if (take("-")) return {-number(power())};
        const std::string_view from = rest();
        const std::size_t terms = terms_.size();
        const long lists = lists_, numbers = numbers_;
        Value value = entry_of(atom());
        if (!std::holds_alternative<List>(value.is)) note_term(from, terms, lists, numbers, value);
        if (take("^")) value = {std::pow(number(value), number(power()))};
        return value;
    }
    /// What begins there and ends here has been read of the pass, unless it is only made of what was: a
    /// number or word of its own, or what a function or an index makes of a list.
    void note_term(std::string_view from, std::size_t terms, long lists, long numbers, const Value& value) {
        const bool of_list = lists_ > lists, of_its_own = numbers_ > numbers && terms_.size() == terms;
        if (!of_list && !of_its_own) return;
        if (of_list) terms_.erase(terms_.begin() + static_cast<std::ptrdiff_t>(terms), terms_.end());
        terms_.push_back({std::string(trimmed(from.substr(0, from.size() - left_.size()))), value});
        lists_ = lists;
    }
    /// list[2], list[cat]
    Value entry_of(Value value) {
        while (std::holds_alternative<List>(value.is) && take("[")) {
            const std::string at = index_text();
            expect("]");
            const List list = std::get<List>(value.is);
            const auto index =
                index_of(at, value.names.empty() ? std::vector<std::string>(list.size()) : value.names);
            if (!index)
                refuse("the list has nothing at “" + at + "”", "use one of its words, or a number from 1");
            value = {list[static_cast<std::size_t>(*index)]};
        }
        return value;
    }

    Value atom() {
        if (take("(")) {
            Value value = choice();
            expect(")");
            return value;
        }
        if (take("[")) return list();
        if (!rest().empty() &&
            (std::isdigit(static_cast<unsigned char>(left_.front())) || left_.front() == '.'))
            return literal();
        if (const std::string called = name(); !called.empty()) return named(called);
        refuse(rest().empty() ? "it ends too early"
                              : "“" + std::string(rest()) + "” is not a number, a name or a bracket",
               "write something like weights[it, cat]");
    }
    Value list() {
        List numbers;
        do
            numbers.push_back(number(sum()));
        while (take(","));
        expect("]");
        return {numbers};
    }
    Value literal() {
        std::size_t end = 0;
        while (end < left_.size() &&
               (std::isdigit(static_cast<unsigned char>(left_[end])) || left_[end] == '.'))
            ++end;
        const auto digits = left_.substr(0, end);
        const auto value = base::double_in(digits);
        if (!value) refuse("“" + std::string(digits) + "” is not a number", "write it like 0.5");
        left_.remove_prefix(end);
        return {*value};
    }
    Value named(const std::string& name) {
        if (name == "right") {
            expect(".");
            if (!scope_.right) refuse("there is no right-hand document", "open Compare in this step");
            return of_pass(this->name(), *scope_.right, true);
        }
        return of_pass(name, scope_.pass, false);
    }
    Value of_pass(const std::string& name, const Pass& pass, bool right) {
        if (take("(")) return call(name);
        if (name == "answer" && take("[")) return answer(pass);
        if (name == "next") {
            ++lists_;
            if (auto words = next_words(pass)) return *std::move(words);
            refuse("no model says which word comes next", "choose a trained model that writes: stories");
        }
        if (const auto quantity = attention::quantity_named(name); quantity && take("["))
            return cells(*quantity, pass, right);
        if (const auto size = size_named(name, pass)) {
            ++numbers_;
            return {*size};
        }
        if (attention::quantity_named(name))
            refuse("which cell of " + name + "?", "write " + name + "[…, …], with its row and column");
        return {Word{.text = name}};
    }
    /// What follows "answer[".
    Value answer(const Pass& pass) {
        const auto row = index(index_text(), Quantity::weights, pass, true);
        expect("]");
        if (!row) refuse("the answer at which word?", "write answer[it]");
        ++numbers_;
        if (const auto word = answer_at(*row, pass)) return {Word{.text = *word}};
        refuse("no model answers at this word",
               "choose a trained model that names words, as coreference does");
    }
    Value call(const std::string& name) {
        const auto known = std::ranges::find(functions(), name, &Function::name);
        if (known == functions().end())
            refuse("there is no function “" + name + "”", "see the list of functions for lessons");
        std::vector<Value> arguments;
        do
            arguments.push_back(sum());
        while (take(","));
        expect(")");
        if (arguments.size() != known->arguments)
            refuse(name + " takes " + std::to_string(known->arguments) + " in its brackets",
                   "separate them by commas");
        try {
            return known->apply(arguments);
        } catch (const std::invalid_argument& needed) {
            refuse(name + " needs " + needed.what(), "give it that");
        }
    }

    /// The text up to the next comma or closing bracket.
    std::string index_text() {
        const std::string_view all = rest();
        const std::size_t end = std::min(all.find_first_of(",]"), all.size());
        const std::string text(trimmed(all.substr(0, end)));
        left_.remove_prefix(end);
        return text;
    }
    std::optional<Index> index(const std::string& text, Quantity quantity, const Pass& pass, bool row) const {
        if (text == "*") return std::nullopt;
        const auto index = index_of(text, names_along(pass, quantity, row));
        if (!index)
            refuse("“" + text + "” is no " + (row ? "row" : "column") + " of " +
                       std::string(attention::key(quantity)),
                   "use a word of the sentence, the name of a dimension, or a number from 1");
        return index;
    }
    /// What follows "weights[".
    Value cells(Quantity quantity, const Pass& pass, bool right) {
        Place place{.quantity = quantity, .right = right};
        if (pass.trace.matrix(quantity, 0).size() == 0)
            refuse("this pass has no " + std::string(attention::key(quantity)),
                   "choose another sentence or matrix");
        place.row = index(index_text(), quantity, pass, true);
        if (take(",")) place.column = index(index_text(), quantity, pass, false);
        if (take(",")) {
            const std::string head = index_text();
            const auto found = index_of(head, std::vector<std::string>(pass.trace.heads.size()));
            if (!found || !attention::is_per_head(quantity))
                refuse("there is no head “" + head + "”", "heads are numbered from 1");
            place.head = *found;
        }
        expect("]");
        ++(place.is_cell() ? numbers_ : lists_);
        return value_at(place, pass);
    }

    const std::string& formula_;
    std::string_view left_; ///< still to be read
    const Scope& scope_;
    int depth_ = 0;
    std::vector<Comparison> comparisons_;
    std::vector<PassTerm> terms_;
    long lists_ = 0, numbers_ = 0; ///< of the pass: how many were read; a list, until something is made of it
};

} // namespace

Value evaluate(const std::string& formula, const Scope& scope) {
    Reader reader(formula, scope);
    Value value = reader.read();
    if (const double* number = std::get_if<double>(&value.is); number && std::isnan(*number))
        reader.refuse("it has no value", no_number_hint);
    return value;
}

std::vector<Comparison> comparisons_in(const std::string& formula, const Scope& scope) {
    Reader reader(formula, scope);
    reader.read();
    return reader.take_comparisons();
}

double number_of(const std::string& formula, const Scope& scope) {
    const Value value = evaluate(formula, scope);
    if (const double* number = std::get_if<double>(&value.is)) return *number;
    throw InputError(formula, "it is not a number", "name one cell, or sum a list");
}

Word word_of(const std::string& formula, const Scope& scope) {
    const Value value = evaluate(formula, scope);
    if (const Word* word = std::get_if<Word>(&value.is); word && word->index) return *word;
    throw InputError(formula, "it is not a word", "write largest(…), second(…) or smallest(…)");
}

double finite_number_of(const std::string& formula, const Scope& scope) {
    const double number = number_of(formula, scope);
    if (std::isfinite(number)) return number;
    throw InputError(formula, number < 0 ? "it is −∞" : "it is ∞",
                     "ask for a number that is finite: a score that the mask hides is −∞");
}

bool holds(const std::string& formula, const Scope& scope) {
    const Value value = evaluate(formula, scope);
    if (const bool* truth = std::get_if<bool>(&value.is)) return *truth;
    throw InputError(formula, "it is neither true nor false", "compare two numbers or words");
}

} // namespace lesson
