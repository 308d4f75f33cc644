#pragma once
// What a person has chosen once for all sessions, in a small file of their own.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace workbench {

struct Settings {
    double play_speed = 1;                ///< how fast Play goes, × the usual
    std::vector<std::string> recent = {}; ///< files that were opened or saved, the newest first
    std::vector<std::string> folded = {}; ///< panels that are folded away

    bool operator==(const Settings&) const = default;
};

/// Never refuses: a field that is missing or makes no sense, like a file that is missing or damaged, is as in
/// Settings{}. An empty path gives Settings{}.
Settings read_settings(const std::filesystem::path& file);

/// Makes the folder where there is none. Throws InputError where the file cannot be written; an empty path is
/// written nowhere.
void write_settings(const std::filesystem::path& file, const Settings& settings);

/// Reads, changes and writes, so that a second window's settings are not undone. Throws like write_settings.
void change_settings(const std::filesystem::path& file, const std::function<void(Settings&)>& change);

/// Notes whether a panel is folded away.
void set_folded(Settings& settings, const std::string& panel, bool folded);

/// Puts a file first among the recent ones, each there once, the oldest forgotten.
void remember(Settings& settings, const std::filesystem::path& file);

} // namespace workbench
