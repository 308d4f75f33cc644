#pragma once
// The safetensors format.

#include "model/tensor_file.h"

#include <optional>

namespace model {

/// Reads F32, F64, F16, BF16, I64, I32, U8 and BOOL; of the tensors with these names only, if there are any.
/// Checks every size in the header before allocating anything. Throws InputError naming the file and the
/// tensor: unreadable, truncated, header larger than the file, not JSON, duplicate name, unknown type,
/// offsets that overlap, leave gaps or exceed the file, shape that does not match its bytes, and what
/// `numbers` does not allow.
Tensors read_safetensors(const std::filesystem::path& file,
                         const std::optional<std::set<std::string>>& names = {},
                         Numbers numbers = Numbers::finite);

// Without reading the tensors. They throw InputError as read_safetensors() does.

std::set<std::string> safetensors_names(const std::filesystem::path& file);
Notes safetensors_notes(const std::filesystem::path& file);

/// The bytes of a file, each tensor in the type of written_type_of() (model/tensor_numbers.h).
std::string safetensors_of(const Tensors& tensors, const Notes& notes);

} // namespace model
