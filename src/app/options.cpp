#include "app/options.h"

#include "base/input_error.h"
#include "base/number_text.h"

#include <cstdlib>

#ifdef __linux__
#include <unistd.h>
#endif

namespace app {

namespace fs = std::filesystem;

DataFolders data_folders() {
    std::error_code ignored;
    const fs::path executable = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    const char* chosen = std::getenv("ATTENTION_LAB_DATA");
    const fs::path candidates[] = {chosen ? fs::path(chosen) : fs::path(),
                                   executable / "../share/attention-lab", fs::path(ATTENTION_LAB_SOURCE_DIR)};
    for (const fs::path& folder : candidates)
        if (!folder.empty() && fs::exists(folder / "assets") && fs::exists(folder / "shaders"))
            return {folder / "assets", folder / "shaders"};
    throw base::InputError("installation", "the folders assets and shaders are missing",
                           "set ATTENTION_LAB_DATA to the folder that holds them");
}

fs::path export_folder() {
    std::error_code failed;
    fs::path here = fs::current_path(failed);
    const char* home = std::getenv("HOME");
#ifdef __linux__
    if (!failed && access(here.c_str(), W_OK) == 0) return here;
#else
    if (!failed) return here;
#endif
    return home ? fs::path(home) : here;
}

namespace {

/// The folder given by the environment variable, or `otherwise` in the home folder. Relative paths are
/// ignored, as the specification requires.
fs::path own_folder(const char* variable, const char* otherwise) {
    const char* chosen = std::getenv(variable);
    if (chosen && fs::path(chosen).is_absolute()) return fs::path(chosen) / "attention-lab";
    const char* home = std::getenv("HOME");
    return home && *home ? fs::path(home) / otherwise / "attention-lab" : fs::path();
}

} // namespace

fs::path settings_file() {
    const fs::path folder = own_folder("XDG_CONFIG_HOME", ".config");
    return folder.empty() ? folder : folder / "settings.json";
}

fs::path state_folder() {
    return own_folder("XDG_STATE_HOME", ".local/state");
}

std::vector<fs::path> lesson_folders(const fs::path& assets, const fs::path& chosen) {
    std::vector<fs::path> folders{assets / "lessons"};
    const fs::path own = own_folder("XDG_DATA_HOME", ".local/share");
    if (!chosen.empty())
        folders.push_back(chosen);
    else if (!own.empty())
        folders.push_back(own / "lessons");
    return folders;
}

fs::path model_folder() {
    const fs::path folder = own_folder("XDG_DATA_HOME", ".local/share");
    return folder.empty() ? folder : folder / "models";
}

fs::path progress_file() {
    const fs::path folder = own_folder("XDG_DATA_HOME", ".local/share");
    return folder.empty() ? folder : folder / "progress.json";
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

} // namespace app
