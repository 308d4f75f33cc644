#pragma once
// The user's choices that apply to all sessions, in a small file.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace workbench {

struct Settings {
    double play_speed = 1; ///< of Play, relative to the default
    std::vector<std::string> recent =
        {}; ///< files opened or saved, as base::shown() has them; the newest first
    std::vector<std::string> folded = {}; ///< panels folded away that are usually open
    double zoom = 1;                      ///< of everything, relative to the usual size
    bool dark = false;                    ///< the theme
    std::vector<std::string> opened = {}; ///< panels opened that are usually folded away

    bool operator==(const Settings&) const = default;
};

/// Never fails: what is missing or invalid is as in Settings{}, be it a field, the whole file or the path.
Settings read_settings(const std::filesystem::path& file);

/// Creates the folder if necessary. Throws InputError if the file cannot be written; does nothing for an
/// empty path.
void write_settings(const std::filesystem::path& file, const Settings& settings);

/// Reads, changes and writes while no other window does, so that the changes of both are kept. Throws like
/// write_settings().
void change_settings(const std::filesystem::path& file, const std::function<void(Settings&)>& change);

bool is_folded(const Settings& settings, const std::string& panel, bool usually = false);
/// Records whether a panel is folded away.
void set_folded(Settings& settings, const std::string& panel, bool folded, bool usually = false);

/// Puts a file first among the recent ones, without duplicates, and drops the oldest.
void remember(Settings& settings, const std::filesystem::path& file);

} // namespace workbench
