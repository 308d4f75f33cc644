#include "lesson/lecture_notes.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <system_error>

namespace lesson {

void write_lecture_notes(const std::filesystem::path& file, const LectureNotes& notes) {
    std::error_code unknown; // if it cannot be made, nothing can be written there
    std::filesystem::create_directories(file.parent_path(), unknown);
    base::write_whole_file(file, base::json_text(nlohmann::json{{"attention_lab_lecture", 1},
                                                                {"lesson", notes.lesson},
                                                                {"title", notes.title},
                                                                {"number", notes.number},
                                                                {"count", notes.count},
                                                                {"minutes", notes.minutes},
                                                                {"note", notes.note},
                                                                {"ask", notes.ask},
                                                                {"answer", notes.answer},
                                                                {"revealed", notes.revealed},
                                                                {"next", notes.next},
                                                                {"next_ask", notes.next_ask},
                                                                {"began", notes.began}}));
}

std::optional<LectureNotes> read_lecture_notes(const std::filesystem::path& file) {
    constexpr std::size_t most = std::size_t{1} << 20; // bytes
    try {
        const auto json = nlohmann::json::parse(base::read_whole_file(file, most));
        return LectureNotes{.lesson = json.at("lesson"),
                            .title = json.at("title"),
                            .number = json.at("number"),
                            .count = json.at("count"),
                            .minutes = json.at("minutes"),
                            .note = json.at("note"),
                            .ask = json.at("ask"),
                            .answer = json.at("answer"),
                            .revealed = json.at("revealed"),
                            .next = json.at("next"),
                            .next_ask = json.at("next_ask"),
                            .began = json.at("began")};
    } catch (const base::InputError&) { // there is none
        return std::nullopt;
    } catch (const nlohmann::json::exception&) { // half written, or by another program
        return std::nullopt;
    }
}

std::filesystem::path keys_beside(const std::filesystem::path& notes) {
    return notes.parent_path() / "lecture_keys.json";
}

void write_lecture_keys(const std::filesystem::path& file, const LectureKeys& keys) {
    base::write_whole_file(file, nlohmann::json{{"window", keys.window}, {"pressed", keys.pressed}}.dump());
}

void touch_lecture_keys(const std::filesystem::path& file) {
    std::error_code gone;
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now(), gone);
}

bool lecture_keys_are_fresh(const std::filesystem::path& file) {
    constexpr std::chrono::seconds fresh{5};
    std::error_code gone;
    const auto written = std::filesystem::last_write_time(file, gone);
    return !gone && std::filesystem::file_time_type::clock::now() - written < fresh;
}

std::optional<LectureKeys> read_lecture_keys(const std::filesystem::path& file) {
    constexpr std::size_t most = std::size_t{1} << 20; // bytes
    try {
        const auto json = nlohmann::json::parse(base::read_whole_file(file, most));
        return LectureKeys{.window = json.at("window"), .pressed = json.at("pressed")};
    } catch (const base::InputError&) { // there is none
        return std::nullopt;
    } catch (const nlohmann::json::exception&) { // by another program
        return std::nullopt;
    }
}

} // namespace lesson
