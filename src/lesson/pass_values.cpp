#include "lesson/pass_values.h"

#include "base/number_text.h"
#include "base/utf8.h"
#include "language/tokenizer.h"

#include <algorithm>
#include <cctype>

namespace lesson {

using attention::Quantity;
using workbench::Pass;

namespace {

/// fold_case(name) == folded; of ASCII, which is compared for each word in every frame, without Unicode's
/// tables.
bool is_folded_to(const std::string& name, const std::string& folded) {
    if (!std::ranges::all_of(name, base::is_ascii)) return language::fold_case(name) == folded;
    return std::ranges::equal(name, folded, {}, [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
}

} // namespace

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

std::optional<double> size_named(const std::string& name, const Pass& pass) {
    const attention::Trace& t = pass.trace;
    const attention::HeadTrace& head = t.heads.front();
    const std::pair<std::string_view, double> sizes[] = {
        {"n", t.n()},           {"m", t.m()},           {"d_model", t.x.cols()},
        {"d_k", head.k.cols()}, {"d_v", head.v.cols()}, {"heads", std::ssize(t.heads)},
        {"divisor", t.divisor}};
    for (const auto& [known, size] : sizes)
        if (known == name) return size;
    return std::nullopt;
}

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

} // namespace lesson
