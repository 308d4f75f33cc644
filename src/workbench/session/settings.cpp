#include "workbench/session/settings.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/system.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace workbench {

using nlohmann::json;

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 20;
constexpr std::size_t most_texts = 8;
constexpr double slowest = 0.05, fastest = 20, smallest = 0.6, largest = 3;

/// The file as JSON; an empty object if that is impossible.
json parsed(const std::filesystem::path& file) {
    try {
        const std::string text = base::read_whole_file(file, largest_file);
        base::expect_bounded_json(text, base::shown(file));
        json read = json::parse(text, nullptr, false);
        if (read.is_object()) return read;
    } catch (const base::InputError&) {
        // as if there were none
    }
    return json::object();
}

/// Sets `number` if the field is a number from `least` to `most`.
void read_number(const json& fields, const char* name, double least, double most, double& number) {
    const auto field = fields.find(name);
    if (field == fields.end() || !field->is_number()) return;
    if (const auto value = field->get<double>(); value >= least && value <= most) number = value;
}

/// The first texts of a list, at most `most_texts`.
std::vector<std::string> texts(const json& fields, const char* name) {
    std::vector<std::string> found;
    const auto list = fields.find(name);
    if (list == fields.end() || !list->is_array()) return found;
    for (const json& entry : *list)
        if (entry.is_string() && found.size() < most_texts) found.push_back(entry.get<std::string>());
    return found;
}

void make_folder_of(const std::filesystem::path& file) {
    std::error_code failed; // reported by write_whole_file()
    std::filesystem::create_directories(file.parent_path(), failed);
}

} // namespace

Settings read_settings(const std::filesystem::path& file) {
    Settings settings;
    if (file.empty()) return settings;
    const json fields = parsed(file);
    read_number(fields, "play_speed", slowest, fastest, settings.play_speed);
    read_number(fields, "zoom", smallest, largest, settings.zoom);
    settings.dark = fields.value("theme", json()) == "dark";
    settings.recent = texts(fields, "recent");
    settings.folded = texts(fields, "folded");
    settings.opened = texts(fields, "opened");
    return settings;
}

void write_settings(const std::filesystem::path& file, const Settings& settings) {
    if (file.empty()) return;
    make_folder_of(file);
    const json fields{{"play_speed", settings.play_speed},
                      {"recent", settings.recent},
                      {"folded", settings.folded},
                      {"opened", settings.opened},
                      {"zoom", settings.zoom},
                      {"theme", settings.dark ? "dark" : "light"}};
    base::write_whole_file(file, base::json_text(fields, 2) + "\n");
}

void change_settings(const std::filesystem::path& file, const std::function<void(Settings&)>& change) {
    if (file.empty()) return;
    make_folder_of(file);
    const base::FolderLock lock(file.parent_path());
    const Settings before = read_settings(file);
    Settings after = before;
    change(after);
    if (after != before) write_settings(file, after);
}

bool is_folded(const Settings& settings, const std::string& panel, bool usually) {
    const auto& others = usually ? settings.opened : settings.folded;
    return usually != (std::ranges::find(others, panel) != others.end());
}

void set_folded(Settings& settings, const std::string& panel, bool folded, bool usually) {
    auto& others = usually ? settings.opened : settings.folded;
    std::erase(others, panel);
    if (folded != usually) others.push_back(panel);
}

void remember(Settings& settings, const std::filesystem::path& file) {
    std::error_code failed;
    const std::filesystem::path absolute = std::filesystem::absolute(file, failed);
    const std::string name = base::shown(failed ? file : absolute.lexically_normal());
    std::erase(settings.recent, name);
    settings.recent.insert(settings.recent.begin(), name);
    if (settings.recent.size() > most_texts) settings.recent.resize(most_texts);
}

} // namespace workbench
