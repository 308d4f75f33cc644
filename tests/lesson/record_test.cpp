#include "lesson/record.h"

#include "base/input_error.h"
#include "base/whole_file.h"
#include "lesson/check.h"
#include "lesson/lesson_file.h"
#include "lesson/lesson_scene.h"
#include "lesson/step_state.h"
#include "temporary_folder.h"

namespace fs = std::filesystem;

TEST_CASE("what is on screen becomes a step, and the step puts it on screen again") {
    const TemporaryFolder folder;
    const fs::path file = lesson::file_for(folder.path, "My lesson");
    CHECK(file.filename() == "my-lesson.toml");
    workbench::Session session = lesson::opening_session(shipped_library());
    session.first.document =
        std::make_shared<const workbench::Document>(shipped_library().preset("bank-river").document);
    session.first.selection = {.stage = attention::StageId::softmax, .query = 4, .key = 7};
    session.choices = R"({"labs":{"page":"scale"}})";
    CHECK(lesson::add_step(file, "My lesson", "A “bank”", "Money \\ or\nwater?", session) == 1);
    CHECK(lesson::add_step(file, "My lesson", "Again", "More.", lesson::opening_session(shipped_library())) ==
          2);
    const lesson::Lesson read = lesson::read_lesson(file);
    CHECK(read.title == "My lesson");
    REQUIRE(read.steps.size() == 2);
    CHECK(read.steps[0].title == "A “bank”");
    CHECK(read.steps[0].text == "Money \\ or\nwater?");
    const workbench::Session shown =
        lesson::after(lesson::opening_session(shipped_library()), read.steps[0], shipped_library());
    CHECK(*shown.first.document == *session.first.document);
    CHECK(shown.first.selection == session.first.selection);
    CHECK(nlohmann::json::parse(shown.choices) == nlohmann::json::parse(session.choices));
    CHECK(lesson::mistakes_in(read, shipped_library(), [](const std::string&) { return true; }).empty());
}

TEST_CASE("what a teacher wrote into the file stays") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "a.toml";
    const std::string written = "# mine\ntitle = \"A\"\n[[step]]\ntitle = \"B\"\ntext = \"C\"\n";
    base::write_whole_file(file, written);
    lesson::add_step(file, "A", "D", "E", lesson::opening_session(shipped_library()));
    CHECK(base::read_whole_file(file, 1 << 20).starts_with(written));
}

TEST_CASE("a step needs words, a lesson a name, and a broken file stays as it is") {
    const TemporaryFolder folder;
    const auto session = lesson::opening_session(shipped_library());
    CHECK_THROWS_AS(lesson::add_step(folder.path / "a.toml", "A", "", "x", session), base::InputError);
    CHECK_THROWS_AS(lesson::add_step(folder.path / "a.toml", "A", "x", " \n", session), base::InputError);
    CHECK_THROWS_AS(lesson::file_for(folder.path, "/.. "), base::InputError);
    CHECK(lesson::file_for(folder.path, "../Über Köpfe!").filename() == "Über-köpfe.toml");
    base::write_whole_file(folder.path / "a.toml", "nonsense");
    CHECK_THROWS_AS(lesson::add_step(folder.path / "a.toml", "A", "x", "y", session), base::InputError);
    CHECK(base::read_whole_file(folder.path / "a.toml", 100) == "nonsense");
}
