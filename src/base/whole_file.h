#pragma once
// Reads and writes files as a whole or not at all.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace base {

/// The bytes of a regular file. Throws InputError, without blocking, for anything else (no such file, a
/// folder, a pipe, a device, circular links), for more than `most_bytes`, and when reading fails.
std::string read_whole_file(const std::filesystem::path& name, std::uintmax_t most_bytes);

/// What the names of temporary files end with.
inline constexpr std::string_view unfinished = ".part";

/// Writes the bytes to a temporary file beside the target (for a link: what it points to) and renames it.
/// Throws InputError when that fails (no such folder, no permission, no space, a device); an existing file is
/// then untouched.
void write_whole_file(const std::filesystem::path& name, std::string_view bytes);

} // namespace base
