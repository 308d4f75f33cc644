#include "lesson/progress.h"

#include "base/files.h"
#include "base/input_error.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

namespace fs = std::filesystem;

TEST_CASE("progress is read as it was written, each learner's own") {
    const TemporaryFolder folder;
    lesson::Learners learners{.current = "Ada", .all = {}};
    learners.all["Ada"].lessons["06-softmax"] = {
        .step = 3, .finished = false, .seen = 1'795'000'000, .answered = {0, 2}, .right = {2}};
    learners.all["Ben"].lessons["04-scores"] = {.step = 7, .finished = true, .answered = {1}, .right = {}};
    const fs::path file = folder.path / "new" / "progress.json";
    lesson::write_progress(file, learners);
    CHECK(lesson::read_progress(file) == learners);
}

TEST_CASE("exercises are part of it, also of a learner who has begun no lesson") {
    const TemporaryFolder folder;
    lesson::Learners learners{.current = "Ada", .all = {}};
    auto& level = learners.all["Ada"].exercises["one_head"];
    exercise::add_try(level, {.saved = 1'795'000'000, .verdicts = "aaaaddd", .mistakes = {"scale_dk"}});
    exercise::add_try(level, {.saved = 1'795'000'100, .verdicts = "aaaaaaa", .mistakes = {}});
    const fs::path file = folder.path / "progress.json";
    lesson::write_progress(file, learners);
    const lesson::Learners read = lesson::read_progress(file);
    CHECK(read == learners);
    CHECK(read.all.at("Ada").exercises.at("one_head").done);
}

TEST_CASE("the progress of an earlier version has no exercises, and is read as before") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "progress.json";
    base::write_whole_file(
        file,
        R"({"attention_lab_progress": 1, "current": "", "learners": {"": {"04-scores": {"step": 2}}}})");
    const lesson::Learners read = lesson::read_progress(file);
    CHECK(read.all.at("").lessons.at("04-scores").step == 2);
    CHECK(read.all.at("").exercises.empty());
}

TEST_CASE("no file is no progress, and no path keeps none") {
    CHECK(lesson::read_progress("/nowhere/progress.json") == lesson::Learners{});
    CHECK(lesson::read_progress({}) == lesson::Learners{});
    CHECK_NOTHROW(lesson::write_progress({}, {}));
}

TEST_CASE("a damaged file is said once and kept aside") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "progress.json";
    for (const char* damaged : {"{", "[]", "{}", R"({"attention_lab_progress": 2})", "\xff\xfe",
                                R"({"attention_lab_progress": 1, "learners": {"": {"a": {"step": "x"}}}})"}) {
        CAPTURE(damaged);
        base::write_whole_file(file, damaged);
        CHECK_THROWS_AS(lesson::read_progress(file), base::InputError);
        CHECK(base::read_whole_file(file.string() + ".damaged", 1000) == damaged);
        fs::remove(file.string() + ".damaged");
        CHECK(lesson::read_progress(file) == lesson::Learners{});
    }
}

TEST_CASE("an older damaged file is not replaced by a newer one") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "progress.json";
    for (const char* damaged : {"first", "second"}) {
        base::write_whole_file(file, damaged);
        CHECK_THROWS_AS(lesson::read_progress(file), base::InputError);
    }
    CHECK(base::read_whole_file(file.string() + ".damaged", 1000) == "first");
    CHECK(base::read_whole_file(file.string() + ".damaged-2", 1000) == "second");
}

TEST_CASE("a folder that cannot be made is an error like any other") {
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "in_the_way", "");
    CHECK_THROWS_AS(lesson::write_progress(folder.path / "in_the_way" / "progress.json", {}),
                    base::InputError);
}
