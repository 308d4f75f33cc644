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
        CHECK(app::run_check({.answer = file.path(), .question = by, .json = as_json}, assets, out) ==
              status);
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
            app::run_check({.answer = exercise.file.path(), .question = exercise.folder / "question.npz"},
                           assets, out);
            CAPTURE(out.str());
            CHECK_FALSE(contains(out.str(), "{"));
            break;
        }
}
