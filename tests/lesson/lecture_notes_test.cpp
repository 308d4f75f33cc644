#include "lesson/lecture_notes.h"

#include "base/files.h"
#include "base/input_error.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <vector>

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
    lesson::write_lecture_keys(file, {});
    CHECK(lesson::read_lecture_keys(file) == std::vector<int>{});
    lesson::write_lecture_keys(file, {267, 32});
    CHECK(lesson::read_lecture_keys(file) == std::vector<int>{267, 32});
    for (const char* text : {"", "[", "{}", "[\"a\"]"}) {
        base::write_whole_file(file, text);
        CHECK_FALSE(lesson::read_lecture_keys(file));
    }
}
