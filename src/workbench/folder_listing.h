#pragma once
// The names in a folder, to complete a path while it is typed.

#include <filesystem>
#include <string>
#include <vector>

namespace workbench {

/// "~/x" is in the person's own folder; everything else is as it was typed.
std::filesystem::path meant_path(const std::string& typed);

/// A typed path in two: the folder up to and with the last "/", and the beginning of a name in it.
struct TypedPath {
    std::string folder, name;
};
TypedPath split_path(const std::string& typed);

struct FolderEntry {
    std::string name;
    bool is_folder = false;
    bool operator==(const FolderEntry&) const = default;
};

/// What is in the folder of a typed path: folders first, then files that end with `ending` (empty: all), each
/// in the order of the alphabet, and no more than a person could look through. Nothing where there is no such
/// folder.
std::vector<FolderEntry> list_folder(const std::string& folder, const std::string& ending);

/// Those whose name begins with `name`; hidden ones only when it begins with a dot.
std::vector<FolderEntry> beginning_with(const std::vector<FolderEntry>& entries, const std::string& name);

/// The typed path, longer by what all entries that begin so have in common; "/" after a folder that is the
/// only one.
std::string completed(const std::string& typed, const std::vector<FolderEntry>& entries);

} // namespace workbench
