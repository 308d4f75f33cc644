#pragma once
// The names in a folder, for path completion.

#include <filesystem>
#include <string>
#include <vector>

namespace workbench {

/// Expands "~/" to the home folder; U+FFFD stands for what a name has instead (base/file_name.h).
std::filesystem::path meant_path(const std::string& typed);

/// A typed path split in two: the folder, up to and including the last "/" (on Windows also "\"), and the
/// beginning of a name in it.
struct TypedPath {
    std::string folder, name;
};
TypedPath split_path(const std::string& typed);

struct FolderEntry {
    std::string name;
    bool is_folder = false;
    bool operator==(const FolderEntry&) const = default;
};

/// The entries of the folder of a typed path: folders first, then files that end with `ending` (empty: all),
/// each sorted by name, and no more than a user could look through. Empty if there is no such folder.
std::vector<FolderEntry> list_folder(const std::string& folder, const std::string& ending);

/// The entries whose name begins with `name`; hidden ones only if it begins with a dot.
std::vector<FolderEntry> beginning_with(const std::vector<FolderEntry>& entries, const std::string& name);

/// The typed path, extended by what all matching entries have in common, and by "/" if the only match is a
/// folder.
std::string completed(const std::string& typed, const std::vector<FolderEntry>& entries);

} // namespace workbench
