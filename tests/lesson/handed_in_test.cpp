#include "lesson/handed_in.h"

#include "base/files.h"
#include "base/input_error.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

namespace fs = std::filesystem;
using namespace lesson;

namespace {

Learners ada_and_ben() {
    Learners learners{.current = "Ada L.", .all = {}};
    learners.all["Ada L."].lessons["06-softmax"] = {
        .step = 3, .finished = true, .answered = {0, 2}, .right = {2}};
    learners.all["Ada L."].exercises["scale"] = {.done = true, .count = 2};
    learners.all["Ben"].lessons["04-scores"] = {.step = 7};
    return learners;
}

} // namespace

TEST_CASE("a learner hands in what is theirs, and nothing of the others at this computer") {
    const TemporaryFolder folder;
    const fs::path file = hand_in(folder.path, ada_and_ben());
    CHECK(file.filename() == "progress-ada-l.json");
    const Learners found = progress_in(file);
    CHECK(found.all.size() == 1);
    CHECK(found.all.at("Ada L.") == ada_and_ben().all.at("Ada L."));
    CHECK(base::read_whole_file(file, 10'000).find("Ben") == std::string::npos);
    CHECK(hand_in(folder.path, {}).filename() == "progress.json"); // without a name
}

TEST_CASE("a class is read by name, and a file that cannot be read says why and stays as it is") {
    const TemporaryFolder folder;
    Learners learners = ada_and_ben();
    hand_in(folder.path, learners);
    learners.current = "Ben";
    hand_in(folder.path, learners);
    base::write_whole_file(folder.path / "carla.json", "{");
    base::write_whole_file(folder.path / "notes.txt", "no progress");
    const std::vector<HandedIn> found = read_handed_in(folder.path);
    REQUIRE(found.size() == 3);
    CHECK(found[0].name == "Ada L.");
    CHECK(found[0].learner == learners.all.at("Ada L."));
    CHECK(found[1].name == "Ben");
    CHECK(found[2].name == "carla");
    CHECK_FALSE(found[2].problem.empty());
    CHECK(fs::exists(folder.path / "carla.json"));
    CHECK_THROWS_AS(read_handed_in(folder.path / "none"), base::InputError);
    fs::create_directory(folder.path / "empty");
    CHECK_THROWS_WITH_AS(read_handed_in(folder.path / "empty"),
                         doctest::Contains("there is no progress in it"), base::InputError);
}

TEST_CASE("of several files of one learner the newest counts, and the others are named") {
    const TemporaryFolder folder;
    Learners learners{.current = "Ada", .all = {}};
    learners.all["Ada"].lessons["04-scores"] = {.finished = true, .seen = 2000};
    write_progress(folder.path / "progress-ada.json", learners);
    learners.all["Ada"].lessons["04-scores"] = {.seen = 1000}; // copied later, but of earlier work
    write_progress(folder.path / "progress-ada (1).json", learners);
    learners.current = "Ben";
    learners.all = {{"Ben", {}}};
    write_progress(folder.path / "progress-ben.json", learners);
    const std::vector<HandedIn> found = read_handed_in(folder.path);
    REQUIRE(found.size() == 2);
    CHECK(found[0].learner.lessons.at("04-scores").finished);
    CHECK(found[0].file == "progress-ada.json");
    CHECK(found[0].older == std::vector<std::string>{"progress-ada (1).json"});
    CHECK(found[1].older.empty());
}

TEST_CASE("a lesson is done at its end with every question answered, or left deliberately") {
    Lesson lesson;
    lesson.steps.resize(3);
    lesson.steps[1].question.emplace();
    CHECK_FALSE(is_done(lesson, {.finished = false, .answered = {1}}));
    CHECK_FALSE(is_done(lesson, {.finished = true}));
    CHECK(is_done(lesson, {.finished = true, .answered = {1}}));
    CHECK(is_done(lesson, {.finished = true, .without = true}));
}
