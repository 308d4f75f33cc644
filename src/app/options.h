#pragma once
// What the command line asks for.

#include <filesystem>
#include <string>

namespace app {

struct WindowOptions {
    std::string text;  ///< a sentence in place of the first preset
    std::string view;  ///< empty: the session's, or the Start page, or after --text the Walkthrough
    std::string stage; ///< key of a stage; empty: the session's, or the first
    std::filesystem::path session; ///< read when it exists, written by Ctrl S
    int width = 1600, height = 900;
    std::string theme = "light";
    bool reduce_motion = false;
    std::filesystem::path anchors, frame_stats;
};

struct TourOptions {
    std::filesystem::path out;
    int width = 1600, height = 900;
    std::string theme = "light";
    std::string text;
};

/// The folders that come with the program, found beside the executable, installed, or in the source tree.
/// Throws InputError when they are in none of these places.
struct DataFolders {
    std::filesystem::path assets, shaders;
};
DataFolders data_folders();

/// Where figures are kept unless a person names another place: the working folder, or the person's own where
/// that may not be written to.
std::filesystem::path export_folder();

/// Files of the person's own, by the XDG base directory specification: what was chosen for all sessions, and
/// the folder of what was open when the program ended. Empty where the person has no folder.
std::filesystem::path settings_file();
std::filesystem::path state_folder();

/// "1600x900" to numbers between 320 × 240 and 16384 × 16384. Throws InputError.
void parse_size(const std::string& text, int& width, int& height);

} // namespace app
