#pragma once
// Names of files on screen, in messages and in files of text. A name is any bytes on Linux and any UTF-16 on
// Windows; where it is no Unicode (Latin-1 names on an old stick), U+FFFD stands for what is none. A path
// keeps the name itself: text is made of it last, and a path of text first.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace base {

/// The path in valid UTF-8.
std::string shown(const std::filesystem::path& file);

/// The file that shown() gave this text for: where a part of the path has U+FFFD and there is no such file,
/// the only one in its folder that is shown like that. Any other text is the path itself.
std::filesystem::path path_shown_as(const std::string& text);

// Reads and writes files as a whole or not at all.

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
