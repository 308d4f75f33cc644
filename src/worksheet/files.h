#pragma once
// Several files into a folder, all or none.

#include <filesystem>
#include <string>
#include <vector>

namespace worksheet {

struct NewFile {
    std::string name; ///< in the folder
    std::string bytes;
};

/// Makes the folder if there is none. Writes all files beside their places before the first replaces one that
/// is there; if that fails, nothing is left of them. Throws InputError: a folder that cannot be made or
/// written, no space.
void write_all(const std::filesystem::path& folder, const std::vector<NewFile>& files);

} // namespace worksheet
