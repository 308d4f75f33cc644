#pragma once
// Safetensors files: named tensors, read and written.

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace model {

/// A tensor of any rank, values as float (U8 becomes 0…255, BOOL 0 or 1).
struct Tensor {
    std::vector<std::int64_t> shape; ///< empty: a single number
    std::vector<float> values;       ///< row-major
    bool is_real = true;             ///< of a floating type; otherwise integers or truth values
    bool is_rounded = false;         ///< a number of the file is no 32-bit float, and was rounded to one

    std::int64_t size() const; ///< the product of the shape
};

using Tensors = std::map<std::string, Tensor>;

/// "(2, 4, 8)", for messages.
std::string shape_text(const std::vector<std::int64_t>& shape);

/// Reads F32, F64, F16, BF16, I64, I32, U8 and BOOL. Checks every size in the header before allocating
/// anything. Throws InputError naming the file and the tensor: unreadable, truncated, header larger than the
/// file, not JSON, duplicate name, unknown type, offsets that overlap, leave gaps or exceed the file, shape
/// that does not match its bytes, NaN or infinity, a number beyond the range of 32-bit floats. Only the
/// tensors "mask", "bias", "biased" and "masked" may hold −∞, for forbidden keys.
Tensors read_safetensors(const std::filesystem::path& file);
/// The same of the tensors with these names only, for files of whole models.
Tensors read_safetensors(const std::filesystem::path& file, const std::set<std::string>& names);
/// What the file holds, without reading it: the names of its tensors. Throws InputError as
/// read_safetensors() does.
std::set<std::string> tensor_names(const std::filesystem::path& file);

/// What the file says about itself, besides its tensors: texts by name.
using Notes = std::map<std::string, std::string>;
/// Throws InputError as read_safetensors() does, without reading the tensors.
Notes read_notes(const std::filesystem::path& file);

/// Writes F32, and tensors that are not real, which must hold 0 and 1, as BOOL, to a temporary file beside
/// the target and renames it. Throws InputError when it cannot be written; the target is then unchanged.
void write_safetensors(const std::filesystem::path& file, const Tensors& tensors, const Notes& notes = {});

} // namespace model
