#include "base/multiply_add_loop.h"

#ifdef ATTENTION_LAB_HIGHWAY

// Highway compiles this file once per instruction set; the first call picks the best one for the processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/multiply_add_loop.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace base::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// x = x·f + f tends to f/(1 − f): no overflow, no subnormal number.
double loop(size_t rounds, float f) {
    constexpr size_t vectors = 12; // as many as 16 registers hold, and more than two units need
    const hn::ScalableTag<float> lanes;
    const auto factor = hn::Set(lanes, f);
    hn::Vec<decltype(lanes)> x[vectors];
    HWY_UNROLL(12)
    for (size_t i = 0; i < vectors; ++i)
        x[i] = hn::Iota(lanes,
                        static_cast<float>(i)); // no two alike, or a compiler would work out only one of them
    for (size_t round = 0; round < rounds; ++round) {
        HWY_UNROLL(12)
        for (size_t i = 0; i < vectors; ++i)
            x[i] = hn::MulAdd(x[i], factor, factor);
    }
    auto sum = x[0];
    HWY_UNROLL(12)
    for (size_t i = 1; i < vectors; ++i)
        sum = hn::Add(sum, x[i]);
    [[maybe_unused]] volatile const float used = hn::GetLane(hn::SumOfLanes(lanes, sum));
    return static_cast<double>(rounds) * static_cast<double>(vectors * hn::Lanes(lanes));
}

} // namespace base::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace base {
namespace {

HWY_EXPORT(loop);

} // namespace

double multiply_add_loop(Index rounds) {
    volatile const float f = 0.5F;
    return HWY_DYNAMIC_DISPATCH(loop)(static_cast<size_t>(rounds), f);
}

} // namespace base
#endif

#else // without Highway: left to the compiler to vectorise

#include <numeric>

namespace base {

double multiply_add_loop(Index rounds) {
    constexpr int numbers = 48;
    volatile const float f = 0.5F;
    const float factor = f;
    float x[numbers];
    std::iota(x, x + numbers, 0.0F);
    for (Index round = 0; round < rounds; ++round)
        for (float& number : x)
            number = number * factor + factor;
    float sum = 0;
    for (const float number : x)
        sum += number;
    [[maybe_unused]] volatile const float used = sum;
    return static_cast<double>(rounds) * numbers;
}

} // namespace base

#endif
