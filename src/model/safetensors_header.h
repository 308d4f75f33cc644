#pragma once
// The header of a safetensors file: its tensors, with their types, shapes and byte ranges.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace model {

/// How the numbers of a tensor are stored.
struct TensorType {
    const char* name;
    std::size_t bytes;                   ///< per number
    float (*decode)(std::uint64_t bits); ///< converts its bits, read as little-endian, to float
};

/// A tensor as described in the header; the bytes [begin, end) are relative to the end of the header.
struct TensorEntry {
    std::string name;
    const TensorType* type = nullptr;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0, end = 0;
};

/// The tensors of the header `text`, sorted by their bytes, which must cover all of `data_size` without gaps.
/// Throws InputError naming file and tensor.
std::vector<TensorEntry> read_entries(const std::string& text, std::uint64_t data_size,
                                      const std::filesystem::path& file);

/// The notes in the header `text`: what is not text is left out. Throws InputError when it is not JSON.
std::map<std::string, std::string> read_notes(const std::string& text, const std::filesystem::path& file);

/// The header of contiguous F32 tensors, padded with spaces to a multiple of 8 bytes.
std::string header_of(const std::vector<TensorEntry>& entries,
                      const std::map<std::string, std::string>& notes);

/// "weights.safetensors, tensor w_q": for messages.
std::string place_of(const std::filesystem::path& file, const std::string& tensor);

} // namespace model
