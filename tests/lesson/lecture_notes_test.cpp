#include "lesson/lecture_notes.h"

#include "base/files.h"
#include "base/input_error.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>

using lesson::LectureNotes;

TEST_CASE("what the window on the wall writes, the lecturer's own window reads") {
    const TemporaryFolder folder;
    const auto file = folder.path / "state" / "lecture.json"; // whose folder is not there yet
    CHECK_FALSE(lesson::read_lecture_notes(file));
    const LectureNotes notes{.lesson = "Softmax",
                             .title = "From scores to shares",
                             .number = 2,
                             .count = 8,
                             .minutes = 7,
                             .note = "Let them vote: “0.75”?",
                             .ask = "What share?",
                             .answer = "0.94",
                             .revealed = true,
                             .next = "Ten more for two",
                             .next_ask = "What share now?",
                             .began = 1'790'000'000};
    lesson::write_lecture_notes(file, notes);
    CHECK(lesson::read_lecture_notes(file) == notes);
}

TEST_CASE("a file that is half written or of another program shows no lecture") {
    const TemporaryFolder folder;
    const auto file = folder.path / "lecture.json";
    for (const char* text : {"", "{", "[]", "{\"lesson\": 3}", "{\"lesson\": \"Softmax\"}"}) {
        base::write_whole_file(file, text);
        CHECK_FALSE(lesson::read_lecture_notes(file));
    }
}

TEST_CASE("notes that cannot be written are refused") {
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "file", "no folder");
    CHECK_THROWS_AS(lesson::write_lecture_notes(folder.path / "file" / "lecture.json", {}), base::InputError);
}

TEST_CASE("keys pressed in the lecturer's own window reach the wall") {
    const TemporaryFolder folder;
    const auto file = lesson::keys_beside(folder.path / "lecture.json");
    CHECK_FALSE(lesson::read_lecture_keys(file));
    CHECK_FALSE(lesson::lecture_keys_are_fresh(file));
    const lesson::LectureKeys keys{.window = 7, .pressed = {267, 32}};
    lesson::write_lecture_keys(file, keys);
    CHECK(lesson::read_lecture_keys(file) == keys);
    CHECK(lesson::lecture_keys_are_fresh(file));
    for (const char* text : {"", "[", "{}", "[267]", "{\"window\": 7, \"pressed\": [\"a\"]}"}) {
        base::write_whole_file(file, text);
        CHECK_FALSE(lesson::read_lecture_keys(file));
    }
}

TEST_CASE("a window that has crashed no longer says that it is there") {
    const TemporaryFolder folder;
    const auto file = folder.path / "lecture_keys.json";
    lesson::write_lecture_keys(file, {});
    std::filesystem::last_write_time(file,
                                     std::filesystem::file_time_type::clock::now() - std::chrono::minutes(1));
    CHECK_FALSE(lesson::lecture_keys_are_fresh(file));
    lesson::touch_lecture_keys(file);
    CHECK(lesson::lecture_keys_are_fresh(file));
}
