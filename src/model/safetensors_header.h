#pragma once
// The header of a safetensors file: which tensors it holds, of what type and shape, and where their bytes
// are.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace model {

/// How a tensor's numbers are stored.
struct TensorType {
    const char* name;
    std::size_t bytes;                   ///< of one number
    float (*decode)(std::uint64_t bits); ///< its bits, read little-endian, as float
};

/// A tensor as the header describes it; bytes [begin, end) counted from the end of the header.
struct TensorEntry {
    std::string name;
    const TensorType* type = nullptr;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0, end = 0;
};

/// The tensors of the header `text`, in the order of their bytes, all of them within `data_size` and leaving
/// no byte out. Throws InputError naming file and tensor.
std::vector<TensorEntry> read_entries(const std::string& text, std::uint64_t data_size,
                                      const std::filesystem::path& file);

/// The header of F32 tensors that follow one another, padded with spaces to a multiple of 8 bytes.
std::string header_of(const std::vector<TensorEntry>& entries);

/// "weights.safetensors, tensor w_q": for messages.
std::string place_of(const std::filesystem::path& file, const std::string& tensor);

} // namespace model
