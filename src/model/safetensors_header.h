#pragma once
// The header of a safetensors file: which tensors it holds, and where. Whoever reads the numbers, into memory
// or where they lie on the disk, starts from it.

#include "model/tensor_file.h"
#include "model/tensor_numbers.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace model {

/// A tensor as described in the header; the bytes [begin, end) are relative to the end of the header.
struct TensorEntry {
    std::string name;
    const NumberType* type = nullptr;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0, end = 0;
};

struct SafetensorsHeader {
    std::vector<TensorEntry> entries; ///< sorted by their bytes, which fill the rest of the file without gaps
    Notes notes;
    std::uint64_t data = 0; ///< the byte of the file at which the tensors begin
};

/// What a file that begins with "GGUF" is, whatever it is called, and what to get in its place.
inline constexpr std::string_view gguf_weights = "quantised weights for llama.cpp (GGUF)";
inline constexpr std::string_view safetensors_hint = "get the model's .safetensors file";

/// Checks every size before allocating anything. Throws InputError as read_safetensors() does.
SafetensorsHeader read_safetensors_header(const std::filesystem::path& file);

/// The header of contiguous tensors as its file begins with it, padded to a multiple of 8 bytes.
std::string safetensors_header_of(const std::vector<TensorEntry>& entries, const Notes& notes);

/// "weights.safetensors, tensor w_q": for messages.
std::string place_of(const std::filesystem::path& file, const std::string& tensor);

} // namespace model
