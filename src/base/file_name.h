#pragma once
// Names of files on screen, in messages and in files of text. A name is any bytes on Linux and any UTF-16 on
// Windows; where it is no Unicode (Latin-1 names on an old stick), U+FFFD stands for what is none. A path
// keeps the name itself: text is made of it last, and a path of text first.

#include <filesystem>
#include <string>

namespace base {

/// The path in valid UTF-8.
std::string shown(const std::filesystem::path& file);

/// The file that shown() gave this text for: where a part of the path has U+FFFD and there is no such file,
/// the only one in its folder that is shown like that. Any other text is the path itself.
std::filesystem::path path_shown_as(const std::string& text);

} // namespace base
