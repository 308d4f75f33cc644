#include "ui/board/quantity_look.h"

#include "narration/wording.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

namespace {

struct Look {
    Role role = Role::text;
    ColourMap map = ColourMap::signed_values; ///< for non-negative numbers
};

Look look_of(attention::Family family) {
    switch (family) {
    case attention::Family::query:
        return {Role::query, ColourMap::query};
    case attention::Family::key:
        return {Role::key, ColourMap::key};
    case attention::Family::value:
        return {Role::value, ColourMap::value};
    case attention::Family::weight:
        return {Role::weight, ColourMap::weights};
    case attention::Family::none:
        return {Role::text, ColourMap::features};
    case attention::Family::score:
        break;
    }
    return {};
}

} // namespace

Role role_of(std::optional<Quantity> quantity) {
    return quantity ? look_of(attention::family(*quantity)).role : Role::text;
}

Role hue_of(Quantity quantity) {
    switch (attention::family(quantity)) {
    case attention::Family::query:
        return Role::query_fill;
    case attention::Family::key:
        return Role::key_line;
    case attention::Family::value:
    case attention::Family::weight:
        return role_of(quantity);
    default:
        return Role::positive;
    }
}

Index own_head(Quantity quantity, Index head) {
    return attention::is_per_head(quantity) ? head : 0;
}

Coloured shared(const Coloured& a, const Coloured& b) {
    const ColourMap map = a.map == b.map ? a.map : ColourMap::signed_values;
    const Range both{std::min(a.range.low, b.range.low), std::max(a.range.high, b.range.high)};
    return {map, fitted(map, both)};
}

Coloured weight_colours(float end, Index keys) {
    constexpr Index long_sequence = 33;
    const bool all_small = keys >= long_sequence && end > 0 && end <= 0.25F;
    return {ColourMap::weights, {0, all_small ? end : 1.0F}};
}

Coloured Ranges::of(const std::shared_ptr<const workbench::Pass>& pass, Quantity quantity, Index head) {
    if (pass_.lock() != pass) {
        pass_ = pass;
        coloured_.clear();
    }
    // Scores before and after scaling and masking share one range, so that paler always means smaller.
    if (attention::family(quantity) == attention::Family::score) quantity = Quantity::scores;
    const auto [place, is_new] = coloured_.try_emplace({quantity, head});
    const bool is_weight = attention::family(quantity) == attention::Family::weight;
    if (is_new && is_weight) {
        place->second = weight_colours(range_of(pass->trace.matrix(quantity, head)).high, pass->trace.m());
    } else if (is_new) {
        const Range range = range_of(pass->trace.matrix(quantity, head));
        // The paper-to-blue map has no colour for negative numbers: they get the signed map.
        const bool negative = range.low < -0.02F * range.high;
        const ColourMap map = negative ? ColourMap::signed_values : look_of(attention::family(quantity)).map;
        place->second = {map, fitted(map, range)};
    }
    return place->second;
}

DigitLimits digits_read(const Theme& theme) {
    DigitLimits limits = DigitLimits{} * theme.reading;
    limits.smallest = DigitLimits{}.smallest;
    return limits;
}

// Names.

Quantity name_of(const workbench::Pass& pass, Quantity quantity) {
    const bool nothing_hidden = quantity == Quantity::masked && pass.trace.allowed.size() == 0;
    return nothing_hidden ? Quantity::scaled : quantity;
}

namespace {

std::string column_name(const language::Names& names, const attention::Cell& cell) {
    return cell.quantity == Quantity::concat ? names.along(attention::Axis::concat_width, cell.column)
                                             : names.column(cell.quantity, cell.column);
}

} // namespace

std::string cell_name(const Scene& scene, const attention::Cell& cell) {
    const auto& names = scene.pass().names;
    const std::string row = names.row(cell.quantity, cell.row), column = column_name(names, cell);
    if (cell.quantity == Quantity::scores) {
        if (scene.trace().options.score != attention::ScoreFunction::dot)
            return "s(" + row + ", " + column + ")";
        return "q(" + row + ") · k(" + column + ")";
    }
    if (!attention::is_queries_by_keys(cell.quantity))
        return narration::symbol_in(scene.trace(), cell.quantity) + "(" + row + ", " + column + ")";
    const bool weight = attention::family(cell.quantity) == attention::Family::weight;
    // A score that was capped or biased is another number than the one before.
    const bool is_bent = cell.quantity == Quantity::capped || cell.quantity == Quantity::biased;
    return (is_bent ? std::string(attention::key(cell.quantity)) + " " : "") +
           (weight ? "weight(" : "score(") + row + " → " + column + ")";
}

std::string renamed(const language::Names& before, const language::Names& now, const attention::Cell& cell) {
    std::string changes;
    const auto note = [&](const std::string& was, const std::string& is) {
        const std::string change = was + " → " + is;
        if (was != is && changes != change) changes += (changes.empty() ? "" : ", ") + change;
    };
    note(before.row(cell.quantity, cell.row), now.row(cell.quantity, cell.row));
    note(column_name(before, cell), column_name(now, cell));
    return changes.empty() ? changes : " (" + changes + ")";
}

} // namespace ui
