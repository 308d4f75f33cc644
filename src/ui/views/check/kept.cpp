// What outlives the Check view: the folders of the exercises begun, in a small file.
#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "ui/views/check/check.h"

#include <nlohmann/json.hpp>

namespace ui {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::uintmax_t largest_kept = std::uintmax_t{1} << 18;

/// An empty object where the file is missing or damaged.
json kept_exercises(const fs::path& file) {
    try {
        const std::string text = base::read_whole_file(file, largest_kept);
        base::expect_bounded_json(text, base::shown(file));
        json all = json::parse(text, nullptr, false);
        if (all.is_object()) return all;
    } catch (const base::InputError&) { // begun anew
    }
    return json::object();
}

} // namespace

void CheckView::keep_in(const fs::path& folder) {
    if (folder.empty()) return;
    CheckWork& work = state_.work;
    work.kept_in = folder / "exercises.json";
    const json kept = kept_exercises(work.kept_in);
    const auto text = [](const json& from, const char* name) {
        const auto found = from.find(name);
        return found != from.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    const json folders = kept.value("folders", json::object());
    for (const exercise::Level& level : exercise::levels())
        if (folders.is_object())
            if (const std::string at = text(folders, level.id); !at.empty())
                work.folders[level.id] = base::path_from_utf8(at);
    const std::string current = text(kept, "current"), language = text(kept, "language");
    for (std::size_t i = 0; i < exercise::levels().size(); ++i)
        if (exercise::levels()[i].id == current) state_.chosen.level = i;
    for (std::size_t i = 0; i < exercise::languages().size(); ++i)
        if (exercise::languages()[i].key == language) state_.chosen.language = i;
}

void CheckView::write_into(const fs::path& folder) {
    state_.work.beside = folder / "attention-lab";
}

void keep_folders(const CheckState& state) {
    if (state.work.kept_in.empty()) return;
    json folders = json::object();
    for (const auto& [level, folder] : state.work.folders)
        folders[level] = base::shown(folder);
    const json all{{"current", exercise::levels()[state.chosen.level].id},
                   {"language", exercise::languages()[state.chosen.language].key},
                   {"folders", folders}};
    try {
        std::error_code unknown;
        fs::create_directories(state.work.kept_in.parent_path(), unknown);
        base::write_whole_file(state.work.kept_in, base::json_text(all, 2) + "\n");
    } catch (const base::InputError&) { // the exercise itself is where the learner put it
    }
}

} // namespace ui
