#include "workbench/mask_json.h"

#include <nlohmann/json.hpp>

namespace workbench {

using base::BoolMatrix;
using base::Index;
using nlohmann::ordered_json;

namespace {

/// One string per row, "1" where the query may attend: {"100", "110", "111"}.
ordered_json written(const BoolMatrix& drawn) {
    ordered_json rows = ordered_json::array();
    for (Index i = 0; i < drawn.rows(); ++i) {
        std::string row;
        for (Index j = 0; j < drawn.cols(); ++j)
            row += drawn(i, j) ? '1' : '0';
        rows.push_back(row);
    }
    return rows;
}

ordered_json written(const MaskKinds& kinds) {
    ordered_json result;
    for (const ChosenKind& kind : chosen_kinds())
        if (const Index amount = kinds.*kind.amount; kind.is_switch)
            result[kind.key] = amount > 0;
        else
            result[kind.key] = amount;
    return result;
}

BoolMatrix read_drawn(const Fields& fields) {
    const std::vector<std::string> rows = fields.texts("drawn", longest_text);
    if (rows.empty()) return {};
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].empty() || rows[i].size() != rows.front().size() ||
            rows[i].find_first_not_of("01") != std::string::npos)
            fields.refuse("drawn",
                          "row " + std::to_string(i) + " is not a text of as many 0 and 1 as the others",
                          "write one text for each query: \"1\" where it may attend");
    // Only after the check: one long and many empty rows could ask for far more memory than the file's size.
    BoolMatrix drawn(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows[i].size(); ++j)
            drawn(static_cast<Index>(i), static_cast<Index>(j)) = rows[i][j] == '1';
    return drawn;
}

/// `beside`: the fields that stand beside the kinds.
MaskKinds read_kinds(const Fields& fields, std::vector<std::string_view> beside) {
    MaskKinds kinds;
    for (const ChosenKind& kind : chosen_kinds()) {
        beside.emplace_back(kind.key);
        kinds.*kind.amount =
            kind.is_switch ? Index{fields.yes(kind.key, false)} : fields.integer(kind.key, 0, largest_size);
    }
    fields.expect_only(beside);
    return kinds;
}

} // namespace

ordered_json json_of(const MaskChoice& mask) {
    ordered_json result = written(static_cast<const MaskKinds&>(mask));
    if (mask.drawn.size() > 0) result["drawn"] = written(mask.drawn);
    if (mask.beneath != MaskKinds{}) result["beneath"] = written(mask.beneath);
    return result;
}

MaskChoice read_mask(const Fields& fields) {
    MaskChoice mask{read_kinds(fields, {"drawn", "beneath"})};
    mask.drawn = read_drawn(fields);
    if (fields.has("beneath")) mask.beneath = read_kinds(fields.object("beneath"), {});
    return mask;
}

} // namespace workbench
