#include "base/half.h"

#ifdef ATTENTION_LAB_HIGHWAY

// Highway compiles this file once per instruction set; the first call picks the best one for the processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/half.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
//
#include "base/half-inl.h"

HWY_BEFORE_NAMESPACE();
namespace base::HWY_NAMESPACE {

template <class Convert>
HWY_INLINE void widen_all(const uint16_t* HWY_RESTRICT from, size_t count, float* HWY_RESTRICT to) {
    const hn::ScalableTag<float> floats;
    const size_t together = hn::Lanes(floats);
    size_t i = 0;
    for (; i + together <= count; i += together)
        hn::StoreU(load_halves<Convert>(floats, from + i), floats, to + i);
    const hn::CappedTag<float, 1> one;
    for (; i < count; ++i)
        hn::StoreU(load_halves<Convert>(one, from + i), one, to + i);
}

void widen_bfloat16(const uint16_t* from, size_t count, float* to) {
    widen_all<FromBfloat16>(from, count, to);
}

void widen_float16(const uint16_t* from, size_t count, float* to) {
    widen_all<FromFloat16>(from, count, to);
}

} // namespace base::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace base {
namespace {

HWY_EXPORT(widen_bfloat16);
HWY_EXPORT(widen_float16);

} // namespace

void widen_bfloat16(const std::uint16_t* from, std::size_t count, float* to) {
    HWY_DYNAMIC_DISPATCH(widen_bfloat16)(from, count, to);
}

void widen_float16(const std::uint16_t* from, std::size_t count, float* to) {
    HWY_DYNAMIC_DISPATCH(widen_float16)(from, count, to);
}

} // namespace base
#endif

#else // without Highway

#include <bit>

namespace base {

namespace {

float from_bfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

// Exponent and fraction moved to the places that they have in a float, whose exponent counts from 127 and not
// from 15: a product with 2^112 makes up for that, for subnormal numbers too. Only infinity and NaN, the
// largest exponent, have to be said again.
float from_float16(std::uint16_t bits) {
    const std::uint32_t wide = bits, size = wide & 0x7FFFU, sign = (wide & 0x8000U) << 16U;
    const float number = std::bit_cast<float>(size << 13U) * 0x1p112F;
    const std::uint32_t endless = size >= 0x7C00U ? 0x7F80'0000U : 0U;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(number) | endless | sign);
}

// Sixteen at a time, a number that compilers make vectors of.
template <float (*convert)(std::uint16_t)>
void convert_all(const std::uint16_t* from, std::size_t count, float* to) {
    constexpr std::size_t together = 16;
    std::size_t i = 0;
    for (; i + together <= count; i += together)
        for (std::size_t j = 0; j < together; ++j)
            to[i + j] = convert(from[i + j]);
    for (; i < count; ++i)
        to[i] = convert(from[i]);
}

} // namespace

void widen_bfloat16(const std::uint16_t* from, std::size_t count, float* to) {
    convert_all<from_bfloat16>(from, count, to);
}

void widen_float16(const std::uint16_t* from, std::size_t count, float* to) {
    convert_all<from_float16>(from, count, to);
}

} // namespace base

#endif
