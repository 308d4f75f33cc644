#include "base/input_error.h"
#include "exercise/level.h"
#include "exercise/starting_file.h"
#include "language/temporary_file.h"

#include <doctest/doctest.h>

using namespace exercise;

namespace {

void write(const std::filesystem::path& file, const Question& question, const model::Notes& other = {}) {
    model::Notes notes = notes_of(question);
    for (const auto& [name, text] : other)
        notes[name] = text;
    model::write_tensors(file, question.tensors, notes);
}

} // namespace

TEST_CASE("a question is the same for the same seed, and reads back from either kind of file") {
    for (const Level& level : levels())
        for (const char* name : {"question.npz", "question.safetensors"}) {
            CAPTURE(level.id);
            const Question question = make_question(level, 9), other = make_question(level, 10);
            CHECK(question.tensors.begin()->second.values ==
                  make_question(level, 9).tensors.begin()->second.values);
            CHECK(question.tensors.rbegin()->second.values != other.tensors.rbegin()->second.values);
            const TemporaryFile file(name, "");
            write(file.path(), question);
            const Question again = read_question(file.path());
            CHECK(again.level == &level);
            CHECK(again.heads == question.heads);
            CHECK(again.kv_heads == question.kv_heads);
            CHECK(again.options.rotary == question.options.rotary);
            CHECK(again.options.score == question.options.score);
            CHECK(again.options.scale == question.options.scale);
            CHECK(again.options.mask.causal == question.options.mask.causal);
            for (const auto& [tensor, numbers] : question.tensors)
                CHECK(again.at(tensor).values == numbers.values);
        }
}

TEST_CASE("what the notes of a question by hand leave out is as its level has it") {
    for (const char* level : {"block", "cache", "rotary", "multi_head"}) {
        CAPTURE(level);
        const Question question = make_question(*level_named(level), 4);
        const TemporaryFile file("question.npz", "");
        model::write_tensors(file.path(), question.tensors, {{"level", level}});
        const Question read = read_question(file.path());
        CHECK(notes_of(read) == notes_of(question));
        model::write_tensors(file.path(), question.tensors, {{"level", level}, {"causal", "no"}});
        if (question.level->stages.size() > 0 && question.options.mask.causal)
            CHECK_THROWS_AS(read_question(file.path()), base::InputError); // nothing would be masked
    }
}

TEST_CASE("what is no question says what is wrong with it") {
    const TemporaryFile file("question.npz", "");
    const Question question = make_question(*level_named("one_head"), 1);
    const auto refused = [&](const char* problem) {
        CHECK_THROWS_WITH_AS(read_question(file.path()), doctest::Contains(problem), base::InputError);
    };
    model::write_tensors(file.path(), question.tensors);
    refused("it is not a question");
    write(file.path(), question, {{"level", "two_heads"}});
    refused("level is “two_heads”");
    write(file.path(), question, {{"heads", "many"}});
    refused("heads is “many”");
    write(file.path(), question, {{"causal", "perhaps"}});
    refused("causal is “perhaps”");
    Question less = question;
    less.tensors.erase("w_v");
    write(file.path(), less);
    refused("it lacks the tensor “w_v”");
    less = question;
    less.tensors["x"] = {{30}, std::vector<float>(30)};
    write(file.path(), less);
    refused("its shape is (30,)");
    less = question;
    less.tensors["w_q"] = {{7, 4}, std::vector<float>(28)};
    write(file.path(), less);
    refused("its axis d is 7 long, that of w_k 6");
    less = question;
    less.tensors["scaled"] = {{5, 5}, std::vector<float>(25)};
    write(file.path(), less);
    refused("the level has no such tensor");
    write(file.path(), question, {{"heads", "3"}, {"kv_heads", "3"}});
    refused("its 4 columns are not a multiple of the 3 heads");
}

TEST_CASE("a starting file takes what is given, and has a place and a name for every stage") {
    for (const Level& level : levels())
        for (const Language& language : languages()) {
            const Question question = make_question(level, 1);
            const std::string title = "Title", task = "What to do.";
            const auto files = starting_files({question, language, title, task});
            CHECK(files.front().name == language.file);
            const std::string& text = files.front().text;
            CHECK(text.find(level.id + std::string("(")) != std::string::npos);
            CHECK(text.find(language.answer) != std::string::npos);
            for (const auto& named : question.tensors)
                CHECK(files.back().text.find(named.first) != std::string::npos);
            const std::string comment = std::string_view(language.key) == "cpp" ? "    // " : "    # ";
            std::size_t at = 0;
            for (const std::string& stage : level.stages) {
                at = text.find(comment + stage + ", shape (", at); // in the order of the level
                REQUIRE(at != std::string::npos);
                CHECK(text.find('"' + stage + '"', at) != std::string::npos);
            }
        }
    CHECK_FALSE(language_named("fortran"));
}
