#pragma once
// Finds system fonts for letters that the program's own fonts lack.

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace drawing {

/// A face in a file; a collection (.ttc) holds several.
struct FaceFile {
    std::filesystem::path path;
    int index = 0;
    auto operator<=>(const FaceFile&) const = default;
};

/// For each letter, the system's preferred font; empty when none has it, or when the program was built
/// without fontconfig. May be called on any thread. The first call takes tens of milliseconds while
/// fontconfig reads its lists.
std::map<char32_t, std::optional<FaceFile>> system_fonts_with(const std::u32string& letters);

} // namespace drawing
