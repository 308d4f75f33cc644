#pragma once
// Files that are there whole or not at all.

#include <filesystem>
#include <string_view>

namespace files {

/// Writes the bytes beside the target (what a link points to) and renames. Throws InputError when that cannot
/// be done (no such folder, no right to write, no space, a device); the file that was there before is then
/// untouched.
void write_whole_file(const std::filesystem::path& name, std::string_view bytes);

} // namespace files
