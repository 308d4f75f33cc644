#include "workbench/settings.h"

#include "attention/input_error.h"
#include "files/whole_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace workbench {

using nlohmann::json;

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 20;
constexpr std::size_t most_texts = 8;
constexpr double slowest = 0.05, fastest = 20;

/// The file as JSON; an object without fields where that is impossible.
json parsed(const std::filesystem::path& file) {
    try {
        json read = json::parse(files::read_whole_file(file, largest_file), nullptr, false);
        if (read.is_object()) return read;
    } catch (const attention::InputError&) {
        // as if there were none
    }
    return json::object();
}

/// The first texts of a list.
std::vector<std::string> texts(const json& fields, const char* name) {
    std::vector<std::string> found;
    const auto list = fields.find(name);
    if (list == fields.end() || !list->is_array()) return found;
    for (const json& entry : *list)
        if (entry.is_string() && found.size() < most_texts) found.push_back(entry.get<std::string>());
    return found;
}

} // namespace

Settings read_settings(const std::filesystem::path& file) {
    Settings settings;
    if (file.empty()) return settings;
    const json fields = parsed(file);
    if (const auto speed = fields.find("play_speed"); speed != fields.end() && speed->is_number())
        if (const auto value = speed->get<double>(); value >= slowest && value <= fastest)
            settings.play_speed = value;
    settings.recent = texts(fields, "recent");
    settings.folded = texts(fields, "folded");
    return settings;
}

void write_settings(const std::filesystem::path& file, const Settings& settings) {
    if (file.empty()) return;
    std::error_code failed; // said by write_whole_file
    std::filesystem::create_directories(file.parent_path(), failed);
    const json fields{
        {"play_speed", settings.play_speed}, {"recent", settings.recent}, {"folded", settings.folded}};
    files::write_whole_file(file, fields.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

void change_settings(const std::filesystem::path& file, const std::function<void(Settings&)>& change) {
    const Settings before = read_settings(file);
    Settings after = before;
    change(after);
    if (after != before) write_settings(file, after);
}

void set_folded(Settings& settings, const std::string& panel, bool folded) {
    std::erase(settings.folded, panel);
    if (folded) settings.folded.push_back(panel);
}

void remember(Settings& settings, const std::filesystem::path& file) {
    std::error_code failed;
    const std::filesystem::path absolute = std::filesystem::absolute(file, failed);
    const std::string name = (failed ? file : absolute.lexically_normal()).string();
    std::erase(settings.recent, name);
    settings.recent.insert(settings.recent.begin(), name);
    if (settings.recent.size() > most_texts) settings.recent.resize(most_texts);
}

} // namespace workbench
