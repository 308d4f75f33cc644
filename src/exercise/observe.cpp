#include "exercise/observe.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace exercise {

namespace {

/// "−1.414": four digits; what is within the room of 0 is 0.
std::string shown(double number, double room) {
    if (std::abs(number) <= room) return "0";
    const double unit = std::pow(10, std::floor(std::log10(std::abs(number))) - 3);
    const std::string text =
        std::isinf(number) ? "∞"
                           : base::shortest(static_cast<float>(std::round(std::abs(number) / unit) * unit));
    return (number < 0 ? "−" : "") + text;
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
    const double first = theirs[0](0, 0), room = room_of(ours, tolerance);
    if (std::ranges::all_of(theirs, [&](const Numbers& t) { return (t.array() == first).all(); }))
        return Observation{"constant", {{"value", shown(first, 0)}}};
    // What is near 0 everywhere fits any factor.
    if (std::ranges::all_of(theirs, [&](const Numbers& t) { return (t.array().abs() <= room).all(); }))
        return std::nullopt;
    if (const auto factor = one_for_all(By::factor, theirs, ours, tolerance)) {
        const std::string times = shown(*factor, tolerance);
        if (times == "1") return std::nullopt;
        return times == "−1" ? Observation{"opposite", {}} : Observation{"factor", {{"factor", times}}};
    }
    if (const auto offset = one_for_all(By::offset, theirs, ours, tolerance))
        return Observation{*offset > 0 ? "plus" : "minus", {{"offset", shown(std::abs(*offset), 0)}}};
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
                return Observation{
                    std::string(rows ? "row_" : "column_") + (by == By::factor ? "factors" : "offsets"),
                    {{"least", shown(range->first, room)}, {"most", shown(range->second, room)}}};
    return std::nullopt;
}

/// Where theirs differ, if not everywhere.
std::optional<Observation> where(const Blocks& theirs, const Blocks& ours, double tolerance) {
    const Index rows = ours[0].rows(), columns = ours[0].cols();
    const double room = room_of(ours, tolerance);
    std::set<Index> in_rows, in_columns;
    Index cells = 0;
    bool above = rows == columns, below = rows == columns;
    for (std::size_t block = 0; block < ours.size(); ++block)
        for (Index i = 0; i < rows; ++i)
            for (Index j = 0; j < columns; ++j) {
                if (same(theirs[block](i, j), ours[block](i, j), room)) continue;
                ++cells;
                in_rows.insert(i);
                in_columns.insert(j);
                above = above && j > i;
                below = below && j < i;
            }
    if (cells <= 1) return std::nullopt; // the place of one is said already
    if (above) return Observation{"only_above", {}};
    if (below) return Observation{"only_below", {}};
    // Of neighbours, not of what has right ones in between.
    const auto lines = [](const char* one, const char* several,
                          const std::set<Index>& at) -> std::optional<Observation> {
        const Index first = *at.begin(), last = *at.rbegin();
        if (first == last) return Observation{one, {{"at", std::to_string(first)}}};
        if (last - first + 1 != std::ssize(at)) return std::nullopt;
        return Observation{several, {{"first", std::to_string(first)}, {"last", std::to_string(last)}}};
    };
    if (std::ssize(in_rows) < rows) return lines("only_row", "only_rows", in_rows);
    if (std::ssize(in_columns) < columns) return lines("only_column", "only_columns", in_columns);
    return std::nullopt;
}

/// What rows of weights add up to that should give 1, and do not.
std::optional<Observation> sums(const Blocks& weights, const Blocks& ours, double tolerance) {
    const double room = tolerance * static_cast<double>(weights[0].cols());
    std::optional<std::pair<double, double>> range;
    for (std::size_t block = 0; block < ours.size(); ++block)
        for (Index i = 0; i < ours[block].rows(); ++i) {
            const double sum = weights[block].row(i).sum();
            if (!std::isfinite(sum)) return std::nullopt;
            if (std::abs(ours[block].row(i).sum() - 1) > room) continue; // a row that reads nothing
            range = {std::min(range ? range->first : sum, sum), std::max(range ? range->second : sum, sum)};
        }
    if (!range || (range->first > 1 - room && range->second < 1 + room)) return std::nullopt;
    if (range->second - range->first < room) return Observation{"sum", {{"sum", shown(range->second, room)}}};
    return Observation{"sums", {{"least", shown(range->first, room)}, {"most", shown(range->second, room)}}};
}

} // namespace

std::vector<Observation> observe(const std::string& stage, const Blocks& theirs, const Blocks& ours,
                                 double tolerance) {
    for (const Numbers& block : theirs)
        if (!(block.array() < std::numeric_limits<double>::infinity()).all()) return {};
    std::vector<Observation> seen;
    const auto add = [&](std::optional<Observation> one) {
        if (one) seen.push_back(std::move(*one));
    };
    add(how(theirs, ours, tolerance));
    add(where(theirs, ours, tolerance));
    if (stage == "weights") add(sums(theirs, ours, tolerance));
    return seen;
}

} // namespace exercise
