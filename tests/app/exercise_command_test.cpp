#include "app/commands.h"

#include "base/files.h"
#include "base/input_error.h"
#include "exercise/level.h"
#include "exercise/solve.h"
#include "language/temporary_file.h"
#include "source_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <sstream>

using nlohmann::json;

namespace {

namespace fs = std::filesystem;

const fs::path assets = source_folder() / "assets";

/// An exercise in a folder of its own, and what is answered to it.
struct Exercise {
    explicit Exercise(const std::string& level) : file("answer.npz", ""), folder(file.folder() / "exercise") {
        std::ostringstream out;
        CHECK(app::run_exercise({.level = level, .out = folder, .seed = 5}, assets, out) == 0);
        said = out.str();
        question = exercise::read_question(folder / "question.npz");
    }

    void answer(const exercise::Slips& slips) const {
        exercise::Solver solver(question);
        model::Tensors stages;
        for (const std::string& name : question.level->stages) {
            const exercise::Numbers& block = solver.stage(name, slips)->front();
            stages[name] = {{block.rows(), block.cols()}, {}};
            for (exercise::Index i = 0; i < block.size(); ++i)
                stages[name].values.push_back(static_cast<float>(block.data()[i]));
        }
        model::write_tensors(file.path(), stages);
    }

    std::string checked(int status, bool as_json = false) const {
        std::ostringstream out;
        const fs::path by = folder / (as_json ? "question.safetensors" : "question.npz");
        std::istringstream in;
        const app::CheckArguments arguments{.answer = file.path(), .question = by, .json = as_json};
        const int found = app::run_check(arguments, assets, in, out);
        CHECK(found == status);
        return out.str();
    }

    /// What is said with other arguments.
    std::string checked_with(app::CheckArguments arguments, int status,
                             const std::string& pasted = "") const {
        std::ostringstream out;
        std::istringstream in(pasted);
        arguments.question = folder / "question.npz";
        const int found = app::run_check(arguments, assets, in, out);
        CHECK(found == status);
        return out.str();
    }

    TemporaryFile file;
    fs::path folder;
    std::string said;
    exercise::Question question;
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("an exercise is a question in two formats and a file to begin with, which is never overwritten") {
    const Exercise exercise("one_head");
    CHECK(contains(exercise.said, "attention-lab check answer.npz --question question.npz"));
    const std::string start = base::read_whole_file(exercise.folder / "answer.py", 100'000);
    CHECK(contains(start, "def one_head("));
    std::ostringstream out;
    CHECK_THROWS_WITH_AS(app::run_exercise({.level = "scale", .out = exercise.folder}, assets, out),
                         doctest::Contains("perhaps with your work"), base::InputError);
    CHECK(base::read_whole_file(exercise.folder / "answer.py", 100'000) == start);
    CHECK_THROWS_WITH_AS(app::run_exercise({.level = "one_heads", .out = exercise.folder}, assets, out),
                         doctest::Contains("there is no level “one_heads”"), base::InputError);
    CHECK_THROWS_WITH_AS(
        app::run_exercise({.level = "scale", .language = "basic", .out = exercise.folder}, assets, out),
        doctest::Contains("there is none called “basic”"), base::InputError);
}

TEST_CASE("every level says what it asks for, without a gap") {
    for (const exercise::Level& level : exercise::levels()) {
        const Exercise exercise(level.id);
        CHECK_FALSE(contains(base::read_whole_file(exercise.folder / "answer.py", 100'000), "{d_k"));
        CHECK_FALSE(contains(base::read_whole_file(exercise.folder / "answer.py", 100'000), "{base"));
    }
}

TEST_CASE("a right answer agrees, a wrong one is told where it differs first and what gives these numbers") {
    const Exercise exercise("one_head");
    exercise.answer({});
    CHECK(contains(exercise.checked(0), "All agree."));
    exercise.answer(exercise::just(exercise::Slip::scale_dk));
    const std::string told = exercise.checked(1);
    CHECK(contains(told, "scores: agrees"));
    CHECK(contains(told, "scaled: differs first, in 25 numbers"));
    CHECK(contains(told, "divided by d_k = 4, not by √d_k = 2."));
    const json as_json = json::parse(exercise.checked(1, true));
    CHECK(as_json["agrees"] == false);
    CHECK(as_json["first_wrong"] == "scaled");
    CHECK(as_json["mistakes"].size() == 1);
    CHECK(as_json["mistakes"][0]["id"] == "scale_dk");
    CHECK(as_json["stages"].size() == 7);
    CHECK(as_json["stages"][3]["name"] == "scores");
    CHECK(as_json["stages"][3]["agrees"] == true);
}

TEST_CASE("every form of a mistake has a sentence without a gap") {
    for (const exercise::SlipKind& kind : exercise::slip_kinds())
        for (const exercise::Level& level : exercise::levels()) {
            const exercise::Question question = exercise::make_question(level, 1);
            if (!kind.applies(question) || question.heads > 1 || question.batched()) continue;
            const Exercise exercise(level.id);
            exercise.answer(exercise::just(kind.slip));
            std::ostringstream out;
            std::istringstream in;
            app::run_check({.answer = exercise.file.path(), .question = exercise.folder / "question.npz"},
                           assets, in, out);
            CAPTURE(out.str());
            CHECK_FALSE(contains(out.str(), "{"));
            break;
        }
}

TEST_CASE("an answer of some stages agrees, and what is missing or misspelt is said") {
    const Exercise exercise("one_head");
    exercise.answer({});
    model::Tensors some = model::read_tensors(exercise.file.path());
    some["score"] = some.at("scores");
    for (const char* left_out : {"scores", "output"})
        some.erase(left_out);
    model::write_tensors(exercise.file.path(), some);
    const std::string told = exercise.checked(1); // it is not done yet
    CHECK(contains(told, "All agree as far as it goes."));
    CHECK(contains(told, "Not in the answer yet: scores, output."));
    CHECK(contains(told, "score: no stage of this exercise; did you mean scores?"));
    model::write_tensors(exercise.file.path(), {{"wieghts", some.at("weights")}});
    CHECK_THROWS_WITH_AS(
        exercise.checked(2),
        doctest::Contains("it holds wieghts, but no stage of this exercise (did you mean weights?"),
        base::InputError);
}

TEST_CASE("hints about the first stage that differs come one after another, and none of them is code") {
    const Exercise exercise("one_head");
    exercise.answer(exercise::just(exercise::Slip::no_scale));
    const app::CheckArguments one{.answer = exercise.file.path(), .hint = 1},
        all{.answer = exercise.file.path(), .hint = 3};
    CHECK(contains(exercise.checked_with(one, 1), "Hint 1 of 3, scaled: "));
    CHECK_FALSE(contains(exercise.checked_with(one, 1), "Hint 2"));
    const std::string told = exercise.checked_with(all, 1);
    const std::size_t at = told.find("most at row ") + 9; // "ow 4, column 0"
    const std::string place = told.substr(at, told.find(", counted") - at);
    CHECK(contains(told, "Hint 3 of 3, scaled: R" + place + ": "));
    exercise.answer({});
    CHECK_FALSE(contains(exercise.checked_with(all, 0), "Hint"));
}

TEST_CASE("numbers are pasted as a text") {
    const Exercise exercise("scores");
    const exercise::Numbers scores = exercise::Solver(exercise.question).stage("scores", {})->front();
    std::ostringstream text;
    text << scores;
    CHECK(contains(exercise.checked_with({.answer = "-"}, 0, text.str()), "scores: agrees"));
    CHECK(contains(exercise.checked_with({.answer = "-"}, 1, "1 2 3"),
                   "its shape is (1, 1, 3), wanted (5, 5)"));
    CHECK_THROWS_WITH_AS(exercise.checked_with({.answer = "-"}, 2, "one two"),
                         doctest::Contains("standard input, line 1"), base::InputError);
}

TEST_CASE("a class is a row for each answer, also for one that cannot be read") {
    const Exercise exercise("one_head");
    const fs::path folder = exercise.file.folder() / "class";
    const auto hand_in = [&](const char* name, const exercise::Slips& slips) {
        exercise.answer(slips);
        fs::create_directories((folder / name).parent_path());
        fs::copy_file(exercise.file.path(), folder / name);
    };
    hand_in("anna.npz", {});
    hand_in("ben/answer.npz", exercise::just(exercise::Slip::scale_dk));
    base::write_whole_file(folder / "=carla, the 2nd.npz", "PK\x03\x04");
    const auto said = [&](bool csv, bool as_json, int status = 1) {
        return exercise.checked_with({.class_folder = folder, .json = as_json, .csv = csv}, status);
    };
    CHECK(contains(said(false, false), "7 of 7  done"));
    CHECK(contains(said(false, false), "4 of 7  scaled differs first: scale_dk"));
    CHECK(contains(said(false, false), "1 of 3 done."));
    CHECK(contains(said(true, false), "\r\nben,no,4,7,scaled,scale_dk,\r\n"));
    CHECK(contains(said(true, false), "\"'=carla, the 2nd\",no,0,7,,,")); // no formula for a spreadsheet
    const json answers = json::parse(said(false, true))["answers"];
    CHECK(answers.size() == 3);
    CHECK(answers[1]["name"] == "anna");
    CHECK(answers[1]["done"] == true);
    CHECK(answers[0]["problem"].is_string());
    fs::remove(folder / "=carla, the 2nd.npz");
    fs::remove_all(folder / "ben");
    said(false, false, 0);
    fs::remove(folder / "anna.npz");
    CHECK_THROWS_WITH_AS(said(false, false), doctest::Contains("there is no answer in it"), base::InputError);
}
