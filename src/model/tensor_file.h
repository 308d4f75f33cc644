#pragma once
// Files of named tensors, read and written.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
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
    int precision = 24;              ///< significant bits of a real number in the file

    std::int64_t size() const; ///< the product of the shape
};

using Tensors = std::map<std::string, Tensor>;

/// "(2, 4, 8)", for messages: also of a place in a tensor.
std::string shape_text(const std::vector<std::int64_t>& shape);
/// The place of the number `index` of a tensor, counted from 0 on each axis.
std::vector<std::int64_t> place_in(const std::vector<std::int64_t>& shape, std::size_t index);

/// Which numbers a reader takes.
enum class Numbers {
    finite, ///< what can be computed with: neither NaN nor infinity, except −∞ for forbidden keys in the
            ///< tensors "mask", "bias", "biased" and "masked"; nothing beyond the range of 32-bit floats
    any     ///< whatever somebody's program has computed
};

/// What the file says about itself, besides its tensors: texts by name.
using Notes = std::map<std::string, std::string>;

/// The tensors of a file, safetensors, NumPy's archive (.npz) or one array of NumPy's (.npy, under the file's
/// own name), whichever its bytes are; those with these names only, if there are any. Throws InputError as
/// read_safetensors() (model/safetensors.h) and read_npz() (model/numpy_file.h) do, and for a file that has
/// more than `most_bytes`, packed or not; without that, NumPy's may have 2 GiB.
Tensors read_tensors(const std::filesystem::path& file,
                     const std::optional<std::set<std::string>>& names = {},
                     Numbers numbers = Numbers::finite, std::optional<std::uint64_t> most_bytes = {});
/// The names of its tensors. Throws InputError as read_tensors() does.
std::set<std::string> tensor_names(const std::filesystem::path& file);
/// Throws InputError as read_tensors() does.
Notes read_notes(const std::filesystem::path& file);

/// Writes float32, float16 where a tensor's precision says so, and truth values for tensors that are not
/// real, which must hold 0 and 1: an .npz archive if the file's name ends so, otherwise safetensors. Writes a
/// temporary file beside the target and renames it. Throws InputError when it cannot be written; the target
/// is then unchanged.
void write_tensors(const std::filesystem::path& file, const Tensors& tensors, const Notes& notes = {});

} // namespace model
