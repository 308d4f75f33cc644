#include "app/commands.h"

#include "base/files.h"
#include "lesson/course.h"
#include "lesson/handed_in.h"
#include "source_folder.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace {

std::string said(const app::ProgressArguments& arguments) {
    std::ostringstream out;
    CHECK(app::run_progress(arguments, source_folder() / "assets", out) == 0);
    return out.str();
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("what a class has done is a row for each learner, lessons and exercises") {
    const TemporaryFolder folder;
    lesson::Learners learners{.current = "Ada", .all = {}};
    lesson::Learner& ada = learners.all["Ada"];
    ada.lessons["01-hello"] = {}; // of another course
    const auto course = lesson::read_course(app::lesson_folders(source_folder() / "assets", {})).lessons;
    ada.lessons[course.front().id] = {
        .finished = true, .without = true, .seen = 1'795'000'000, .answered = {0, 1}, .right = {1}};
    ada.exercises["scores"] = {.done = true, .count = 3};
    lesson::hand_in(folder.path, learners);
    base::write_whole_file(folder.path / "ben.json", "{}");
    const std::string text = said({.class_folder = folder.path});
    CHECK(contains(text, "1 of " + std::to_string(course.size())));
    CHECK(contains(text, "ben  "));
    const std::string csv = said({.class_folder = folder.path, .csv = true});
    CHECK(contains(csv, "\r\nAda,1,2,1,1,3,2026-11-18,,,1,0,"));
    const auto json = nlohmann::json::parse(said({.class_folder = folder.path, .json = true}))["learners"];
    CHECK(json[0]["exercises"]["scores"] == true);
    CHECK(json[0]["exercises"]["scale"] == false);
    CHECK(json[0]["lessons"][course.front().id] == true);
    CHECK(json[1]["problem"].is_string());

    learners.all["Ada"] = {};
    lesson::write_progress(folder.path / "again.json", learners);
    CHECK(contains(said({.class_folder = folder.path}),
                   "Ada handed in more than one file: progress-ada.json is the newest and counts, again.json "
                   "does not."));
    CHECK(contains(said({.class_folder = folder.path, .csv = true}), "2026-11-18,,again.json,1,0,"));
}
