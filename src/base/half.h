#pragma once
// Numbers of 16 bits, as large models are stored in, made 32-bit floats.

#include <cstddef>
#include <cstdint>

namespace base {

/// bfloat16: the upper half of a float, 1 sign, 8 exponent and 7 fraction bits. Source: Kalamkar et al. 2019,
/// "A study of BFLOAT16 for deep learning training", section 2.
void widen_bfloat16(const std::uint16_t* from, std::size_t count, float* to);

/// float16: 1 sign, 5 exponent and 10 fraction bits. Source: IEEE 754-2008, binary16.
void widen_float16(const std::uint16_t* from, std::size_t count, float* to);

} // namespace base
