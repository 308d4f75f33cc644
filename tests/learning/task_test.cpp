#include "base/input_error.h"
#include "close.h"
#include "language/temporary_file.h"
#include "learning/learning.h"
#include "learning/task.h"
#include "learning/tasks.h"
#include "refusal_text.h"
#include "temporary_folder.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>

using namespace learned;
using base::Index;
using language::Grammar;
using language::Vocabulary;
using learning::Architecture;
using learning::ask_at;
using learning::read_typed;

TEST_CASE("every task says what it is") {
    for (const std::string& id : learning::task_ids()) {
        CAPTURE(id);
        CHECK(task(id).id == id);
        CHECK_FALSE(task(id).title.empty());
        CHECK(task(id).about.back() == '.');
        CHECK_FALSE(task(id).outputs.empty());
        CHECK_FALSE(task(id).presets.empty());
    }
}

TEST_CASE("examples stay within the task's vocabularies, lengths, outputs and edges") {
    for (const std::string& id : learning::task_ids()) {
        CAPTURE(id);
        const Task& it = task(id);
        Draw draw(1);
        for (int i = 0; i < 400; ++i) {
            const Example example = it.sample(draw, i % 4 == 0 ? Split::test : Split::train);
            const auto length = static_cast<Index>(example.source.size());
            const auto asked_of = static_cast<Index>(example.target.empty() ? length : example.target.size());
            CHECK(
                std::ranges::all_of(example.source, [&](Index w) { return w > 0 && w < it.source.size(); }));
            CHECK(
                std::ranges::all_of(example.target, [&](Index w) { return w > 0 && w < it.target.size(); }));
            CHECK((it.longest == 0 || length <= it.longest));
            CHECK_FALSE(example.asked.empty());
            for (const auto& asked : example.asked) {
                CHECK((asked.position >= 0 && asked.position < asked_of));
                CHECK((asked.answer > 0 && asked.answer < it.answers().size()));
                CHECK(asked.output < static_cast<Index>(it.outputs.size()));
                if (asked.stands_at >= 0)
                    CHECK(example.source[static_cast<std::size_t>(asked.stands_at)] == asked.answer);
            }
            for (const auto& wanted : example.wanted) {
                CHECK(wanted.edge < static_cast<Index>(it.edges.size()));
                CHECK((wanted.from >= 0 && wanted.from < asked_of && wanted.to >= 0 && wanted.to < length));
                if (it.architecture == Architecture::causal) CHECK(wanted.to <= wanted.from);
            }
        }
    }
}

TEST_CASE("a grammar from which no example can be drawn is refused, and nothing waits for one") {
    const TemporaryFolder folder;
    const auto grammars = folder.path / "grammars";
    std::filesystem::create_directories(grammars);
    const auto problem = [&](const std::string& sentences) {
        std::ofstream(grammars / "subject-verb-object.toml")
            << "[[person]]\nname = \"k\"\nsentence = [" << sentences << "]";
        try {
            learning::load_task("svo", folder.path);
        } catch (const base::InputError& error) {
            return error.problem;
        }
        return std::string();
    };
    // One pair of subject and object is either trained or tested.
    CHECK(problem(R"("I@subject love@verb you@object")") ==
          "10 000 sentences were drawn, and none can be asked about");
    CHECK(problem(R"("I@subject love@verb")") ==
          "not every sentence of the case “k” has a word with the mark @object");
}

TEST_CASE("edges lie within the layers and heads of the recipe") {
    for (const std::string& id : learning::task_ids()) {
        CAPTURE(id);
        const auto& recipe = task(id).recipe;
        for (const auto& edge : task(id).edges) {
            CHECK(edge.layer < recipe.layers);
            CHECK(edge.head < (edge.cross ? recipe.cross_heads : recipe.heads));
        }
        CHECK(recipe.width % recipe.heads == 0);
        CHECK((recipe.hint_share == 0 || !task(id).edges.empty()));
        CHECK((recipe.positions != learning::Positions::learned || task(id).longest > 0));
    }
}

TEST_CASE("the same seed gives the same examples") {
    for (const std::string& id : learning::task_ids()) {
        CAPTURE(id);
        Draw one(5), other(5), different(6);
        const Example first = task(id).sample(one, Split::train);
        CHECK(first == task(id).sample(other, Split::train));
        CHECK_FALSE(first == task(id).sample(different, Split::train));
    }
}

TEST_CASE("a sentence that was drawn, typed again, puts the same question and has the same answer") {
    for (const std::string& id : learning::task_ids()) {
        if (id == "stories") continue; // drawn, chance's answers are known; typed, they are not
        Draw draw(2);
        for (int i = 0; i < 200; ++i) {
            const Example example = task(id).sample(draw, i % 2 == 0 ? Split::test : Split::train);
            CAPTURE(text(task(id), example));
            CHECK(task(id).ask(source_words(task(id), example)) == example);
        }
    }
}

TEST_CASE("every preset is answered as it says") {
    for (const std::string& id : learning::task_ids())
        for (const auto& preset : task(id).presets) {
            CAPTURE(preset.sentence);
            const Example asked =
                learning::question(task(id), language::tokenize(preset.sentence), learning::Author::person);
            CHECK(answers(task(id), asked) == preset.answers);
        }
}

using learning::Author, learning::question;

TEST_CASE("a person's text asks what follows its last word, the task's own wherever that is settled") {
    const Task& it = task("stories");
    const Words begun{"once", "there", "was", "a"}; // after “there” comes “was”; after “a” many a word may
    const Example typed = question(it, begun, Author::person), own = question(it, begun, Author::task);
    REQUIRE(typed.asked.size() == 1);
    CHECK(typed.asked.front().position == 3);
    CHECK_FALSE(typed.asked.front().has_answer());
    REQUIRE(own.asked.size() == 1);
    CHECK(own.asked.front().position == 1);
    CHECK(it.source.word(own.asked.front().answer) == "was");
    CHECK(typed.source == own.source);
    const Example no_story = question(it, {"once", "Mei", "upon"}, Author::person);
    REQUIRE(no_story.asked.size() == 1);
    CHECK(no_story.asked.front().answer == learning::unknown_answer);
    CHECK_FALSE(no_story.is_of_the_kind_learned());
}

TEST_CASE("other tasks ask a person what they ask, also where the answer is unknown") {
    const Task& it = task("coreference");
    const Words words = language::tokenize("The salad stained the mat because it was bitter");
    CHECK(question(it, words, Author::person) == it.ask(words));
    CHECK(question(it, words, Author::person).asked.size() == 1);
    CHECK(question(it, words, Author::task).asked.empty());
}

TEST_CASE("unknown words are refused by every task") {
    for (const std::string& id : learning::task_ids()) {
        CAPTURE(id);
        const std::string message = refusal([&] { ask(task(id), "zyzzyva quux"); });
        CHECK_FALSE(message.empty());
        CHECK(message.starts_with("sentence: "));
    }
    CHECK(refusal([] { ask(task("coreference"), "The kat sat on the mat because it was tired"); }) ==
          "sentence: “kat” is not a word of this model (nearest to “kat”: cat, eat, mat)");
}

TEST_CASE("a task that does not exist is refused") {
    CHECK(refusal([] {
              learning::load_task("sorting", assets);
          }).starts_with("task: “sorting” is not a task (choose one of: coreference, sense, "));
    const std::filesystem::path nowhere("/nowhere");
    CHECK(refusal([&] {
              learning::load_task("sense", nowhere);
          }).starts_with((nowhere / "grammars" / "sense.toml").string() + ": there is no such file"));
}

TEST_CASE("a fifth of all pairs is kept for the test, in either order") {
    int kept = 0;
    for (int i = 0; i < 5000; ++i) {
        const std::string one = "noun" + std::to_string(i % 71), other = "word" + std::to_string(i / 71);
        CHECK(learning::split_of(one, other) == learning::split_of(other, one));
        kept += learning::split_of(one, other) == Split::test;
    }
    CHECK(kept == make::about(1000).share(0.1));
    CHECK(learning::split_of("cat", "mat") == Split::train); // stays, whatever words are added
    CHECK(learning::split_of("ab", "c") == learning::split_of("c", "ab"));
}

// What a person types.

namespace {

const Grammar& birds() {
    static const Grammar grammar = [] {
        const TemporaryFile file("birds.toml", R"(
[[calm]]
name = "sits"
sentence = ["the {bird}@who sits"]
bird = "owl crow"

[[lively]]
name = "flies"
sentence = ["the {bird}@who flies", "the {bird} sits@who"]
bird = "owl crow"
)");
        return language::load_grammar(file.path(), {"calm", "lively"});
    }();
    return grammar;
}

const Vocabulary& vocabulary() {
    static const Vocabulary words(birds().words());
    return words;
}

} // namespace

TEST_CASE("a typed sentence of the grammar is read by the first group that has it") {
    const Words words{"the", "owl", "sits"};
    const auto calm = read_typed(words, vocabulary(), birds(), {"calm", "lively"});
    REQUIRE(calm);
    CHECK(calm->case_name == "sits");
    CHECK(calm->word("who") == "owl");
    const auto lively = read_typed(words, vocabulary(), birds(), {"lively", "calm"});
    REQUIRE(lively);
    CHECK(lively->word("who") == "sits");
}

TEST_CASE("what the grammar does not have is not read, and unknown words are refused") {
    CHECK_FALSE(read_typed({"owl", "flies"}, vocabulary(), birds(), {"calm", "lively"}));
    CHECK_FALSE(read_typed({"the", "owl", "flies"}, vocabulary(), birds(), {"calm"}));
    CHECK(refusal([] {
              read_typed({"the", "emu", "sits"}, vocabulary(), birds(), {"calm"});
          }).find("emu") != std::string::npos);
}

TEST_CASE("beyond the grammar every output is asked wherever such a word stands, without a known answer") {
    const auto typed = ask_at({"owl", "crow"}, {0, 1}, {"owl", "sits", "crow"}, vocabulary());
    CHECK(typed.source.size() == 3);
    REQUIRE(typed.asked.size() == 4);
    for (std::size_t i = 0; i < typed.asked.size(); ++i) {
        CHECK(typed.asked[i].output == static_cast<Index>(i % 2));
        CHECK(typed.asked[i].position == (i < 2 ? 0 : 2));
        CHECK(typed.asked[i].answer == learning::unknown_answer);
        CHECK(typed.asked[i].stands_at == -1);
    }
    CHECK(typed.wanted.empty());
    CHECK(ask_at({"owl"}, {0}, {"the", "crow"}, vocabulary()).asked.empty());
}
