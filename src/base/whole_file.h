#pragma once
// Reads and writes files as a whole or not at all.

#include <cstdint>
#include <filesystem>
#include <functional>
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

/// Removes temporary files of killed programs: those in `folder` that `is_part` names and that are a minute
/// older than `written`, by the clock of the disk. A newer one may be being written now. Never fails.
void remove_stale_parts(const std::filesystem::path& folder, const std::filesystem::path& written,
                        const std::function<bool(const std::filesystem::path&)>& is_part);

} // namespace base
