#pragma once
// The numbers of tensor files: how each type is stored, and what a pass can compute with.

#include "model/tensor_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace model {

/// How the numbers of a tensor are stored.
struct NumberType {
    std::string_view safetensors; ///< its name there, "F32"; empty: it has none
    std::string_view numpy;       ///< its name there, "f4"; empty: it has none
    std::size_t bytes;            ///< of a number
    bool is_real;
    int precision;                        ///< significant bits of a real number
    double (*decode)(std::uint64_t bits); ///< from its bits, of which the lowest come first
};

/// Null where no type has this name.
const NumberType* type_of_safetensors(std::string_view name);
const NumberType* type_of_numpy(std::string_view name);

/// The integer in `count` bytes, the lowest first.
std::uint64_t little_endian(const unsigned char* bytes, std::size_t count);
void append_little_endian(std::string& bytes, std::uint64_t value, std::size_t count);

/// The tensor `name` of these bytes, row-major, as many as `shape` needs. Throws InputError naming `where`
/// for what `numbers` does not allow.
Tensor tensor_of(const std::string& name, const std::vector<std::int64_t>& shape, const NumberType& type,
                 std::string_view bytes, Numbers numbers, const std::string& where);

/// The nearest number that 16 bits can hold, of two equally near ones the even one; infinite from 65520 on.
/// Source: IEEE 754-2019, binary16 and roundTiesToEven.
float rounded_to_half(float number);

/// The type in which a tensor is written: float16 if every number of it is one and its precision says so,
/// else float32; truth values if it is not real.
const NumberType& written_type_of(const Tensor& tensor);
/// The bytes of a tensor in that type. One that is not real holds 0 and 1.
std::string bytes_of(const Tensor& tensor);

/// The bytes that a shape needs; empty if their number overflows.
std::optional<std::uint64_t> bytes_of_shape(const std::vector<std::int64_t>& shape, std::size_t item);

} // namespace model
