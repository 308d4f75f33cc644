#include "attention/explain.h"
#include "lesson/formula.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace lesson {

using attention::Quantity;
using workbench::Pass;

// Functions.

namespace {

const List& as_list(const Value& value) {
    const List* list = std::get_if<List>(&value.is);
    if (!list || list->empty()) throw std::invalid_argument("a list, such as weights[it]");
    return *list;
}

double sum(const List& list) {
    return std::accumulate(list.begin(), list.end(), 0.0);
}

double mean(const List& list) {
    return sum(list) / static_cast<double>(list.size());
}

/// √(Σ (x − mean)² / n)
double deviation(const List& list) {
    const double middle = mean(list);
    double squares = 0;
    for (const double x : list)
        squares += (x - middle) * (x - middle);
    return std::sqrt(squares / static_cast<double>(list.size()));
}

/// −Σ p·log₂ p, in bits; 0·log 0 = 0. Source: Shannon 1948, section 6.
double entropy(const List& list) {
    double bits = 0;
    for (const double p : list)
        if (p > 0) bits -= p * std::log2(p);
    return bits;
}

/// exp(s − max s) / Σ exp(s − max s)
List softmax(const List& scores) {
    const double most = std::ranges::max(scores);
    List weights;
    for (const double s : scores)
        weights.push_back(std::exp(s - most));
    const double total = sum(weights);
    for (double& w : weights)
        w /= total;
    return weights;
}

template <double (*f)(const List&)>
Value of_list(const std::vector<Value>& arguments) {
    return {f(as_list(arguments[0]))};
}

/// Of a number, or of each number of a list.
template <double (*f)(double)>
Value of_each(const std::vector<Value>& arguments) {
    const Value& argument = arguments[0];
    if (const double* number = std::get_if<double>(&argument.is)) return {f(*number)};
    List list = as_list(argument);
    std::ranges::transform(list, list.begin(), f);
    return {std::move(list), argument.names, argument.place};
}

double largest(const List& list) {
    return std::ranges::max(list);
}
double least(const List& list) {
    return std::ranges::min(list);
}
double counted(const List& list) {
    return static_cast<double>(list.size());
}

/// The name at the place `rank` of the list's order, largest first; the last for −1.
template <int rank>
Value named(const std::vector<Value>& arguments) {
    const List& list = as_list(arguments[0]);
    std::vector<Index> order(list.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, std::greater{},
                             [&](Index i) { return list[static_cast<std::size_t>(i)]; });
    if (rank >= std::ssize(order)) throw std::invalid_argument("a longer list");
    const Index index = rank < 0 ? order.back() : order[static_cast<std::size_t>(std::max(rank, 0))];
    const auto& names = arguments[0].names;
    return {Word{names.empty() ? std::to_string(index + 1) : names[static_cast<std::size_t>(index)], index,
                 list, arguments[0].place}};
}

Value softmax_of(const std::vector<Value>& arguments) {
    return {softmax(as_list(arguments[0])), arguments[0].names, arguments[0].place};
}

Value dot(const std::vector<Value>& arguments) {
    const List &a = as_list(arguments[0]), &b = as_list(arguments[1]);
    if (a.size() != b.size()) throw std::invalid_argument("two lists of one length");
    return {std::inner_product(a.begin(), a.end(), b.begin(), 0.0)};
}

double exponential(double x) {
    return std::exp(x);
}
double root(double x) {
    return std::sqrt(x);
}
double size(double x) {
    return std::abs(x);
}
double natural_log(double x) {
    return std::log(x);
}
double binary_log(double x) {
    return std::log2(x);
}

const Function function_table[] = {
    {"sum", 1, of_list<sum>},
    {"max", 1, of_list<largest>},
    {"min", 1, of_list<least>},
    {"mean", 1, of_list<mean>},
    {"deviation", 1, of_list<deviation>},
    {"count", 1, of_list<counted>},
    {"entropy", 1, of_list<entropy>},
    {"softmax", 1, softmax_of},
    {"exp", 1, of_each<exponential>},
    {"sqrt", 1, of_each<root>},
    {"abs", 1, of_each<size>},
    {"ln", 1, of_each<natural_log>},
    {"log2", 1, of_each<binary_log>},
    {"dot", 2, dot},
    {"largest", 1, named<0>},
    {"second", 1, named<1>},
    {"smallest", 1, named<-1>},
};

} // namespace

std::span<const Function> functions() {
    return function_table;
}

// Parts of a pass.

std::vector<std::string> names_along(const Pass& pass, Quantity quantity, bool rows) {
    const auto& matrix = pass.trace.matrix(quantity, 0);
    std::vector<std::string> names;
    for (Index i = 0; i < (rows ? matrix.rows() : matrix.cols()); ++i)
        names.push_back(rows ? pass.names.row(quantity, i) : pass.names.column(quantity, i));
    return names;
}

Value value_at(const Place& place, const Pass& pass) {
    const auto& matrix = pass.trace.matrix(place.quantity, place.head);
    if (place.is_cell()) return {static_cast<double>(matrix(*place.row, *place.column)), {}, place};
    List list;
    for (Index i = place.row.value_or(0); i < (place.row ? *place.row + 1 : matrix.rows()); ++i)
        for (Index j = place.column.value_or(0); j < (place.column ? *place.column + 1 : matrix.cols()); ++j)
            list.push_back(matrix(i, j));
    std::vector<std::string> names;
    if (place.row || place.column) names = names_along(pass, place.quantity, !place.row);
    return {std::move(list), std::move(names), place};
}

std::optional<std::string> answer_at(Index row, const Pass& pass) {
    if (!pass.reading || pass.reading->run.decoder || pass.reading->run.probabilities.empty())
        return std::nullopt;
    const base::Matrix& probabilities = pass.reading->run.probabilities.front();
    if (row >= probabilities.rows()) return std::nullopt;
    Index likeliest = 0;
    probabilities.row(row).maxCoeff(&likeliest);
    return pass.reading->model->answers().word(likeliest);
}

std::optional<Value> next_words(const Pass& pass) {
    if (!pass.reading || pass.reading->run.probabilities.empty()) return std::nullopt;
    const learning::Trained& model = *pass.reading->model;
    if (!model.transformer || !model.transformer->sizes.causal || pass.reading->run.decoder)
        return std::nullopt;
    const base::Matrix& probabilities = pass.reading->run.probabilities.front();
    Value next{List{}};
    for (Index id = 0; id < probabilities.cols(); ++id) {
        std::get<List>(next.is).push_back(probabilities(probabilities.rows() - 1, id));
        next.names.push_back(model.answers().word(id));
    }
    return next;
}

/// The numbers that somebody has typed over; one that was typed back, to the digits shown, no longer counts.
double typed_over(const Pass& pass) {
    constexpr std::size_t few = 100;            // more are nobody's work by hand
    constexpr float differs_on_screen = 0.005F; // two decimals
    const auto count = static_cast<double>(pass.document.overrides.size());
    if (pass.overrides.size() > few) return count;
    return count - static_cast<double>(std::ranges::count_if(pass.overrides, [&](const auto& set) {
               const float computed = attention::explain(pass.trace, set.cell).computed;
               return std::abs(set.value - computed) < differs_on_screen;
           }));
}

std::optional<double> size_named(const std::string& name, const Pass& pass) {
    const attention::Trace& t = pass.trace;
    const attention::HeadTrace& head = t.heads.front();
    const std::pair<std::string_view, double> sizes[] = {
        {"n", t.n()},
        {"m", t.m()},
        {"d_model", t.x.cols()},
        {"d_k", head.k.cols()},
        {"d_v", head.v.cols()},
        {"heads", std::ssize(t.heads)},
        {"divisor", t.divisor},
        {"switched_off", std::ssize(pass.document.switched_off)}};
    for (const auto& [known, size] : sizes)
        if (known == name) return size;
    return name == "typed_over" ? std::optional(typed_over(pass)) : std::nullopt;
}

} // namespace lesson
