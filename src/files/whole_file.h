#pragma once
// Files that are there whole or not at all.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace files {

/// The bytes of a regular file. Throws InputError at once, without waiting, for anything else (no such file,
/// a folder, a pipe, a device, links that lead in a circle), for more than `most_bytes`, and where reading
/// fails.
std::string read_whole_file(const std::filesystem::path& name, std::uintmax_t most_bytes);

/// Writes the bytes beside the target (what a link points to) and renames. Throws InputError when that cannot
/// be done (no such folder, no right to write, no space, a device); the file that was there before is then
/// untouched.
void write_whole_file(const std::filesystem::path& name, std::string_view bytes);

} // namespace files
