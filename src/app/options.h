#pragma once
// The options of the window and the tour, and the folders that the program works with.

#include <filesystem>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace app {

struct WindowOptions {
    std::string text;            ///< a sentence to use instead of the first preset
    std::string view;            ///< empty: the session's, or the Start page, or with --text the Walkthrough
    std::string stage;           ///< key of a stage; empty: the session's, or the first
    std::filesystem::path model; ///< a trained one to open; empty: none
    std::string choices;         ///< in the views, as in a session file: {"race": {"plot": "memory"}}
    std::string lesson;          ///< id of the lesson to open, and its step: "softmax", "softmax:3"
    std::filesystem::path lessons; ///< another folder of lessons; empty: the user's own
    bool lecture = false, notes = false;
    std::filesystem::path notes_to; ///< a file for the lecturer's notes; empty: none
    std::filesystem::path session;  ///< read if it exists, written by Ctrl S
    int width = 1600, height = 900;
    std::string theme; ///< light or dark; empty: as it was last
    bool reduce_motion = false;
    std::filesystem::path anchors, frame_stats;
    bool paint_when_asked = false;
};

/// An option, or an argument without a name, that names a file or folder, in UTF-8 on every system.
CLI::Option* add_path(CLI::App& cli, const std::string& name, std::filesystem::path& path,
                      const std::string& help);

/// Parses "1600x900", between 320 × 240 and 16384 × 16384. Throws InputError.
void parse_size(const std::string& text, int& width, int& height);

struct TourOptions {
    std::filesystem::path out;
    int width = 1600, height = 900;
    std::string theme = "light";
    std::string text;
    std::string choices; ///< as in WindowOptions
};

/// The folders of the program's data. Throws InputError if base::data_folder() does not find them.
struct DataFolders {
    std::filesystem::path assets, shaders;
};
DataFolders data_folders();

/// Where figures are saved by default: in the working folder, or in the home folder if that is not writable.
std::filesystem::path export_folder();

// The user's own files, all empty if the user has no home folder.

std::filesystem::path settings_file(); ///< for all sessions
std::filesystem::path state_folder();  ///< autosaved sessions
std::filesystem::path model_folder();  ///< trained models
std::filesystem::path progress_file(); ///< in the lessons

/// The folders of lessons: the course's, and `chosen` or else the user's own.
std::vector<std::filesystem::path> lesson_folders(const std::filesystem::path& assets,
                                                  const std::filesystem::path& chosen);

} // namespace app
