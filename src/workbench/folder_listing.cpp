#include "workbench/folder_listing.h"

#include "base/file_name.h"
#include "base/places.h"
#include "base/utf8.h"

#include <algorithm>
#include <tuple>

namespace workbench {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_entries = 5000;

std::size_t common_length(const std::string& a, const std::string& b) {
    return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

} // namespace

fs::path meant_path(const std::string& typed) {
    const fs::path home = base::home_folder();
    if (!home.empty() && (typed == "~" || typed.starts_with("~/")))
        return home / base::path_shown_as(typed.substr(std::min<std::size_t>(2, typed.size())));
    return base::path_shown_as(typed);
}

TypedPath split_path(const std::string& typed) {
    const char separators[] = {'/', static_cast<char>(fs::path::preferred_separator), '\0'};
    const std::size_t slash = typed.find_last_of(separators);
    if (slash == std::string::npos) return {"", typed};
    return {typed.substr(0, slash + 1), typed.substr(slash + 1)};
}

std::vector<FolderEntry> list_folder(const std::string& folder, const std::string& ending) {
    std::vector<FolderEntry> entries;
    std::error_code failed;
    const fs::path meant = folder.empty() ? fs::path(".") : meant_path(folder);
    for (fs::directory_iterator entry(meant, failed), end;
         !failed && entry != end && entries.size() < most_entries; entry.increment(failed)) {
        std::error_code unknown;
        const bool is_folder = entry->is_directory(unknown);
        std::string name = base::shown(entry->path().filename());
        if (is_folder || name.ends_with(ending)) entries.push_back({std::move(name), is_folder});
    }
    std::ranges::sort(entries, {}, [](const FolderEntry& e) { return std::tuple(!e.is_folder, e.name); });
    return entries;
}

std::vector<FolderEntry> beginning_with(const std::vector<FolderEntry>& entries, const std::string& name) {
    std::vector<FolderEntry> found;
    for (const FolderEntry& entry : entries)
        if (entry.name.starts_with(name) && (!entry.name.starts_with('.') || name.starts_with('.')))
            found.push_back(entry);
    return found;
}

std::string completed(const std::string& typed, const std::vector<FolderEntry>& entries) {
    const TypedPath path = split_path(typed);
    const auto found = beginning_with(entries, path.name);
    if (found.empty()) return typed;
    std::size_t common = found.front().name.size();
    for (const FolderEntry& entry : found)
        common = std::min(common, common_length(found.front().name, entry.name));
    common = base::character_start(found.front().name, common);
    const bool whole_folder = found.size() == 1 && found.front().is_folder;
    return path.folder + found.front().name.substr(0, common) + (whole_folder ? "/" : "");
}

} // namespace workbench
