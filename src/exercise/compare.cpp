#include "exercise/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace exercise {

namespace {

double largest_of(const Blocks& blocks) {
    double largest = 0;
    for (const Numbers& block : blocks)
        for (const double number : block.reshaped())
            if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
    return largest;
}

} // namespace

double room_of(const Blocks& ours, double tolerance) {
    return tolerance * (1 + largest_of(ours));
}

bool same(double theirs, double ours, double room) {
    if (std::isnan(ours) || std::isnan(theirs)) return std::isnan(ours) && std::isnan(theirs);
    if (ours == -std::numeric_limits<double>::infinity()) return theirs < hidden_below;
    return theirs == ours || std::abs(theirs - ours) <= room;
}

std::optional<Blocks> as_blocks(const model::Tensor& tensor, const Blocks& ours) {
    const Index rows = ours.front().rows(), columns = ours.front().cols();
    std::vector<std::int64_t> wanted{static_cast<std::int64_t>(ours.size()), rows, columns}, found{1};
    // Axes of 1 say nothing; the leading ones, items and heads, count together.
    for (std::size_t i = 0; i < tensor.shape.size(); ++i)
        if (i + 2 < tensor.shape.size())
            found.front() *= tensor.shape[i];
        else
            found.push_back(tensor.shape[i]);
    std::erase(wanted, 1);
    std::erase(found, 1);
    if (wanted != found) return std::nullopt;
    Blocks made;
    for (std::size_t block = 0; block < ours.size(); ++block)
        made.push_back(block_of(tensor, rows, columns, static_cast<Index>(block)));
    return made;
}

std::vector<std::int64_t> shape_of(const Blocks& blocks, Index items) {
    std::vector<std::int64_t> shape;
    const auto count = static_cast<Index>(blocks.size());
    if (items > 1) shape.push_back(items);
    if (count / items > 1) shape.push_back(count / items);
    shape.push_back(blocks.front().rows());
    shape.push_back(blocks.front().cols());
    return shape;
}

double tolerance(int precision) {
    return precision == 8 ? 5e-2 : precision == 11 ? 1e-2 : std::max(std::ldexp(1.0, -precision), 2e-5);
}

bool agree_within(const Blocks& theirs, const Blocks& ours, double room) {
    for (std::size_t block = 0; block < ours.size(); ++block)
        for (Index i = 0; i < ours[block].size(); ++i)
            if (!same(theirs[block].data()[i], ours[block].data()[i], room)) return false;
    return true;
}

Difference compare(const Blocks& theirs, const Blocks& ours, double tolerance) {
    const double room = room_of(ours, tolerance);
    Difference found;
    bool infinite = false;
    for (std::size_t block = 0; block < ours.size(); ++block)
        for (Index i = 0; i < ours[block].rows(); ++i)
            for (Index j = 0; j < ours[block].cols(); ++j) {
                const double a = theirs[block](i, j), b = ours[block](i, j);
                const bool is_same = same(a, b, room), finite = std::isfinite(a) && std::isfinite(b);
                const double apart = finite ? std::abs(a - b) : 0;
                if (!infinite && (apart > found.largest || (!is_same && !finite))) {
                    found.block = block;
                    found.row = i;
                    found.column = j;
                    infinite = !is_same && !finite;
                }
                found.largest = std::max(found.largest, apart);
                if (is_same) continue;
                found.agrees = false;
                ++found.cells;
            }
    return found;
}

} // namespace exercise
