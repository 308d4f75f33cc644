#include "model/tensor_numbers.h"

#include "base/input_error.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace model {

using base::InputError;

namespace {

// 1 sign, 5 exponent and 10 fraction bits (IEEE 754 binary16).
double from_half(std::uint64_t bits) {
    const auto exponent = static_cast<int>(bits >> 10 & 0x1F);
    const auto fraction = static_cast<double>(bits & 0x3FF);
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 0x1F)
        return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

double from_float(std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

/// What type `Integer` makes of these bits. One of 64 bits beyond 2⁵³ is rounded here already, to what is no
/// float.
template <class Integer>
double from_integer(std::uint64_t bits) {
    return static_cast<double>(static_cast<Integer>(bits));
}

constexpr NumberType types[] = {
    {"F32", "f4", 4, true, 24, from_float},
    {"F64", "f8", 8, true, 53, [](std::uint64_t bits) { return std::bit_cast<double>(bits); }},
    {"F16", "f2", 2, true, 11, from_half},
    {"BF16", "", 2, true, 8, [](std::uint64_t bits) { return from_float(bits << 16); }},
    {"I64", "i8", 8, false, 0, from_integer<std::int64_t>},
    {"I32", "i4", 4, false, 0, from_integer<std::int32_t>},
    {"", "i2", 2, false, 0, from_integer<std::int16_t>},
    {"", "i1", 1, false, 0, from_integer<std::int8_t>},
    {"", "u8", 8, false, 0, from_integer<std::uint64_t>},
    {"", "u4", 4, false, 0, from_integer<std::uint32_t>},
    {"", "u2", 2, false, 0, from_integer<std::uint16_t>},
    {"U8", "u1", 1, false, 0, from_integer<std::uint8_t>},
    {"BOOL", "b1", 1, false, 0, [](std::uint64_t bits) { return bits == 0 ? 0.0 : 1.0; }}};

const NumberType* type_named(std::string_view NumberType::*system, std::string_view name) {
    const auto* found = std::ranges::find(types, name, system);
    return name.empty() || found == std::end(types) ? nullptr : found;
}

/// Where −∞ forbids a key.
bool may_hold_minus_infinity(const std::string& name) {
    return name == "mask" || name == "bias" || name == "biased" || name == "masked";
}

/// The number as a float. A finite number below the range of floats hides a key as the lowest one does.
/// Throws InputError for what cannot be computed with; `index`: in the tensor, for the message.
float as_float(double number, const std::string& name, const std::vector<std::int64_t>& shape,
               std::size_t index, const std::string& where) {
    constexpr double largest = std::numeric_limits<float>::max();
    const bool hides = may_hold_minus_infinity(name) && number < 0;
    if (std::abs(number) <= largest || (hides && std::isinf(number))) return static_cast<float>(number);
    if (hides) return std::numeric_limits<float>::lowest();
    const std::string at = " at " + shape_text(place_in(shape, index)) + ", counted from 0";
    if (std::isfinite(number))
        throw InputError(where, "a number beyond the range of 32-bit floats" + at,
                         "numbers up to 3.4e38 can be computed with");
    throw InputError(where, (std::isnan(number) ? "NaN" : "an infinite number") + at,
                     "only finite numbers can be computed with");
}

} // namespace

const NumberType* type_of_safetensors(std::string_view name) {
    return type_named(&NumberType::safetensors, name);
}

const NumberType* type_of_numpy(std::string_view name) {
    return type_named(&NumberType::numpy, name);
}

std::uint64_t little_endian(const unsigned char* bytes, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

void append_little_endian(std::string& bytes, std::uint64_t value, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        bytes += static_cast<char>(static_cast<unsigned char>(value >> 8 * i));
}

Tensor tensor_of(const std::string& name, const std::vector<std::int64_t>& shape, const NumberType& type,
                 std::string_view bytes, Numbers numbers, const std::string& where) {
    Tensor tensor{.shape = shape, .values = {}, .is_real = type.is_real};
    if (type.is_real) tensor.precision = type.precision;
    tensor.values.reserve(bytes.size() / type.bytes);
    const auto* const first = reinterpret_cast<const unsigned char*>(bytes.data());
    for (std::size_t i = 0; i < bytes.size(); i += type.bytes) {
        const double number = type.decode(little_endian(first + i, type.bytes));
        const float value = numbers == Numbers::any ? static_cast<float>(number)
                                                    : as_float(number, name, shape, i / type.bytes, where);
        tensor.values.push_back(value);
        tensor.is_rounded |= static_cast<double>(value) != number && !std::isnan(number);
    }
    return tensor;
}

float rounded_to_half(float number) {
    if (number == 0 || !std::isfinite(number)) return number;
    constexpr int least_exponent = -14, fraction_bits = 10;
    const int exponent = std::max(std::ilogb(number), least_exponent);
    const float step = std::ldexp(1.0F, exponent - fraction_bits);
    const float rounded = std::nearbyint(number / step) * step;
    constexpr float largest = 65504;
    return std::abs(rounded) <= largest ? rounded
                                        : std::copysign(std::numeric_limits<float>::infinity(), number);
}

namespace {

/// The 16 bits of a number that they can hold: see from_half().
std::uint64_t half_bits(float number) {
    const std::uint64_t sign = std::signbit(number) ? 0x8000 : 0;
    if (number == 0) return sign;
    const float size = std::abs(number);
    const int exponent = std::ilogb(size);
    if (exponent < -14) return sign | static_cast<std::uint64_t>(std::ldexp(size, 24));
    const auto fraction = static_cast<std::uint64_t>(std::ldexp(size, 10 - exponent)) - 1024;
    return sign | static_cast<std::uint64_t>(exponent + 15) << 10 | fraction;
}

bool is_half(const Tensor& tensor) {
    return tensor.precision <= 11 && std::ranges::all_of(tensor.values, [](float number) {
               return std::isfinite(number) && rounded_to_half(number) == number;
           });
}

} // namespace

const NumberType& written_type_of(const Tensor& tensor) {
    return *type_of_safetensors(!tensor.is_real ? "BOOL" : is_half(tensor) ? "F16" : "F32");
}

std::string bytes_of(const Tensor& tensor) {
    assert(tensor.size() == static_cast<std::int64_t>(tensor.values.size()));
    const NumberType& type = written_type_of(tensor);
    std::string bytes;
    bytes.reserve(tensor.values.size() * type.bytes);
    for (const float value : tensor.values)
        if (!tensor.is_real) {
            assert(value == 0 || value == 1);
            bytes += value != 0 ? '\1' : '\0';
        } else if (type.bytes == sizeof value) {
            append_little_endian(bytes, std::bit_cast<std::uint32_t>(value), sizeof value);
        } else {
            append_little_endian(bytes, half_bits(value), type.bytes);
        }
    return bytes;
}

std::optional<std::uint64_t> bytes_of_shape(const std::vector<std::int64_t>& shape, std::size_t item) {
    std::uint64_t bytes = item;
    if (std::ranges::find(shape, 0) != shape.end()) return 0;
    for (const std::int64_t size : shape) {
        const auto factor = static_cast<std::uint64_t>(size);
        if (bytes > std::numeric_limits<std::uint64_t>::max() / factor) return std::nullopt;
        bytes *= factor;
    }
    return bytes;
}

} // namespace model
