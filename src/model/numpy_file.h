#pragma once
// NumPy's formats: one array in an .npy file, several in an .npz archive.

#include "model/tensor_file.h"

#include <string_view>

namespace model {

/// True for bytes that begin as an .npy file does.
bool is_npy(std::string_view bytes);

/// What NumPy's files hold: its arrays, and its texts, which stand for notes.
struct NumpyFile {
    Tensors tensors;
    Notes notes;
};

/// The array of an .npy file, under `name`. Reads real numbers of 16, 32 and 64 bits, integers of 8 to 64
/// bits and truth values, in either order of bytes, row- or column-major. Throws InputError naming `where`:
/// not an .npy file, truncated, a header that cannot be read, a shape that does not match its bytes, complex
/// numbers, records, Python objects (which are never unpacked), and what `numbers` does not allow.
NumpyFile read_npy(std::string_view bytes, const std::string& name, const std::string& where,
                   Numbers numbers);
/// Every array of an .npz archive, stored or deflated. Throws InputError as read_npy() and
/// base::read_archive() do, the latter for arrays of more than `most_bytes` together.
NumpyFile read_npz(std::string_view bytes, const std::string& where, Numbers numbers,
                   std::uint64_t most_bytes = std::uint64_t{2} << 30U);

/// The bytes of an archive of float32 arrays, of truth values for tensors that are not real, and of texts.
std::string npz_of(const NumpyFile& file);
/// The bytes of an .npy file.
std::string npy_of(const Tensor& tensor);

} // namespace model
