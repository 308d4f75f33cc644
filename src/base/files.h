#pragma once
// File names as text, and reading and writing files as a whole or not at all.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace base {

// Names. On Linux a name is any sequence of bytes, on Windows any UTF-16; as text, U+FFFD replaces what is
// not Unicode (Latin-1 names on an old stick). So keep the path itself: turn it into text as late, and text
// into a path as early as possible.

/// The path that UTF-8 text spells: what std::string gives by itself everywhere but on Windows, where the C++
/// library knows ASCII alone.
std::filesystem::path path_from_utf8(std::string_view text);

/// The path in valid UTF-8.
std::string shown(const std::filesystem::path& file);

/// The file for which shown() gave this text: a part of the path with U+FFFD that does not exist stands for
/// the only file in its folder that is shown like that. Any other text is the path itself.
std::filesystem::path path_shown_as(const std::string& text);

// Contents.

/// The bytes of a regular file. Throws InputError, without blocking, for anything else (no such file, a
/// folder, a pipe, a device, circular links), for more than `most_bytes`, and when reading fails.
std::string read_whole_file(const std::filesystem::path& name, std::uintmax_t most_bytes);

/// How the names of temporary files end.
inline constexpr std::string_view unfinished = ".part";

/// Writes the bytes to a temporary file beside the target (for a link: what it points to) and renames it.
/// Throws InputError when that fails (no such folder, no permission, no space, a device); an existing file is
/// then untouched.
void write_whole_file(const std::filesystem::path& name, std::string_view bytes);

/// Removes temporary files of killed programs: those in `folder` that `is_part` names and that are a minute
/// older than `written`, by the disk's clock; a newer one may still be in the making. Never fails.
void remove_stale_parts(const std::filesystem::path& folder, const std::filesystem::path& written,
                        const std::function<bool(const std::filesystem::path&)>& is_part);

} // namespace base
