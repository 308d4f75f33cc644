#include "narration/facts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace narration {
namespace {

/// The largest difference at which numbers of this row count as equal.
float closeness(const RowVector& row) {
    float largest = 0;
    for (const float x : row)
        if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    return 1e-6F * largest;
}

} // namespace

std::vector<Index> by_size(const RowVector& row) {
    std::vector<Index> columns(static_cast<std::size_t>(row.size()));
    std::iota(columns.begin(), columns.end(), Index{0});
    std::ranges::stable_sort(columns, [&](Index a, Index b) { return row(a) > row(b); });
    return columns;
}

Rank rank_of(const RowVector& row, Index column) {
    Rank rank;
    const float here = row(column), near = closeness(row);
    for (Index j = 0; j < row.size(); ++j) {
        if (j == column) continue;
        if (row(j) == here || std::abs(row(j) - here) <= near)
            ++rank.equal;
        else if (row(j) > here)
            ++rank.larger;
    }
    return rank;
}

bool all_equal(const RowVector& row) {
    float low = INFINITY, high = -INFINITY;
    for (const float x : row) {
        if (std::isinf(x)) continue;
        low = std::min(low, x);
        high = std::max(high, x);
    }
    return high - low <= closeness(row);
}

std::vector<Index> standing_out(const Matrix& matrix, Index row) {
    const RowVector numbers = matrix.row(row);
    const float largest = numbers.maxCoeff();
    std::vector<Index> columns;
    if (largest <= 0 || largest < 0.25F * matrix.cwiseAbs().maxCoeff()) return columns;
    for (const Index j : by_size(numbers))
        if (numbers(j) >= 0.6F * largest) columns.push_back(j);
    return columns;
}

std::vector<const attention::MaskKind*> forbidden_by(const Trace& t, Index row, Index column) {
    const attention::PlacedMask mask = attention::placed(t.options.mask, t.input);
    std::vector<const attention::MaskKind*> kinds;
    for (const attention::MaskKind& kind : attention::mask_kinds())
        if (kind.is_set(mask.mask) && kind.forbids(mask, row, column)) kinds.push_back(&kind);
    return kinds;
}

Index allowed_count(const Trace& t, Index row) {
    if (t.allowed.rows() == 0) return t.m();
    return t.allowed.row(row).count();
}

bool has_empty_row(const Trace& t) {
    for (Index i = 0; i < t.allowed.rows(); ++i)
        if (!t.allowed.row(i).any()) return true;
    return false;
}

Share share_of(const RowVector& weights) {
    Share share;
    share.sum = weights.sum();
    share.nonzero = (weights.array() != 0).count();
    share.first_weight = weights.maxCoeff(&share.first);
    share.tied = rank_of(weights, share.first).equal;
    share.second = share.first;
    for (Index j = 0; j < weights.size(); ++j)
        if (j != share.first && (share.second == share.first || weights(j) > weights(share.second)))
            share.second = j;
    share.second_weight = share.second == share.first ? 0 : weights(share.second);
    return share;
}

std::optional<MainTerm> main_term(const attention::Explanation& e) {
    if (e.overridden || e.terms.empty() || e.value <= 0) return std::nullopt;
    const auto largest = std::ranges::max_element(e.terms, {}, &attention::Term::product);
    float others = std::abs(e.bias.value_or(0));
    for (const attention::Term& term : e.terms)
        if (&term != &*largest) others += std::abs(term.product);
    // If the others sum to less than zero, "most of it" would be more than all of it.
    const bool within = largest->product <= e.value * (1 + 1e-5F);
    if (largest->product <= others || !within) return std::nullopt;
    return MainTerm{*largest, others == 0};
}

} // namespace narration
