// Lessons while their files are being written: nothing that a teacher types ends the program or blanks the
// screen.

#include "ui/lesson/lessons.h"

#include "base/files.h"
#include "lesson/check.h"
#include "lesson/course.h"
#include "source_folder.h"
#include "temporary_folder.h"
#include "ui/lesson/slide.h"
#include "ui/views.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

namespace {

namespace fs = std::filesystem;
using base::InputError;
using ui::Lessons;

const workbench::Library& library() {
    static const auto shipped = workbench::load_library(source_folder() / "assets");
    return shipped;
}

std::vector<InputError> mistakes_in(const lesson::Lesson& lesson) {
    static const lesson::Offer offer = ui::lesson_offer();
    return lesson::mistakes_in(lesson, library(), offer);
}

/// Lessons of one's own, seen once a second.
class Course {
public:
    explicit Course(const std::string& text) {
        save(text);
        lessons.look(now_);
    }
    Lessons& look_again() {
        now_ += std::chrono::seconds(2);
        lessons.look(now_);
        return lessons;
    }
    void save(const std::string& text) { base::write_whole_file(file, text); }

    const TemporaryFolder folder = {};
    const fs::path file = folder.path / "mine.toml";
    Lessons lessons{{folder.path / "shipped", folder.path},
                    folder.path / "progress.json",
                    mistakes_in,
                    [](const lesson::Lesson&, std::size_t) { return workbench::Session{}; }};

private:
    Lessons::Clock::time_point now_ = Lessons::Clock::now();
};

/// All that the window computes for the open step; throws InputError for what it could not show.
void show(const ui::LessonRun& run) {
    const workbench::Session session = run.session(library());
    CHECK(ui::view_named(session.view) != nullptr);
    const lesson::Passes passes = lesson::passes_of(session, library());
    lesson::Telling telling;
    telling.about(passes.left, passes.right);
    lesson::expect_tellable(run.step(), telling.scope());
    ui::slide_of(run.step(), telling);
    telling.told(run.question().verdict.because);
}

void go_wrong(ui::LessonRun& run) {
    if (!run.step().question) return;
    run.judge({.because = "You thought of {k:tired}, which gets {weights[it, tired]}."});
}

/// A lesson whose step `where` (from 0) of three has the entry; each has a question.
std::string with(const std::string& entry, std::size_t where) {
    std::string text = "title = \"Mine\"\n";
    for (std::size_t i = 0; i < 3; ++i) {
        const bool here = i == where;
        const bool has_question = entry.find("[step.question]") != std::string::npos;
        text += "\n[[step]]\ntitle = \"Step\"\n";
        if (!here || !entry.starts_with("text")) text += "text = \"Words.\"\n";
        if (i == 0 && !(here && entry.starts_with("preset"))) text += "preset = \"cat-tired\"\n";
        if (!here || !entry.starts_with("stage")) text += "stage = \"softmax\"\n";
        if (here) text += entry + "\n";
        if (!here || !has_question)
            text += "[step.question]\nask = \"How much?\"\nbecause = \"{weights[it, cat]}.\"\nnumber = "
                    "\"weights[it, cat]\"\n";
    }
    return text;
}

bool names_file_and_line(const InputError& mistake, const fs::path& file) {
    return mistake.where.starts_with(file.string() + ", line ");
}

} // namespace

TEST_CASE("the window can show every step of the course") {
    for (const auto& lesson : lesson::read_course({source_folder() / "assets/lessons"}).lessons)
        for (const InputError& mistake : mistakes_in(lesson))
            FAIL_CHECK(mistake.what());
}

TEST_CASE("a mistake leaves the last good lesson open, and is gone when it is mended") {
    Course course(with("caption = \"First.\"", 1));
    course.lessons.open("mine", {}, 1);
    for (const char* broken :
         {"view = \"walkthru\"", "view = \"Labs\"", "caption = \"{\"", "head = 17", "\n[[step]\n"}) {
        CAPTURE(broken);
        course.save(with(broken, 1));
        course.look_again();
        REQUIRE(course.lessons.mistakes().size() == 1);
        CHECK(names_file_and_line(course.lessons.mistakes().front(), course.file));
        CHECK(course.lessons.running()->step().caption == "First.");
        CHECK_FALSE(course.lessons.take_replaced());
        CHECK(course.lessons.course().lessons.size() == 1); // it stays in the course
        course.save(with("caption = \"First.\"", 1));
        CHECK(course.look_again().mistakes().empty());
        CHECK(course.lessons.take_replaced());
    }
}

TEST_CASE("a broken lesson is refused with its file and line, and the one that is open stays open") {
    Course course(with("caption = \"First.\"", 1));
    course.lessons.open("mine", {}, 1);
    const auto refused = [&](const std::string& text, const std::string& id) {
        base::write_whole_file(course.folder.path / (id + ".toml"), text);
        course.look_again();
        try {
            course.lessons.open(id, {});
        } catch (const InputError& mistake) {
            return names_file_and_line(mistake, course.folder.path / (id + ".toml"));
        }
        return false;
    };
    CHECK(refused(with("view = \"walkthru\"", 0), "view"));
    CHECK(refused("title = \"x\"\n[[step]\n", "syntax"));
    CHECK(course.lessons.running()->lesson().id == "mine");
}

TEST_CASE("every letter that is typed into a lesson is either refused with file and line or shown") {
    const std::string question = "[step.question]\nask = \"?\"\n", because = "because = \"!\"\n";
    const std::string masked = "document = {mask = {causal = true}}\n";
    struct Field {
        std::string before, letters, after;
    };
    const Field fields[] = {
        {"view = \"", "labs", "\""},
        {"head = ", "17", ""},
        {"stage = \"", "scores", "\""},
        {"point = [\"", "weights[it]", "\"]"},
        {"view = \"labs\"\nchoices = {labs = {page = \"", "scale", "\"}}"},
        {"text = \"", "{q:it} gives {weights[it, cat]} to {largest(weights[it])}.", "\""},
        {"caption = \"", "{weights[it, cat]:1}", "\""},
        {question + because + "number = \"", "weights[it, cat] / weights[it, tired]", "\""},
        {masked + question + because + "bar = \"weights[it, cat]\"\nbeside = \"",
         "weights[it, cat] / weights[it, tired]", "\""},
        {question + "number = \"n\"\nbecause = \"", "{n} rows, {weights[it, cat]}", "\""}};
    for (const std::size_t where : {0U, 1U, 2U}) {
        Course course(with("label = \"\"", where));
        course.lessons.open("mine", {}, where);
        for (const auto& [before, letters, after] : fields) {
            go_wrong(*course.lessons.running());
            for (std::size_t typed = 0; typed <= letters.size(); ++typed) {
                const std::string text = before + letters.substr(0, typed) + after;
                CAPTURE(text);
                course.save(with(text, where));
                course.look_again();
                const auto& mistakes = course.lessons.mistakes();
                CHECK(mistakes.empty() == course.lessons.take_replaced());
                CHECK(std::ranges::all_of(mistakes, [&](const InputError& mistake) {
                    return names_file_and_line(mistake, course.file);
                }));
                CHECK_NOTHROW(show(*course.lessons.running()));
            }
            course.save(with("label = \"\"", where));
            CHECK(course.look_again().mistakes().empty());
            CHECK(course.lessons.take_replaced());
        }
    }
}

TEST_CASE("the beginning of any lesson of the course is either refused with file and line or shown") {
    // The property holds for every length; a test looks at some, others in each file.
    std::mt19937 random(33);
    for (const auto& lesson : lesson::read_course({source_folder() / "assets/lessons"}).lessons) {
        const std::string whole = base::read_whole_file(lesson.file, 1 << 20);
        for (int i = 0; i < 12; ++i) {
            const std::size_t length = random() % whole.size();
            CAPTURE(lesson.id);
            CAPTURE(length);
            try {
                const auto begun = std::make_shared<const lesson::Lesson>(
                    lesson::lesson_in(whole.substr(0, length), lesson.file));
                const auto mistakes = mistakes_in(*begun);
                for (const InputError& mistake : mistakes)
                    CHECK(names_file_and_line(mistake, lesson.file));
                if (mistakes.empty()) CHECK_NOTHROW(show({begun, {}, begun->steps.size() - 1}));
            } catch (const InputError& mistake) {
                CHECK(mistake.where.starts_with(lesson.file.string()));
            }
        }
    }
}

TEST_CASE("a lesson is done when its questions are answered, whenever that was; what is skipped is counted") {
    Course course(with("label = \"\"", 0));
    const auto entry = [&] { return course.lessons.course().lessons.front(); };
    course.lessons.open("mine", {}, 0);
    course.lessons.arrive();
    course.lessons.running()->judge({.right = true});
    course.lessons.running()->go_to(2);
    course.lessons.arrive();
    course.lessons.record(true);
    CHECK(entry().ended);
    CHECK_FALSE(entry().finished);
    CHECK(course.lessons.running()->answered().size() == 1);
    for (const std::size_t step : {1U, 2U}) { // the others another time
        course.lessons.open("mine", {}, step);
        course.lessons.running()->question().revealed = true;
        course.lessons.arrive();
    }
    CHECK(entry().finished);
}

TEST_CASE("what is shown in a lecture is nobody's progress") {
    Course course(with("label = \"\"", 0));
    course.lessons.open("mine", {}, 2); // without arriving: a lecturer did
    course.lessons.record(false);
    CHECK_FALSE(course.lessons.course().lessons.front().begun);
    course.lessons.running()->go_to(1);
    course.lessons.arrive(); // by the learner
    course.lessons.running()->go_to(2);
    course.lessons.record(false);
    CHECK(course.lessons.course().lessons.front().step == 1);
}

TEST_CASE("a lesson is asked for by its id, or with the number of a step") {
    CHECK(ui::lesson_place("06-softmax", "--lesson").id == "06-softmax");
    CHECK_FALSE(ui::lesson_place("06-softmax", "--lesson").step);
    CHECK(ui::lesson_place("06-softmax:3", "--lesson").step == 2);
    for (const char* none : {"06-softmax:0", "06-softmax:-1", "06-softmax:", "06-softmax:x"})
        CHECK_THROWS_AS(ui::lesson_place(none, "--lesson"), InputError);
}
