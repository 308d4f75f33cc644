#include "exercise/observe.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace exercise {

namespace {

/// "1.414": four digits.
std::string shown(double number) {
    if (number == 0) return "0";
    const double unit = std::pow(10, std::floor(std::log10(std::abs(number))) - 3);
    return base::shortest(static_cast<float>(std::round(number / unit) * unit));
}

Blocks changed(const Blocks& blocks, const auto& change) {
    Blocks made;
    for (const Numbers& block : blocks)
        made.push_back(change(block));
    return made;
}
Blocks turned(const Blocks& blocks) {
    return changed(blocks, [](const Numbers& block) { return Numbers(block.transpose()); });
}

/// What makes a line of theirs from one of ours: the factor that fits best, or the mean difference.
enum class By { factor, offset };

/// Over all numbers that are finite in both; 0 ÷ 0 where there is none.
double best(By by, const auto& theirs, const auto& ours) {
    double above = 0, below = 0;
    for (Index i = 0; i < ours.rows(); ++i)
        for (Index j = 0; j < ours.cols(); ++j) {
            const double a = theirs(i, j), b = ours(i, j);
            if (!std::isfinite(a) || !std::isfinite(b)) continue;
            above += by == By::factor ? a * b : a - b;
            below += by == By::factor ? b * b : 1;
        }
    return above / below;
}
Numbers apply(By by, double value, const Numbers& to) {
    return by == By::factor ? Numbers(to * value) : Numbers(to.array() + value);
}

/// The factor or offset of all numbers, if there is one.
std::optional<double> one_for_all(By by, const Blocks& theirs, const Blocks& ours, double tolerance) {
    // All blocks below one another.
    Numbers yours(static_cast<Index>(ours.size()) * ours[0].rows(), ours[0].cols()), our = yours;
    for (std::size_t block = 0; block < ours.size(); ++block) {
        const auto at = static_cast<Index>(block) * ours[0].rows();
        yours.middleRows(at, ours[0].rows()) = theirs[block];
        our.middleRows(at, ours[0].rows()) = ours[block];
    }
    const double value = best(by, yours, our);
    if (!std::isfinite(value) || (by == By::factor && value == 0)) return std::nullopt;
    if (agree(theirs, changed(ours, [&](const Numbers& o) { return apply(by, value, o); }), tolerance))
        return value;
    return std::nullopt;
}

/// The least and the largest of the factors or offsets, if each row has one.
std::optional<std::pair<double, double>> one_each(By by, const Blocks& theirs, const Blocks& ours,
                                                  double tolerance) {
    if (ours[0].cols() < 3) return std::nullopt; // what fits two numbers says little
    Blocks made = ours;
    std::optional<std::pair<double, double>> range;
    for (std::size_t block = 0; block < ours.size(); ++block)
        for (Index i = 0; i < ours[block].rows(); ++i) {
            const double value = best(by, theirs[block].row(i), ours[block].row(i));
            if (!std::isfinite(value)) return std::nullopt;
            made[block].row(i) = apply(by, value, ours[block].row(i));
            range = {std::min(range ? range->first : value, value),
                     std::max(range ? range->second : value, value)};
        }
    if (!agree(theirs, made, tolerance) || range->first == range->second) return std::nullopt;
    return range;
}

/// Where each of their rows stands in ours, if all do and not all at their place: their row `first` is our
/// row `second`, the first that has moved.
std::optional<std::pair<Index, Index>> moved(const Blocks& theirs, const Blocks& ours, double tolerance) {
    std::optional<std::pair<Index, Index>> first;
    for (std::size_t block = 0; block < ours.size(); ++block) {
        const auto row_of = [](const Numbers& of, Index i) { return Blocks{Numbers(of.row(i))}; };
        std::vector<bool> used(static_cast<std::size_t>(ours[block].rows()));
        for (Index i = 0; i < ours[block].rows(); ++i) {
            Index from = 0;
            while (from < ours[block].rows() &&
                   (used[static_cast<std::size_t>(from)] ||
                    !agree(row_of(theirs[block], i), row_of(ours[block], from), tolerance)))
                ++from;
            if (from == ours[block].rows()) return std::nullopt;
            used[static_cast<std::size_t>(from)] = true;
            if (from != i && !first) first = {i, from};
        }
    }
    return first;
}

/// How theirs follow from ours.
std::optional<Observation> how(const Blocks& theirs, const Blocks& ours, double tolerance) {
    const double first = theirs[0](0, 0);
    if (std::ranges::all_of(theirs, [&](const Numbers& t) { return (t.array() == first).all(); }))
        return Observation{"constant", {{"value", shown(first)}}};
    if (const auto factor = one_for_all(By::factor, theirs, ours, tolerance)) {
        if (shown(*factor) == "-1") return Observation{"opposite", {}};
        return Observation{"factor", {{"factor", shown(*factor)}}};
    }
    if (const auto offset = one_for_all(By::offset, theirs, ours, tolerance))
        return Observation{*offset > 0 ? "plus" : "minus", {{"offset", shown(std::abs(*offset))}}};
    if (ours[0].rows() == ours[0].cols() && agree(turned(theirs), ours, tolerance))
        return Observation{"transposed", {}};
    const auto said = [](const char* text, const auto& from, const char* a, const char* b) {
        return Observation{text, {{a, std::to_string(from->first)}, {b, std::to_string(from->second)}}};
    };
    if (const auto from = moved(theirs, ours, tolerance)) return said("rows_moved", from, "row", "from");
    if (const auto from = moved(turned(theirs), turned(ours), tolerance))
        return said("columns_moved", from, "column", "from");
    for (const bool rows : {true, false})
        for (const By by : {By::factor, By::offset})
            if (const auto range = rows ? one_each(by, theirs, ours, tolerance)
                                        : one_each(by, turned(theirs), turned(ours), tolerance))
                return Observation{std::string(rows ? "row_" : "column_") +
                                       (by == By::factor ? "factors" : "offsets"),
                                   {{"least", shown(range->first)}, {"most", shown(range->second)}}};
    return std::nullopt;
}

/// Where theirs differ, if not everywhere.
std::optional<Observation> where(const Blocks& theirs, const Blocks& ours, double tolerance) {
    const Index rows = ours[0].rows(), columns = ours[0].cols();
    Index first_row = rows, last_row = -1, first_column = columns, last_column = -1, cells = 0;
    bool above = true, below = true;
    const double room = room_of(ours, tolerance);
    for (std::size_t block = 0; block < ours.size(); ++block)
        for (Index i = 0; i < rows; ++i)
            for (Index j = 0; j < columns; ++j) {
                if (same(theirs[block](i, j), ours[block](i, j), room)) continue;
                ++cells;
                first_row = std::min(first_row, i), last_row = std::max(last_row, i);
                first_column = std::min(first_column, j), last_column = std::max(last_column, j);
                above = above && j > i;
                below = below && j < i;
            }
    const auto lines = [](const char* one, const char* several, Index first, Index last) {
        if (first == last) return Observation{one, {{"at", std::to_string(first)}}};
        return Observation{several, {{"first", std::to_string(first)}, {"last", std::to_string(last)}}};
    };
    const bool few_rows = last_row - first_row + 1 < rows,
               few_columns = last_column - first_column + 1 < columns;
    if (cells == 1) return std::nullopt; // its place is said already
    if (rows == columns && above && !few_rows) return Observation{"only_above", {}};
    if (few_rows && !few_columns) return lines("only_row", "only_rows", first_row, last_row);
    if (few_columns && !few_rows) return lines("only_column", "only_columns", first_column, last_column);
    if (rows == columns && above) return Observation{"only_above", {}};
    if (rows == columns && below) return Observation{"only_below", {}};
    return std::nullopt;
}

/// What the rows of weights add up to, if not to 1.
std::optional<Observation> sums(const Blocks& weights, double tolerance) {
    double least = weights[0].row(0).sum(), most = least;
    for (const Numbers& block : weights)
        for (Index i = 0; i < block.rows(); ++i) {
            least = std::min(least, block.row(i).sum());
            most = std::max(most, block.row(i).sum());
        }
    const double room = tolerance * static_cast<double>(weights[0].cols());
    if (least > 1 - room && most < 1 + room) return std::nullopt;
    if (most - least < room) return Observation{"sum", {{"sum", shown(most)}}};
    return Observation{"sums", {{"least", shown(least)}, {"most", shown(most)}}};
}

} // namespace

std::vector<Observation> observe(const std::string& stage, const Blocks& theirs, const Blocks& ours,
                                 double tolerance) {
    for (const Numbers& block : theirs)
        if (block.array().isNaN().any() || (block.array() == std::numeric_limits<double>::infinity()).any())
            return {};
    std::vector<Observation> seen;
    const auto add = [&](std::optional<Observation> one) {
        if (one) seen.push_back(std::move(*one));
    };
    add(how(theirs, ours, tolerance));
    add(where(theirs, ours, tolerance));
    if (stage == "weights") add(sums(theirs, tolerance));
    return seen;
}

} // namespace exercise
