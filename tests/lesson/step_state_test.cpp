#include "base/files.h"
#include "base/input_error.h"
#include "lesson/check.h"
#include "lesson/lesson.h"
#include "lesson/lesson_scene.h"
#include "lesson/step_state.h"
#include "temporary_folder.h"
#include "workbench/real.h"

#include <nlohmann/json.hpp>

using lesson::Step;
using workbench::Choices;
namespace fs = std::filesystem;

namespace {

workbench::Session after(const Step& step) {
    return lesson::after(lesson::opening_session(shipped_library()), step, shipped_library());
}

/// What is wrong with these words; empty: nothing, and they are in the file.
std::string refused(const fs::path& file, const lesson::Words& words) {
    try {
        lesson::add_step(file, "A", words, lesson::opening_session(shipped_library()), shipped_library(),
                         some_offer());
        return "";
    } catch (const base::InputError& mistake) {
        return mistake.what();
    }
}

} // namespace

TEST_CASE("a step changes only what it names") {
    const workbench::Session before = lesson::opening_session(shipped_library());
    Step step;
    CHECK(*after(step).first.document == *before.first.document);
    CHECK(after(step).first.selection == before.first.selection);
    step.state.stage = "softmax";
    step.state.query = "cat";
    const workbench::Session next = after(step);
    CHECK(next.first.selection.stage == attention::StageId::softmax);
    CHECK(next.first.selection.query == 1);
    CHECK(next.first.selection.key == before.first.selection.key);
    CHECK(*next.first.document == *before.first.document);
}

TEST_CASE("with a real model a step's words are its pieces") {
    workbench::Session before = lesson::opening_session(shipped_library());
    before.first.document = std::make_shared<const workbench::Document>(
        real::document(shipped_library(), "bert", "the dogs sat"));
    Step step;
    step.state.query = "sat";
    step.state.key = "[CLS]";
    const workbench::Selection marked = lesson::after(before, step, shipped_library()).first.selection;
    CHECK(marked.query == 4); // [CLS] the dog -s sat
    CHECK(marked.key == 0);
}

TEST_CASE("in a translator's decoder a step's words are those that ask") {
    Step step;
    step.state.preset = "trained-french";
    step.state.query = "chat";
    const workbench::Session next = after(step);
    const auto pass = lesson::passes_of(next, shipped_library()).left;
    CHECK(pass->names.queries[static_cast<std::size_t>(next.first.selection.query)] == "chat");
}

TEST_CASE("a preset brings its sentence and its marked words") {
    Step step;
    step.state.preset = "bank-river";
    const workbench::Session next = after(step);
    CHECK(next.first.document->preset == "bank-river");
    CHECK(next.first.selection.query == 4);
}

TEST_CASE("parts of the document are replaced, a new sentence as if it were typed") {
    Step step;
    step.state.document = {{{"scale", "none"}, {"mask", {{"causal", true}}}}, step.place};
    CHECK(after(step).first.document->scale.kind == attention::ScaleKind::none);
    CHECK(after(step).first.document->preset == "cat-tired");
    step.state.document = {{{"text", "The dog slept"}}, step.place};
    step.state.query = "dog";
    const workbench::Session next = after(step);
    CHECK(next.first.document->text == "The dog slept");
    CHECK(next.first.selection.query == 1);
}

TEST_CASE("weights of one kind take the place of another, and parts of the same kind are replaced") {
    Step step;
    step.state.document = {{{"weights", {{"trained", {{"id", "coreference"}}}}}}, step.place};
    const workbench::Session trained = after(step);
    CHECK(std::holds_alternative<workbench::TrainedWeights>(trained.first.document->weights));
    step.state.document = {{{"weights", {{"random", {{"seed", 7}}}}}}, step.place};
    const workbench::Session random = lesson::after(trained, step, shipped_library());
    REQUIRE(std::holds_alternative<model::RandomSizes>(random.first.document->weights));
}

TEST_CASE("parts of a mask and sizes of random weights leave the others as they are") {
    Step step;
    step.state.document = {{{"mask", {{"causal", true}}}, {"weights", {{"random", {{"heads", 2}}}}}},
                           step.place};
    workbench::Session before = lesson::opening_session(shipped_library());
    workbench::Document document = *before.first.document;
    document.mask.before = 3;
    document.weights = model::RandomSizes{.d_model = 8, .seed = 5};
    before.first.document = std::make_shared<const workbench::Document>(document);
    const workbench::Session next = lesson::after(before, step, shipped_library());
    document.mask.causal = 1;
    document.weights = model::RandomSizes{.d_model = 8, .heads = 2, .seed = 5};
    CHECK(*next.first.document == document);
}

TEST_CASE("what a step sets has to suit the rest of the document") {
    Step step;
    step.place = "a.toml, line 3";
    step.state.document = {{{"length", 5}}, "a.toml, line 4"};
    step.places["document"] = "a.toml, line 4";
    try {
        after(step);
        FAIL("a document has both words and a length");
    } catch (const base::InputError& mistake) {
        CHECK(mistake.where == "a.toml, line 4, document.text");
    }
}

TEST_CASE("choices of views are added to those that are there") {
    Step step;
    step.state.choices = Choices::read(R"({"labs": {"page": "scale", "scale": {"keys": 8}}})", "test");
    workbench::Session before = lesson::opening_session(shipped_library());
    before.choices = Choices::read(
        R"({"race": {"plot": "memory"}, "labs": {"page": "mask", "scale": {"heads": 2}}})", "test");
    CHECK(lesson::after(before, step, shipped_library()).choices ==
          Choices::read(
              R"({"race": {"plot": "memory"}, "labs": {"page": "scale", "scale": {"heads": 2, "keys": 8}}})",
              "test"));
}

TEST_CASE("Compare's right-hand document is another one at the same stage") {
    Step step;
    step.state.view = "compare";
    step.state.stage = "softmax";
    lesson::StepState second;
    second.preset = "cat-comfortable";
    second.query = "it";
    step.state.second = {second};
    const workbench::Session next = after(step);
    REQUIRE(next.second);
    CHECK(next.second->document->preset == "cat-comfortable");
    CHECK(next.second->selection.stage == attention::StageId::softmax);
    CHECK(next.view == "compare");
}

TEST_CASE("what does not exist is refused with the step's place") {
    Step step;
    step.place = "a.toml, line 3";
    const auto refused = [&] {
        try {
            after(step);
        } catch (const base::InputError& mistake) {
            return mistake.where.starts_with(step.place);
        }
        return false;
    };
    step.state.stage = "nosuch";
    CHECK(refused());
    step.state = {};
    step.state.preset = "nosuch";
    CHECK(refused());
    step.state = {};
    step.state.query = "nosuch";
    CHECK(refused());
}

TEST_CASE("what is on screen becomes a step, and the step puts it on screen again") {
    const TemporaryFolder folder;
    const fs::path file = lesson::file_for(folder.path, "My lesson");
    CHECK(file.filename() == "my-lesson.toml");
    workbench::Session session = lesson::opening_session(shipped_library());
    session.first.document =
        std::make_shared<const workbench::Document>(shipped_library().preset("bank-river").document);
    session.first.selection = {.stage = attention::StageId::softmax, .query = 4, .key = 7};
    session.choices = Choices::read(R"({"labs": {"page": "scale"}})", "test");
    const auto add = [&](const lesson::Words& words, const workbench::Session& shown) {
        return lesson::add_step(file, "My lesson", words, shown, shipped_library(), some_offer());
    };
    CHECK(add({.title = "A “bank”", .text = "Money \\ or\nwater?"}, session) == 1);
    CHECK(add({.title = "Again", .text = "More."}, lesson::opening_session(shipped_library())) == 2);
    const lesson::Lesson read = lesson::read_lesson(file);
    CHECK(read.title == "My lesson");
    REQUIRE(read.steps.size() == 2);
    CHECK(read.steps[0].title == "A “bank”");
    CHECK(read.steps[0].text == "Money \\ or\nwater?");
    const workbench::Session shown =
        lesson::after(lesson::opening_session(shipped_library()), read.steps[0], shipped_library());
    CHECK(*shown.first.document == *session.first.document);
    CHECK(shown.first.selection == session.first.selection);
    CHECK(shown.choices == session.choices);
    CHECK(lesson::mistakes_in(read, shipped_library(), some_offer()).empty());
}

TEST_CASE("what a teacher wrote into the file stays") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "a.toml";
    const std::string written = "# mine\ntitle = \"A\"\n[[step]]\ntitle = \"B\"\ntext = \"C\"\n";
    base::write_whole_file(file, written);
    lesson::add_step(file, "A", {.title = "D", .text = "E"}, lesson::opening_session(shipped_library()),
                     shipped_library(), some_offer());
    CHECK(base::read_whole_file(file, 1 << 20).starts_with(written));
}

TEST_CASE("caption, note and question may be added, and are read as they were written") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "a.toml";
    CHECK(refused(file, {.title = "T",
                         .text = "{weights[it, cat]}",
                         .caption = "Short.",
                         .note = "Ask.",
                         .number = "weights[it, tired]",
                         .ask = "How much?",
                         .because = "{weights[it, tired]}."}) == "");
    const lesson::Step step = lesson::read_lesson(file).steps.front();
    CHECK(step.caption == "Short.");
    CHECK(step.note == "Ask.");
    REQUIRE(step.question);
    CHECK(step.question->formula == "weights[it, tired]");
    CHECK(step.question->ask == "How much?");
}

TEST_CASE("words with a mistake are refused with what it is, and no file is begun") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "a.toml";
    CHECK(refused(file, {.title = "T", .text = "{weights[it, cat]"}).find("brace is not closed") !=
          std::string::npos);
    CHECK(refused(file, {.title = "T", .text = "{weights[it, dog]}"}).find("dog") != std::string::npos);
    CHECK(refused(file, {.title = "T", .text = "x", .note = "}"}).find("closes nothing") !=
          std::string::npos);
    CHECK(refused(file, {.title = "T", .text = "x", .ask = "How much?"}).find("number") != std::string::npos);
    CHECK(refused(file, {.title = "T", .text = "x", .number = "1 / 0", .ask = "?", .because = "!"})
              .find("divides by 0") != std::string::npos);
    CHECK_FALSE(fs::exists(file));
}

TEST_CASE("a step needs words, a lesson a name, and a broken file stays as it is") {
    const TemporaryFolder folder;
    CHECK(refused(folder.path / "a.toml", {.title = "", .text = "x"}) != "");
    CHECK(refused(folder.path / "a.toml", {.title = "x", .text = " \n"}) != "");
    CHECK_THROWS_AS(lesson::file_for(folder.path, "/.. "), base::InputError);
    CHECK(lesson::file_for(folder.path, "../Über Köpfe!").filename() == "Über-köpfe.toml");
    base::write_whole_file(folder.path / "a.toml", "nonsense");
    CHECK(refused(folder.path / "a.toml", {.title = "x", .text = "y"}) != "");
    CHECK(base::read_whole_file(folder.path / "a.toml", 100) == "nonsense");
}
