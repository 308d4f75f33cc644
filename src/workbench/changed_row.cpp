#include "workbench/changed_row.h"

#include "language/tokenizer.h"
#include "workbench/pass.h"

#include <algorithm>

namespace workbench {

using attention::Override;
using attention::Quantity;
using base::Index;

namespace {

std::vector<Index> places_of(const std::string& word, const std::vector<std::string>& words) {
    std::vector<Index> places;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (language::fold_case(words[i]) == word) places.push_back(static_cast<Index>(i));
    return places;
}

ChangedRow set_for_word(const std::string& word, const std::map<std::string, float>& values,
                        const Prepared& prepared) {
    const std::string folded = language::fold_case(word);
    ChangedRow row{word, places_of(folded, prepared.names.queries)};
    if (prepared.input.is_cross()) row.memory_places = places_of(folded, prepared.names.keys);
    if (!row.places.empty()) row.word = prepared.names.queries[static_cast<std::size_t>(row.places.front())];
    for (const auto& [feature, value] : values)
        if (value != 0) row.holds.emplace_back(feature, value);
    std::ranges::sort(row.holds, std::ranges::greater(), [](const auto& held) { return held.second; });
    return row;
}

/// Adds the cell to its row.
void add_cell(std::vector<ChangedRow>& rows, const Override& set, const Prepared& prepared) {
    const bool in_memory = set.cell.quantity == Quantity::memory;
    const Index place = set.cell.row;
    auto row = std::ranges::find_if(
        rows, [&](const ChangedRow& known) { return is_changed({known}, place, in_memory); });
    if (row == rows.end()) {
        const auto& words = in_memory ? prepared.names.keys : prepared.names.queries;
        rows.push_back({words[static_cast<std::size_t>(place)], {}});
        row = rows.end() - 1;
        (in_memory ? row->memory_places : row->places).push_back(place);
    }
    const std::string feature = prepared.names.column(set.cell.quantity, set.cell.column);
    std::erase_if(row->holds, [&](const auto& held) { return held.first == feature; });
    row->holds.emplace_back(feature, set.value);
}

} // namespace

std::vector<ChangedRow> changed_rows(const Prepared& prepared) {
    std::vector<ChangedRow> rows;
    if (std::holds_alternative<HandSetWeights>(prepared.document.weights))
        for (const auto& [word, values] : prepared.document.word_rows) {
            ChangedRow row = set_for_word(word, values, prepared);
            if (!row.places.empty() || !row.memory_places.empty()) rows.push_back(std::move(row));
        }
    for (const Override& set : prepared.overrides)
        if (is_of_row(set.cell.quantity)) add_cell(rows, set, prepared);
    return rows;
}

bool is_of_row(Quantity quantity) {
    return quantity == Quantity::x || quantity == Quantity::memory;
}

bool is_changed(const std::vector<ChangedRow>& rows, Index place, bool in_memory) {
    return std::ranges::any_of(rows, [&](const ChangedRow& row) {
        const auto& places = in_memory ? row.memory_places : row.places;
        return std::ranges::find(places, place) != places.end();
    });
}

} // namespace workbench
