#include "base/files.h"
#include "lesson/check.h"
#include "lesson/course.h"
#include "lesson/lesson.h"
#include "lesson/lesson_scene.h"
#include "lesson/step_state.h"
#include "temporary_folder.h"

#include <algorithm>
#include <string>
#include <vector>

using lesson::Lesson;

namespace {

namespace fs = std::filesystem;

fs::path write(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
    base::write_whole_file(folder.path / name, text);
    return folder.path / name;
}

const std::string step = "[[step]]\ntitle = \"A step\"\ntext = \"Some words.\"\n";

/// What is wrong with a lesson, whether it shows when it is read or when it is checked.
std::string mistake_in(const std::string& text) {
    const TemporaryFolder folder;
    try {
        const Lesson read = lesson::read_lesson(write(folder, "a.toml", text));
        const auto mistakes = lesson::mistakes_in(read, shipped_library(), some_offer());
        if (mistakes.empty()) return "";
        CHECK_FALSE(mistakes.front().hint.empty());
        return mistakes.front().what();
    } catch (const base::InputError& mistake) {
        CHECK_FALSE(mistake.hint.empty());
        return mistake.what();
    }
}

bool mentions(const std::string& text, const std::string& part) {
    CAPTURE(text);
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a lesson is read with all it says") {
    const TemporaryFolder folder;
    const Lesson read = lesson::read_lesson(write(folder, "mine.toml", R"(
title = "Mine"
afterwards = "do it"
minutes = 5
order = 3
[[step]]
title = "One"
text = "Words."
caption = "Short."
note = "For me."
preset = "cat-sat"
stage = "softmax"
query = "sat"
key = 2
head = 1
point = ["weights[sat]"]
label = "here"
document = {scale = "none"}
choices = {labs = {page = "scale"}}
[step.question]
number = "weights[sat, cat]"
ask = "How much?"
because = "So."
slips = [{value = "1", because = "No."}]
)"));
    CHECK(read.id == "mine");
    CHECK(read.title == "Mine");
    CHECK(read.order == 3);
    REQUIRE(read.steps.size() == 1);
    const lesson::Step& one = read.steps[0];
    CHECK(one.state.preset == "cat-sat");
    CHECK(one.state.key == "2");
    CHECK(one.state.head == 0);
    CHECK(one.state.document.text() == R"({"scale":"none"})");
    CHECK(one.state.choices.text() == R"({"labs":{"page":"scale"}})");
    CHECK(one.question->slips.size() == 1);
    CHECK(mentions(one.place, "mine.toml, line 6"));
}

TEST_CASE("a mistake is told with its file and line") {
    CHECK(mistake_in("title = \"A\"\n" + step) == "");
    const std::pair<std::string, std::string> table[] = {
        {"title = ", "line 1"},
        {"title = \"A\n" + step, "no quote at its end"},
        {step, "title"},
        {"title = \"A\"\n", "no steps"},
        {"title = \"A\"\n[[step]]\ntitle = \"B\"\n", "text"},
        {"title = \"A\"\nlevel = 3\n" + step, "level"},
        {"title = \"A\"\n" + step + "stage = \"sofmax\"\n", "sofmax"},
        {"title = \"A\"\n" + step + "preset = \"dog\"\n", "dog"},
        {"title = \"A\"\n" + step + "query = \"dog\"\n", "dog"},
        {"title = \"A\"\n" + step + "query = 11\n", "11"},
        {"title = \"A\"\n" + step + "head = 0\n", "from 1"},
        {"title = \"A\"\n" + step + "view = \"kitchen\"\n", "kitchen"},
        {"title = \"A\"\n" + step + "view = \"\"\n", "view is empty"},
        {"title = \"A\"\n" + step + "role = \"homework\"\n", "not a role"},
        {"title = \"A\"\nexercise = \"sums\"\n" + step, "no exercise"},
        {"title = \"A\"\nrecap = \"It.\"\n" + step, "no numbers"},
        {"title = \"A\"\nkeep = 1\nrecap = \"{weights[dog]}\"\n" + step, "recap"},
        {"title = \"A\"\n" + step + "stage = \"\"\n", "stage is empty"},
        {"title = \"A\"\n" + step + "document = {colour = 1}\n", "colour"},
        {"title = \"A\"\n" + step + "document = {scale = \"big\"}\n", "big"},
        {"title = \"A\"\n" + step + "point = [\"weights[dog]\"]\n", "dog"},
        {"title = \"A\"\n[[step]]\ntitle = \"B\"\ntext = \"{weights[it, dog]}\"\n", "dog"},
        {"title = \"A\"\n[[step]]\ntitle = \"B\"\ntext = \"{weights[it\"\n", "brace"},
        {"title = \"A\"\n" + step + "[step.question]\nask = \"?\"\nbecause = \"!\"\n", "one kind"},
        {"title = \"A\"\n" + step +
             "[step.question]\nask = \"?\"\nbecause = \"!\"\nnumber = \"1\"\nclick = \"1\"\n",
         "one kind"},
        {"title = \"A\"\n" + step + "[step.question]\nask = \"?\"\nbecause = \"!\"\nclick = \"1\"\n",
         "not a word"},
        {"title = \"A\"\n" + step +
             "[step.question]\nask = \"?\"\nbecause = \"!\"\nnumber = \"masked[it, cat] / 0\"\n",
         "divides by 0"},
        {"title = \"A\"\n" + step +
             "[step.question]\nask = \"?\"\nbecause = \"!\"\norder = [\"scores\", \"sclae\"]\n",
         "stages"},
        {"title = \"A\"\n" + step +
             "[step.question]\nask = \"?\"\nbecause = \"!\"\nchoose = [{text = \"a\", if = \"1 = 1\"}]\n",
         "one choice"},
        {"title = \"A\"\n" + step +
             "[step.question]\nask = \"?\"\nbecause = \"!\"\nchoose = [{text = \"a\", if = \"1 = 1\"}, {text "
             "= \"b\", if = \"2 = 2\"}]\n",
         "both"},
    };
    for (const auto& [text, part] : table) {
        CAPTURE(text);
        const std::string mistake = mistake_in(text);
        CHECK(mentions(mistake, "a.toml"));
        CHECK(mentions(mistake, part));
    }
}

TEST_CASE("what no document has is reported with the line of its entry, beside other mistakes") {
    const auto mistake = [](const std::string& entries) {
        return mistake_in("title = \"A\"\n" + step + entries);
    };
    CHECK(mentions(mistake("stage = \"input\"\ndocument = {mask = {window = \"two\"}}\n"),
                   "a.toml, line 6, document.mask.window: \"two\" is not a whole number"));
    CHECK(mentions(mistake("second = {document = {colour = 1}}\n"),
                   "a.toml, line 5, document.colour: there is no such field"));
    const TemporaryFolder folder;
    const std::string two =
        "title = \"A\"\n" + step + "document = {colour = 1}\n" + step + "view = \"garden\"\n";
    const Lesson read = lesson::read_lesson(write(folder, "a.toml", two));
    CHECK(lesson::mistakes_in(read, shipped_library(), some_offer()).size() == 2);
}

TEST_CASE("a broken lesson is told and the others are there, in the order of the course") {
    const TemporaryFolder folder;
    write(folder, "z.toml", "title = \"First\"\norder = 1\n" + step);
    write(folder, "a.toml", "title = \"Last\"\n" + step);
    write(folder, "b.toml", "nonsense");
    write(folder, "c.txt", "not a lesson");
    const lesson::Course course = lesson::read_course({folder.path, folder.path / "missing"});
    REQUIRE(course.lessons.size() == 2);
    CHECK(course.lessons[0].title == "First");
    CHECK(course.lessons[1].title == "Last");
    REQUIRE(course.mistakes.size() == 1);
    CHECK(mentions(course.mistakes[0].where, "b.toml"));
}

TEST_CASE("a file that is no lesson is refused before it is read") {
    const TemporaryFolder folder;
    CHECK_THROWS_AS(lesson::read_lesson(write(folder, "big.toml", std::string(std::size_t{5} << 20, 'x'))),
                    base::InputError);
    CHECK_THROWS_AS(lesson::read_lesson(folder.path / "missing.toml"), base::InputError);
    CHECK_THROWS_AS(lesson::read_lesson(write(folder, "bytes.toml", "\xff\xfe\x01")), base::InputError);
}

TEST_CASE(
    "side rooms stand behind the lessons, in the order in which these offer them, and own lessons last") {
    const TemporaryFolder folder;
    write(folder, "a-own.toml", "title = \"Own\"\n" + step);
    write(folder, "attic.toml", "title = \"Attic\"\nroom = true\n" + step);
    write(folder, "cellar.toml", "title = \"Cellar\"\nroom = true\n" + step);
    write(folder, "shed.toml", "title = \"Shed\"\nroom = true\n" + step);
    write(folder, "2.toml", "title = \"Two\"\norder = 2\n" + step + "room = \"attic\"\n");
    write(folder, "1.toml", "title = \"One\"\norder = 1\n" + step + step + "room = \"cellar\"\n");
    const lesson::Course course = lesson::read_course({folder.path});
    std::vector<std::string> ids;
    std::vector<const Lesson*> all;
    for (const Lesson& lesson : course.lessons) {
        ids.push_back(lesson.id);
        all.push_back(&lesson);
    }
    CHECK(ids == std::vector<std::string>{"1", "2", "cellar", "attic", "shed", "a-own"});
    const lesson::CourseOrder order(all);
    REQUIRE(order.door("cellar"));
    CHECK(order.door("cellar")->lesson == "1");
    CHECK(order.door("cellar")->step == 1);
    CHECK_FALSE(order.door("shed"));
}

TEST_CASE("a lesson takes steps from others, and each shows what it shows there") {
    const TemporaryFolder folder;
    write(folder, "words.toml", R"(title = "Words"
[[step]]
title = "First"
text = "One."
preset = "cat-sat"
stage = "softmax"
[[step]]
title = "Second"
text = "Two."
note = "Ask."
query = "sat"
)");
    write(folder, "mine.toml", R"(title = "Mine"
[[step]]
title = "Own"
text = "Here."
preset = "bank-river"
[[step]]
from = "words:2"
note = "Vote."
[[step]]
from = "words"
)");
    const lesson::Course course = lesson::read_course({folder.path});
    REQUIRE(course.mistakes.empty());
    const Lesson& mine = *std::ranges::find(course.lessons, "mine", &Lesson::id);
    REQUIRE(mine.steps.size() == 4);
    CHECK(mine.steps[1].title == "Second");
    CHECK(mine.steps[1].note == "Vote.");
    CHECK(mine.steps[3].note == "Ask.");
    CHECK(lesson::mistakes_in(mine, shipped_library(), some_offer()).empty());
    const auto shown = [&](std::size_t count) {
        return lesson::after_steps(lesson::opening_session(shipped_library()), mine, count,
                                   shipped_library());
    };
    CHECK(shown(1).first.document->text != shown(2).first.document->text);
    CHECK(shown(2).first.document->text == "The cat sat");
    CHECK(shown(2).first.selection.query == 2);
    CHECK(shown(2).first.selection.stage == attention::StageId::softmax);
}

TEST_CASE("a lesson whose steps are not there is left out, and says which") {
    const auto mistake = [](const std::string& from) -> std::string {
        const TemporaryFolder folder;
        write(folder, "words.toml", "title = \"Words\"\n" + step);
        write(folder, "taken.toml", "title = \"Taken\"\n[[step]]\nfrom = \"words\"\n");
        write(folder, "mine.toml", "title = \"Mine\"\n[[step]]\nfrom = \"" + from + "\"\n");
        const lesson::Course course = lesson::read_course({folder.path});
        return course.mistakes.empty() ? "" : course.mistakes.front().what();
    };
    CHECK(mistake("words").empty());
    CHECK(mentions(mistake("nowhere"), "mine.toml, line 3: from: there is no lesson “nowhere”"));
    CHECK(mentions(mistake("words:2"), "has no step “2”"));
    CHECK(mentions(mistake("words:0"), "has no step “0”"));
    CHECK(mentions(mistake("taken"), "takes steps from other lessons itself"));
    CHECK(mentions(mistake("mine"), "takes steps from other lessons itself"));
}
