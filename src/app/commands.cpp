#include "app/commands.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/system.h"
#include "base/text.h"

#include <CLI/CLI.hpp>

namespace app {

namespace fs = std::filesystem;

CLI::Option* add_path(CLI::App& cli, const std::string& name, fs::path& path, const std::string& help) {
    const auto keep = [&path](const std::string& text) { path = base::path_from_utf8(text); };
    return cli.add_option_function<std::string>(name, keep, help);
}

void parse_size(const std::string& text, int& width, int& height) {
    const auto times = text.find('x');
    const bool two = times != std::string::npos;
    const long w = two ? base::whole_in(text.substr(0, times)).value_or(0) : 0;
    const long h = two ? base::whole_in(text.substr(times + 1)).value_or(0) : 0;
    if (w < 320 || h < 240 || w > 16384 || h > 16384)
        throw base::InputError("--size", "“" + text + "” is not a size between 320x240 and 16384x16384",
                               "write for example --size 1600x900");
    width = static_cast<int>(w);
    height = static_cast<int>(h);
}

DataFolders data_folders() {
    const fs::path folder = base::data_folder();
    if (folder.empty())
        throw base::InputError("installation", "the folders assets and shaders are missing",
                               "set ATTENTION_LAB_DATA to the folder that holds them");
    return {folder / "assets", folder / "shaders"};
}

fs::path export_folder() {
    std::error_code failed;
    const fs::path here = fs::current_path(failed), home = base::home_folder();
    return home.empty() || (!failed && base::may_write_in(here)) ? here : home;
}

namespace {

/// A file or folder among the user's own; empty if the user has no home folder.
fs::path own(base::Kept what, const char* name) {
    const fs::path folder = base::own_folder(what);
    return folder.empty() ? folder : folder / name;
}

} // namespace

fs::path settings_file() {
    return own(base::Kept::settings, "settings.json");
}

fs::path state_folder() {
    return base::own_folder(base::Kept::state);
}

fs::path model_folder() {
    return own(base::Kept::data, "models");
}

fs::path real_model_folder() {
    return own(base::Kept::data, "real");
}

fs::path progress_file() {
    return own(base::Kept::data, "progress.json");
}

std::vector<fs::path> lesson_folders(const fs::path& assets, const fs::path& chosen) {
    std::vector<fs::path> folders{assets / "lessons"};
    const fs::path other = chosen.empty() ? own(base::Kept::data, "lessons") : chosen;
    if (!other.empty()) folders.push_back(other);
    return folders;
}

} // namespace app
