#include "workbench/document/mask_choice.h"

#include "attention/mask.h"
#include "base/input_error.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace workbench {

using attention::Cell;
using base::BoolMatrix;
using base::Index;
using base::InputError;

namespace {

constexpr ChosenKind table[] = {{"causal", &MaskKinds::causal, true},
                                {"window", &MaskKinds::window, false},
                                {"padding", &MaskKinds::padding, false}};

bool same(const BoolMatrix& a, const BoolMatrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

/// What the kinds allow, whatever is drawn: (n, m), or 0 rows when none is chosen.
BoolMatrix allowed_by_kinds(MaskChoice mask, Index n, Index m) {
    mask.drawn = {};
    return attention::combined_mask(spelled_out(mask, m), n, m);
}

/// Draws what the kinds forbid, in place of the kinds.
MaskChoice kinds_drawn(MaskChoice mask, const BoolMatrix& allowed) {
    mask.drawn = mask.drawn && allowed;
    for (const ChosenKind& kind : table)
        if (const Index amount = std::exchange(mask.*kind.amount, 0); amount > 0)
            mask.beneath.*kind.amount = amount;
    return mask;
}

} // namespace

bool MaskChoice::operator==(const MaskChoice& other) const {
    return MaskKinds::operator==(other) && beneath == other.beneath && same(drawn, other.drawn);
}

std::span<const ChosenKind> chosen_kinds() {
    return table;
}

attention::Mask spelled_out(const MaskChoice& choice, Index m, Index filled_up) {
    if (choice.padding < 0 || choice.padding > m)
        throw InputError("padding", std::to_string(choice.padding) + " of " + std::to_string(m) + " keys",
                         "choose from 0 to " + std::to_string(m));
    attention::Mask mask;
    mask.causal = choice.causal > 0;
    mask.window = choice.window;
    mask.given = choice.drawn;
    if (const Index padding = std::max(choice.padding, filled_up); padding > 0) {
        mask.key_padding.assign(static_cast<std::size_t>(m - padding), 1);
        mask.key_padding.resize(static_cast<std::size_t>(m), 0);
    }
    return mask;
}

MaskChoice with_drawn(MaskChoice mask, const std::vector<Cell>& cells, bool allow, Index n, Index m) {
    if (mask.drawn.size() == 0) mask.drawn = BoolMatrix::Constant(n, m, true);
    const BoolMatrix allowed = allowed_by_kinds(mask, n, m);
    const auto by_kind = [&](const Cell& cell) { return !allowed(cell.row, cell.column); };
    if (allow && allowed.size() > 0 && std::ranges::any_of(cells, by_kind)) mask = kinds_drawn(mask, allowed);
    for (const Cell& cell : cells)
        mask.drawn(cell.row, cell.column) = allow;
    const bool draws_nothing = mask.drawn.all() && mask.beneath == MaskKinds{};
    if (draws_nothing) mask.drawn = {};
    return mask;
}

MaskChoice without_drawing(MaskChoice mask) {
    for (const ChosenKind& kind : table)
        if (mask.*kind.amount == 0) mask.*kind.amount = mask.beneath.*kind.amount;
    mask.drawn = {};
    mask.beneath = {};
    return mask;
}

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
        kinds.*kind.amount = kind.is_switch ? Index{fields.boolean(kind.key, false)}
                                            : fields.integer(kind.key, 0, largest_size);
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
