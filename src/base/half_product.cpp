#include "base/half_product.h"

#include <algorithm>
#include <cstddef>

#ifdef ATTENTION_LAB_HIGHWAY

// Highway compiles this file once per instruction set; the first call picks the best one for the processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/half_product.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
//
#include "base/half-inl.h"

HWY_BEFORE_NAMESPACE();
namespace base::HWY_NAMESPACE {

// Rows of w that are read side by side: their sums need not wait for each other, and memory is read in few
// long runs.
constexpr size_t rows_at_once = 8;

// y += the product of R numbers of x with R rows of w, for columns from `first` on as far as whole D reach.
template <class Convert, size_t R, class D>
HWY_INLINE size_t add_rows(D floats, const float* x, const uint16_t* HWY_RESTRICT from, size_t stride,
                           size_t first, size_t cols, float* HWY_RESTRICT y) {
    const size_t together = hn::Lanes(floats);
    hn::Vec<D> factors[R];
    HWY_UNROLL(8)
    for (size_t r = 0; r < R; ++r)
        factors[r] = hn::Set(floats, x[r]);
    size_t j = first;
    for (; j + together <= cols; j += together) {
        auto sum = hn::LoadU(floats, y + j);
        HWY_UNROLL(8)
        for (size_t r = 0; r < R; ++r)
            sum = hn::MulAdd(factors[r], load_halves<Convert>(floats, from + r * stride + j), sum);
        hn::StoreU(sum, floats, y + j);
    }
    return j;
}

template <class Convert, size_t R>
HWY_INLINE void add_all_columns(const float* x, const HalfBlock& w, size_t row, float* y) {
    const auto cols = static_cast<size_t>(w.cols), stride = static_cast<size_t>(w.stride);
    const uint16_t* from = w.data + row * stride;
    const size_t whole = add_rows<Convert, R>(hn::ScalableTag<float>(), x + row, from, stride, 0, cols, y);
    add_rows<Convert, R>(hn::CappedTag<float, 1>(), x + row, from, stride, whole, cols, y);
}

// y = x·w: its rows are added one after the other, while y stays in the L1 cache.
template <class Convert>
HWY_INLINE void multiply_columns(const float* x, const HalfBlock& w, float* y) {
    const auto rows = static_cast<size_t>(w.rows);
    std::fill_n(y, w.cols, 0.0F);
    size_t k = 0;
    for (; k + rows_at_once <= rows; k += rows_at_once)
        add_all_columns<Convert, rows_at_once>(x, w, k, y);
    for (; k < rows; ++k)
        add_all_columns<Convert, 1>(x, w, k, y);
}

// R rows of w against x.
template <class Convert, size_t R>
HWY_INLINE void sum_rows(const float* HWY_RESTRICT x, const uint16_t* from, size_t cols, size_t stride,
                         float* HWY_RESTRICT y) {
    const hn::ScalableTag<float> floats;
    const hn::CappedTag<float, 1> one;
    const size_t together = hn::Lanes(floats);
    hn::Vec<decltype(floats)> sums[R];
    HWY_UNROLL(8)
    for (size_t r = 0; r < R; ++r)
        sums[r] = hn::Zero(floats);
    size_t k = 0;
    for (; k + together <= cols; k += together) {
        const auto numbers = hn::LoadU(floats, x + k);
        HWY_UNROLL(8)
        for (size_t r = 0; r < R; ++r)
            sums[r] = hn::MulAdd(numbers, load_halves<Convert>(floats, from + r * stride + k), sums[r]);
    }
    for (size_t r = 0; r < R; ++r) {
        float sum = hn::GetLane(hn::SumOfLanes(floats, sums[r]));
        for (size_t rest = k; rest < cols; ++rest)
            sum += x[rest] * hn::GetLane(load_halves<Convert>(one, from + r * stride + rest));
        y[r] = sum;
    }
}

template <class Convert>
HWY_INLINE void multiply_rows(const float* x, const HalfBlock& w, float* y) {
    const auto rows = static_cast<size_t>(w.rows), cols = static_cast<size_t>(w.cols),
               stride = static_cast<size_t>(w.stride);
    size_t i = 0;
    for (; i + rows_at_once <= rows; i += rows_at_once)
        sum_rows<Convert, rows_at_once>(x, w.data + i * stride, cols, stride, y + i);
    for (; i < rows; ++i)
        sum_rows<Convert, 1>(x, w.data + i * stride, cols, stride, y + i);
}

void multiply_row(const float* x, const HalfBlock& w, float* y) {
    if (w.kind == Half::float16)
        multiply_columns<FromFloat16>(x, w, y);
    else
        multiply_columns<FromBfloat16>(x, w, y);
}

void multiply_row_transposed(const float* x, const HalfBlock& w, float* y) {
    if (w.kind == Half::float16)
        multiply_rows<FromFloat16>(x, w, y);
    else
        multiply_rows<FromBfloat16>(x, w, y);
}

} // namespace base::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace base {
namespace {

HWY_EXPORT(multiply_row);
HWY_EXPORT(multiply_row_transposed);

} // namespace

void multiply_row(const float* x, const HalfBlock& w, float* y) {
    HWY_DYNAMIC_DISPATCH(multiply_row)(x, w, y);
}

void multiply_row_transposed(const float* x, const HalfBlock& w, float* y) {
    HWY_DYNAMIC_DISPATCH(multiply_row_transposed)(x, w, y);
}

} // namespace base
#endif

#else // without Highway: some numbers at a time, widened beside

#include "base/half.h"

#include <array>

namespace base {

namespace {

constexpr Index widened_at_once = 256;

/// Calls use(first column, numbers as an array of Eigen's) for each part of a row.
template <class Use>
void each_widened_part(const HalfBlock& w, Index row, const Use& use) {
    std::array<float, widened_at_once> numbers{};
    for (Index first = 0; first < w.cols; first += widened_at_once) {
        const Index count = std::min(widened_at_once, w.cols - first);
        const auto widen = w.kind == Half::float16 ? widen_float16 : widen_bfloat16;
        widen(w.data + row * w.stride + first, static_cast<std::size_t>(count), numbers.data());
        use(first, Eigen::Map<const RowVector>(numbers.data(), count));
    }
}

} // namespace

void multiply_row(const float* x, const HalfBlock& w, float* y) {
    Eigen::Map<RowVector> sums(y, w.cols);
    sums.setZero();
    for (Index k = 0; k < w.rows; ++k)
        each_widened_part(w, k, [&](Index first, const auto& numbers) {
            sums.segment(first, numbers.size()) += x[k] * numbers;
        });
}

void multiply_row_transposed(const float* x, const HalfBlock& w, float* y) {
    const Eigen::Map<const RowVector> row(x, w.cols);
    for (Index i = 0; i < w.rows; ++i) {
        y[i] = 0;
        each_widened_part(w, i, [&](Index first, const auto& numbers) {
            y[i] += row.segment(first, numbers.size()).dot(numbers);
        });
    }
}

} // namespace base

#endif
