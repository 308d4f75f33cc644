#include "workbench/studies/story_reads.h"

#include "attention/measure.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace workbench {

using attention::Quantity;
using attention::Trace;
using base::Index;
using base::Matrix;

namespace {

constexpr float habitual = 0.6F; ///< a mean weight that makes a pattern

} // namespace

const Matrix& weights_of(const Trace& t, Index head) {
    return t.heads[static_cast<std::size_t>(head)].weights;
}

Read strongest(const Trace& t, std::size_t layer, Index head, Index row) {
    Read read{layer, head, row};
    read.weight = weights_of(t, head).row(row).maxCoeff(&read.to);
    return read;
}

namespace {

/// `row`: of the head's weights.
HeadRemark remark_of(const Trace& t, std::size_t layer, Index head, Index row) {
    using Kind = HeadRemark::Kind;
    const Read read = strongest(t, layer, head, row);
    const auto& measures = attention::measure_head(weights_of(t, head));
    if (!t.options.is_on(head)) return {Kind::off, 0, read.from, read.to};
    const auto is = [&](float share, Index offset) {
        return !t.input.is_cross() && share >= habitual && read.to == read.from + offset;
    };
    if (is(measures.previous_share, -1)) return {Kind::word_before, measures.previous_share};
    if (is(measures.diagonal_share, 0)) return {Kind::itself, measures.diagonal_share};
    if (is(measures.next_share, 1)) return {Kind::word_after, measures.next_share};
    if (read.weight >= dominant_weight) return {Kind::reads, read.weight, read.from, read.to};
    // There is no entropy where the weights do not sum to 1.
    if (const float sum = weights_of(t, head).row(read.from).sum(); std::abs(sum - 1) > 0.01F)
        return {Kind::rest, sum};
    return {Kind::spread, attention::measure_row(weights_of(t, head), read.from).entropy};
}

} // namespace

std::vector<HeadRemark> remarks_of(const Trace& t, std::size_t layer, Index row) {
    std::vector<HeadRemark> all;
    for (Index head = 0; head < std::ssize(t.heads); ++head)
        all.push_back(remark_of(t, layer, head, row));
    return all;
}

/// The weights of a layer that were set to 0 by hand.
std::vector<Read> cut_in(const Trace& t, std::size_t layer) {
    std::vector<Read> all;
    for (const attention::Override& set : t.overrides)
        if (set.cell.quantity == Quantity::weights && set.value == 0)
            all.push_back({layer, set.cell.head, set.cell.row, set.cell.column});
    return all;
}

/// Those that outweigh all others of their row together.
std::vector<Read> strongest_first(std::vector<Read> reads) {
    std::erase_if(reads, [](const Read& read) { return read.weight < dominant_weight; });
    std::ranges::stable_sort(reads, std::greater<>(), &Read::weight);
    return reads;
}

bool stays(const std::vector<Answer>& answers, const std::vector<Named>& without) {
    constexpr float hardly = 0.01F;
    if (answers.empty() || answers.size() != without.size()) return false;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const Named& now = answers[i].now.front();
        if (without[i].word != now.word || std::abs(without[i].probability - now.probability) > hardly)
            return false;
    }
    return true;
}

std::vector<model::Intervention> without(std::vector<model::Intervention> all,
                                         const std::vector<model::Place>& places,
                                         const std::vector<Read>& reads) {
    for (const Read& read : reads) {
        const model::Place& place = places[read.layer];
        const attention::Cell cell{Quantity::weights, read.head, read.from, read.to};
        for (model::Intervention& done : all)
            if (done.place == place)
                std::erase_if(done.overrides,
                              [&](const attention::Override& set) { return set.cell == cell; });
        all.push_back({.place = place, .overrides = {{cell, 0}}});
    }
    return all;
}

} // namespace workbench
