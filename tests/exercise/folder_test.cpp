#include "exercise/folder.h"

#include "base/files.h"
#include "base/input_error.h"
#include "exercise/answered.h"
#include "exercise/class_list.h"
#include "refusal_text.h"
#include "source_folder.h"
#include "temporary_folder.h"

#include <chrono>

using namespace exercise;
namespace fs = std::filesystem;

namespace {

const narration::Texts& texts() {
    static const auto loaded = narration::Texts::load(source_folder() / "assets" / "texts");
    return loaded;
}

Question one_head(std::uint32_t seed = 3) {
    return make_question(*level_named("one_head"), seed);
}

void make_older(const fs::path& file, int seconds) {
    fs::last_write_time(file, fs::last_write_time(file) - std::chrono::seconds(seconds));
}

} // namespace

TEST_CASE("a new exercise is a question that reads back, and a file for each language that says its title") {
    for (const Language& language : languages()) {
        CAPTURE(language.key);
        const TemporaryFolder folder;
        const fs::path file = write_exercise(folder.path / "new", one_head(), language, texts());
        CHECK(file == folder.path / "new" / language.file);
        CHECK(content(file).find("One head") != std::string::npos);
        const auto question = question_in(folder.path / "new");
        REQUIRE(question);
        CHECK(read_question(*question).at("x").values == one_head().at("x").values);
        CHECK(fs::exists(folder.path / "new" / "question.safetensors"));
    }
}

TEST_CASE("a file with the learner's work in it is never replaced, nor the question beside it") {
    const TemporaryFolder folder;
    const Language& numpy = *language_named("numpy");
    const fs::path file = write_exercise(folder.path, one_head(3), numpy, texts());
    base::write_whole_file(file, "my work");
    CHECK(refusal([&] {
              write_exercise(folder.path, one_head(4), numpy, texts());
          }).find("perhaps with your work") != std::string::npos);
    CHECK(content(file) == "my work");
    CHECK(read_question(*question_in(folder.path)).at("x").values == one_head(3).at("x").values);
    write_starting_file(folder.path, one_head(3), *language_named("cpp"), texts());
    CHECK(fs::exists(folder.path / "answer.cpp"));
    CHECK(newest_code(folder.path)->file.filename() == "answer.cpp");
}

TEST_CASE("the next free folder is one without a question and without work") {
    const TemporaryFolder folder;
    CHECK(free_folder(folder.path / "one_head") == folder.path / "one_head");
    write_exercise(folder.path / "one_head", one_head(), *language_named("numpy"), texts());
    CHECK(free_folder(folder.path / "one_head") == folder.path / "one_head-2");
    base::write_whole_file(folder.path / "one_head-2", "a file in the way");
    CHECK(free_folder(folder.path / "one_head") == folder.path / "one_head-3");
}

TEST_CASE("of several answers the one saved last counts, and a question is none") {
    const TemporaryFolder folder;
    const Question question = one_head();
    model::write_tensors(folder.path / "question.npz", question.tensors, notes_of(question));
    CHECK_FALSE(newest_answer(folder.path, *question.level));
    model::write_tensors(folder.path / "answer.npz", answered(question));
    model::write_tensors(folder.path / "answer.safetensors", answered(question));
    make_older(folder.path / "answer.safetensors", 10);
    CHECK(newest_answer(folder.path, *question.level)->file.filename() == "answer.npz");
    make_older(folder.path / "answer.npz", 20);
    CHECK(newest_answer(folder.path, *question.level)->file.filename() == "answer.safetensors");
    base::write_whole_file(folder.path / "scores.npy", "named by its stage");
    CHECK(newest_answer(folder.path, *question.level)->file.filename() == "scores.npy");
}

TEST_CASE("an answer in capitals is one, in a folder as well as among those of a class") {
    const TemporaryFolder folder;
    const Question question = one_head();
    model::write_tensors(folder.path / "answer.npz", answered(question));
    fs::create_directory(folder.path / "class");
    fs::create_directory(folder.path / "class" / "ben");
    fs::copy_file(folder.path / "answer.npz", folder.path / "class" / "ANNA.NPZ");
    fs::copy_file(folder.path / "answer.npz", folder.path / "class" / "ben" / "ANSWER.NPZ");
    fs::copy_file(folder.path / "answer.npz", folder.path / "class" / "QUESTION.NPZ"); // somebody's copy
    const std::vector<Mark> marks = mark_class(folder.path / "class", question);
    REQUIRE(marks.size() == 2);
    for (const Mark& mark : marks) {
        CAPTURE(mark.name);
        CHECK(mark.done);
    }
    const auto found = newest_answer(folder.path / "class" / "ben", *question.level);
    REQUIRE(found);
    CHECK(found->file.filename() == "ANSWER.NPZ");
}

TEST_CASE("an exercise that cannot be written whole leaves nothing behind") {
    const TemporaryFolder folder;
    Language language = languages()[0];
    language.file = "no such folder/answer.py";
    CHECK_THROWS_AS(write_exercise(folder.path / "new", one_head(), language, texts()), base::InputError);
    CHECK_FALSE(fs::exists(folder.path / "new"));
}
