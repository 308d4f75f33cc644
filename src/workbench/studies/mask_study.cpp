#include "workbench/studies/mask_study.h"

#include "attention/mask.h"
#include "attention/softmax.h"
#include "base/study.h"

#include <cassert>
#include <cstdlib>
#include <limits>
#include <utility>

namespace workbench {

using attention::HeadTrace;
using attention::Quantity;
using attention::Trace;
using base::BoolMatrix;
using base::ColumnVector;
using base::Index;
using base::Matrix;
using base::RowVector;

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

/// For every row, the sum of the weights for which `counts` is true.
ColumnVector share_of(const Matrix& weights, const BoolMatrix& counts) {
    return counts.select(weights, 0).rowwise().sum();
}

/// What the mask of a head's pass meets: its scores, scaled, and capped and biased where the pass does that.
const Matrix& before_mask(const HeadTrace& head) {
    return head.made(head.latest(Quantity::biased));
}

void measure_mask(MaskStudy& study, const HeadTrace& head, const BoolMatrix& allowed,
                  const base::StopToken& stop) {
    const Matrix& scores = before_mask(head);
    study.before = attention::softmax(scores, stop, head.sink).weights;
    study.typical_largest = study.before.rowwise().maxCoeff().mean();
    if (allowed.rows() == 0) {
        study.after = study.before;
        study.removed = ColumnVector::Zero(scores.rows());
        study.growth = ColumnVector::Ones(scores.rows());
        return;
    }
    study.after = attention::softmax(attention::masked_scores(scores, allowed), stop, head.sink).weights;
    study.removed = share_of(study.before, !allowed.array());
    // Not 1 − removed, which would cancel to almost nothing where nearly everything is removed.
    const ColumnVector kept = share_of(study.before, allowed);
    ColumnVector remains = kept;
    if (head.sink != attention::no_sink) remains.array() += 1 - study.before.rowwise().sum().array();
    study.growth = (kept.array() > 0).select(remains.cwiseInverse(), 0);
}

LeakMask leak_mask(const attention::Mask& mask) {
    if (mask.empty()) return LeakMask::none;
    if (mask.causal) return LeakMask::causal;
    return !mask.window.empty() || !mask.key_padding.empty() ? LeakMask::other : LeakMask::drawn;
}

void measure_leak(MaskStudy& study, const Trace& trace, const HeadTrace& head, const base::StopToken& stop) {
    const Matrix& given = before_mask(head);
    const BoolMatrix later = !attention::causal_mask(trace.n(), trace.m()).array();
    const auto leak = [&](bool causal) {
        attention::Mask mask = trace.options.mask;
        mask.causal = causal;
        const BoolMatrix allowed = attention::combined_mask(placed(mask, trace.input), trace.n(), trace.m());
        const Matrix scores = allowed.rows() > 0 ? attention::masked_scores(given, allowed) : given;
        return share_of(attention::softmax(scores, stop, head.sink).weights, later);
    };
    study.leak_without = leak(false);
    study.leak_with = leak(true);
    study.mean_leak = study.leak_without.mean();
    study.leak_without.maxCoeff<Eigen::PropagateNaN>(&study.worst_leak);
}

HiddenBy hidden_by(float hidden, std::string label, const RowVector& scores, const BoolMatrix& allowed,
                   float sink) {
    HiddenBy by;
    by.hidden = hidden;
    by.label = std::move(label);
    by.scores = attention::masked_scores(scores, allowed, hidden);
    by.weights = attention::softmax(by.scores, {}, sink).weights;
    by.leaked = share_of(by.weights, !allowed.array())[0];
    by.has_distribution = (by.weights.array() > 0).any();
    return by;
}

} // namespace

double mask_study_cost(const Trace& trace) {
    // Four softmaxes, of which three are masked first and summed up after.
    return static_cast<double>(trace.n() * trace.m()) *
           (4 * base::exponential_cost + 4 * 3 * base::comparison_cost);
}

std::shared_ptr<const MaskStudy> mask_study(const Trace& trace, Index head, const base::StopToken& stop) {
    assert(head >= 0 && head < static_cast<Index>(trace.heads.size()));
    const HeadTrace& traced = trace.heads[static_cast<std::size_t>(head)];
    auto study = std::make_shared<MaskStudy>();
    study->mask = leak_mask(trace.options.mask);
    measure_mask(*study, traced, trace.allowed, stop);
    if (stop.stop_requested()) return nullptr;
    if (!trace.input.is_cross()) measure_leak(*study, trace, traced, stop);
    if (stop.stop_requested()) return nullptr;
    return study;
}

HiddenRow hidden_row(const RowVector& scaled, const BoolMatrix& allowed, const HideOptions& options) {
    assert(allowed.rows() == 1 && allowed.cols() == scaled.size());
    HiddenRow row;
    row.allowed = options.hide_all ? BoolMatrix::Constant(1, scaled.size(), false) : allowed;
    const RowVector scores = scaled.array() + options.shift;
    row.columns = {hidden_by(minus_infinity, "−∞", scores, row.allowed, options.sink),
                   hidden_by(-1e9F, "−1e9", scores, row.allowed, options.sink),
                   hidden_by(-1e4F, "−1e4", scores, row.allowed, options.sink)};
    const HiddenBy unshifted = hidden_by(minus_infinity, "−∞", scaled, row.allowed, options.sink);
    if (scaled.size() > 0)
        row.rounding =
            (row.columns[0].weights - unshifted.weights).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    return row;
}

HiddenRow hidden_row(const Trace& trace, Index head, Index query, const HideOptions& options) {
    assert(head >= 0 && head < static_cast<Index>(trace.heads.size()) && query >= 0 && query < trace.n());
    BoolMatrix allowed = BoolMatrix::Constant(1, trace.m(), true);
    if (trace.allowed.rows() > 0) allowed = trace.allowed.row(query);
    const HeadTrace& traced = trace.heads[static_cast<std::size_t>(head)];
    HideOptions with_sink = options;
    with_sink.sink = traced.sink;
    return hidden_row(before_mask(traced).row(query), allowed, with_sink);
}

namespace {

bool carries(const BoolMatrix& allowed, Index to, Index from) {
    return to == from || allowed.rows() == 0 || allowed(to, from);
}

} // namespace

Index Reach::first() const {
    Index j = 0;
    while (!reached(layers(), j))
        ++j;
    return j;
}

Index Reach::last() const {
    Index j = reached.cols() - 1;
    while (!reached(layers(), j))
        --j;
    return j;
}

Reach reach(const BoolMatrix& allowed, Index n, Index word, Index layers) {
    assert(word >= 0 && word < n && layers >= 0);
    assert(allowed.rows() == 0 || (allowed.rows() == n && allowed.cols() == n));
    Reach result{.word = word, .reached = BoolMatrix::Constant(layers + 1, n, false)};
    BoolMatrix& r = result.reached;
    r(0, word) = true;
    for (Index k = 1; k <= layers; ++k) // r_k = r_{k−1}·(A or I), with "or" for + and "and" for ·
        for (Index i = 0; i < n; ++i)
            if (r(k - 1, i))
                for (Index j = 0; j < n; ++j)
                    r(k, j) = r(k, j) || carries(allowed, i, j);
    return result;
}

std::vector<Index> way(const Reach& reach, const BoolMatrix& allowed, Index k, Index from) {
    const BoolMatrix& r = reach.reached;
    assert(k >= 0 && k < r.rows() && from >= 0 && from < r.cols());
    if (!r(k, from)) return {};
    std::vector<Index> words{from};
    for (; k > 0; --k) {
        const Index here = words.back();
        Index next = here; // carried on for as long as it can be …
        for (Index i = 0; !r(k - 1, next) && i < r.cols(); ++i)
            if (r(k - 1, i) && carries(allowed, i, here)) next = i;
        for (Index i = 0; next != here && i < r.cols(); ++i) // … then read by the reader nearest to the word
            if (r(k - 1, i) && carries(allowed, i, here) &&
                std::abs(i - reach.word) < std::abs(next - reach.word))
                next = i;
        words.push_back(next);
    }
    return words;
}

} // namespace workbench
