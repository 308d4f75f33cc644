#include "base/half.h"

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
