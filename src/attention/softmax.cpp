#include "attention/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#ifdef ATTENTION_LAB_HIGHWAY

// Highway compiles this file once per instruction set; the first call picks the best one for the processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "attention/softmax.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
//
#include <hwy/highway.h>
//
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace attention::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

const hn::ScalableTag<float> lanes;
using Vector = hn::Vec<decltype(lanes)>;

float largest(const float* s, size_t count) {
    const size_t step = hn::Lanes(lanes);
    Vector most_0 = hn::Set(lanes, -HUGE_VALF), most_1 = most_0;
    size_t i = 0;
    for (; i + 2 * step <= count; i += 2 * step) {
        most_0 = hn::Max(most_0, hn::LoadU(lanes, s + i));
        most_1 = hn::Max(most_1, hn::LoadU(lanes, s + i + step));
    }
    float most = hn::GetLane(hn::MaxOfLanes(lanes, hn::Max(most_0, most_1)));
    for (; i < count; ++i)
        most = HWY_MAX(most, s[i]);
    return most;
}

// exp(x) for x ≤ 0, but 0 where the result would be subnormal: arithmetic with subnormals is slow. NaN stays
// NaN, where Highway would give 0.
HWY_INLINE Vector exp_below_zero(Vector x) {
    const Vector e = hn::IfThenZeroElse(hn::Lt(x, hn::Set(lanes, -87.0F)), hn::Exp(lanes, x));
    return hn::IfThenElse(hn::IsNaN(x), x, e);
}

float exp_and_sum(float* s, size_t count, float m) {
    const size_t step = hn::Lanes(lanes);
    const Vector row_max = hn::Set(lanes, m);
    Vector sum_0 = hn::Zero(lanes), sum_1 = sum_0;
    size_t i = 0;
    for (; i + 2 * step <= count; i += 2 * step) {
        const Vector e_0 = exp_below_zero(hn::Sub(hn::LoadU(lanes, s + i), row_max));
        const Vector e_1 = exp_below_zero(hn::Sub(hn::LoadU(lanes, s + i + step), row_max));
        hn::StoreU(e_0, lanes, s + i);
        hn::StoreU(e_1, lanes, s + i + step);
        sum_0 = hn::Add(sum_0, e_0);
        sum_1 = hn::Add(sum_1, e_1);
    }
    for (; i < count; i += step) { // through a whole vector: not every processor can load part of one
        const size_t rest = HWY_MIN(step, count - i);
        HWY_ALIGN float part[hn::MaxLanes(lanes)];
        std::fill_n(part, step, -HUGE_VALF);
        std::copy_n(s + i, rest, part);
        const Vector e = exp_below_zero(hn::Sub(hn::Load(lanes, part), row_max));
        hn::Store(e, lanes, part);
        std::copy_n(part, rest, s + i);
        sum_0 = hn::Add(sum_0, e);
    }
    return hn::GetLane(hn::SumOfLanes(lanes, hn::Add(sum_0, sum_1)));
}

float exp_of(float x) {
    return hn::GetLane(exp_below_zero(hn::Set(lanes, x)));
}

void multiply_by(float* x, size_t count, float factor) {
    const size_t step = hn::Lanes(lanes);
    const Vector f = hn::Set(lanes, factor);
    size_t i = 0;
    for (; i + step <= count; i += step)
        hn::StoreU(hn::Mul(f, hn::LoadU(lanes, x + i)), lanes, x + i);
    for (; i < count; ++i)
        x[i] *= factor;
}

} // namespace attention::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attention {
namespace {

HWY_EXPORT(largest);
HWY_EXPORT(exp_and_sum);
HWY_EXPORT(exp_of);
HWY_EXPORT(multiply_by);

float largest_of(const float* s, Index count) {
    return HWY_DYNAMIC_DISPATCH(largest)(s, static_cast<size_t>(count));
}
float exp_all(float* s, Index count, float m) {
    return HWY_DYNAMIC_DISPATCH(exp_and_sum)(s, static_cast<size_t>(count), m);
}
float exp_one(float x) {
    return HWY_DYNAMIC_DISPATCH(exp_of)(x);
}

} // namespace

void rescale(float* x, Index count, float factor) {
    HWY_DYNAMIC_DISPATCH(multiply_by)(x, static_cast<size_t>(count), factor);
}
} // namespace attention
#endif

#else // without Highway: Eigen's vectors, for the instruction set chosen at compile time

namespace attention {
namespace {

using Numbers = Eigen::Map<Eigen::ArrayXf>;

float largest_of(float* s, Index count) {
    return Numbers(s, count).maxCoeff();
}
float exp_all(float* s, Index count, float m) {
    Numbers row(s, count);
    row -= m;
    row = (row < -87).select(0.0F, row.max(-87.0F).exp());
    return row.sum();
}
float exp_one(float x) {
    return x < -87 ? 0 : std::exp(x);
}

} // namespace

void rescale(float* x, Index count, float factor) {
    Numbers(x, count) *= factor;
}
} // namespace attention

#endif

#if !defined(ATTENTION_LAB_HIGHWAY) || HWY_ONCE
namespace attention {

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// exp(−87) is about the smallest normal float. Below it Eigen's exp does not reach 0, and is slow.
constexpr float smallest_exponent = -87;

} // namespace

// Whole rows.

float numerator(float s, float row_max) {
    return s - row_max < smallest_exponent || s == minus_infinity ? 0 : std::exp(s - row_max);
}

Softmax softmax(const Matrix& s, const base::StopToken& stop, float sink) {
    Softmax result{ColumnVector(s.rows()), Matrix(s.rows(), s.cols()), ColumnVector(s.rows()),
                   Matrix(s.rows(), s.cols())};
    for (Index i = 0; i < s.rows() && !stop.stop_requested(); ++i) {
        const float row_max = std::max(s.row(i).maxCoeff(), sink);
        result.row_max[i] = row_max;
        if (row_max == minus_infinity) {
            result.numerators.row(i).setZero();
            result.denominators[i] = 0;
            result.weights.row(i).setZero();
            continue;
        }
        auto numerators = result.numerators.row(i);
        numerators = (s.row(i).array() - row_max).max(smallest_exponent).exp();
        for (Index j = 0; j < s.cols(); ++j)
            numerators[j] = s(i, j) - row_max < smallest_exponent ? 0 : numerators[j];
        result.denominators[i] = numerators.sum() + numerator(sink, row_max);
        result.weights.row(i) = numerators / result.denominators[i];
    }
    return result;
}

// Rows that arrive block by block.

float shrink_to(float m, const RunningRow& row) {
    return row.m == minus_infinity ? 0 : row.m == m ? 1 : exp_one(row.m - m);
}

float accumulate(float* s, Index count, RunningRow& row) {
    const float block_max = largest_of(s, count);
    if (block_max == minus_infinity) { // every key of this block is forbidden
        std::fill_n(s, count, 0.0F);
        return 1;
    }
    const float m = block_max > row.m ? block_max : row.m;
    const float shrink = shrink_to(m, row);
    row = {m, shrink * row.l + exp_all(s, count, m)};
    return shrink;
}

float sink_numerator(float sink, float m) {
    return sink == no_sink ? 0 : std::exp(sink - m);
}

// Dropout.

BoolMatrix draw_kept(Index n, Index m, DropoutDraw& draw) {
    BoolMatrix kept(n, m);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < m; ++j)
            kept(i, j) = draw.kept();
    return kept;
}

Matrix drop(const Matrix& weights, float rate, const BoolMatrix& kept) {
    return kept.select(weights / (1 - rate), Matrix::Zero(weights.rows(), weights.cols()));
}

} // namespace attention
#endif
