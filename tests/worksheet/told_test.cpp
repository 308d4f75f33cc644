#include "worksheet/told.h"

#include "lesson/course.h"
#include "lesson/judge.h"
#include "worksheet/handout.h"
#include "worksheet/make.h"

#include <doctest/doctest.h>

using namespace worksheet;

namespace {

const lesson::Course& course() {
    static const lesson::Course read = lesson::read_course({source_folder() / "assets" / "lessons"});
    return read;
}

lesson::Lesson lesson_of(const std::string& steps) {
    return lesson::lesson_in("title = \"Own\"\nafterwards = \"do it\"\nminutes = 1\n" + steps, "own.toml");
}

} // namespace

TEST_CASE("a step's numbers and the answer to its question are computed from what it shows") {
    const lesson::Lesson lesson = lesson_of(R"(
[[step]]
title = "Sum"
text = "The weights of {q:sat} add up to {sum(weights[sat]):0}."
preset = "cat-sat"
stage = "softmax"
query = "sat"
key = "cat"

[step.question]
number = "d_k"
ask = "How wide is a key?"
because = "It has {d_k:0} numbers."
)");
    const auto steps = told_steps(lesson, make::library());
    REQUIRE(steps.size() == 1);
    CHECK(steps[0].text.front().text == "The weights of “sat” add up to 1.");
    REQUIRE(steps[0].question);
    CHECK(steps[0].question->answer == std::to_string(steps[0].pass->trace.layer->d_k()));
    CHECK(steps[0].question->because == "It has 2 numbers.");
}

namespace {

/// The first page with this line, or one that begins with it.
std::size_t page_of(const std::vector<Figure>& pages, const std::string& line, std::size_t from = 0) {
    for (std::size_t i = from; i < pages.size(); ++i)
        for (const drawing::Shape& shape : pages[i])
            if (const auto* label = std::get_if<drawing::Label>(&shape))
                if (!label->text.empty() && label->text.starts_with(line)) return i;
    return pages.size();
}

} // namespace

TEST_CASE("in no lesson a page states the answer to a question before that page: it ends with the question") {
    const make::Typewriter measure;
    for (const Paper& paper : papers())
        for (const lesson::Lesson& lesson : course().lessons) {
            CAPTURE(lesson.id);
            const auto steps = told_steps(lesson, make::library());
            const auto pages = handout_pages(lesson, steps, paper, make::texts(), measure);
            for (std::size_t i = 0; i < steps.size(); ++i) {
                if (!steps[i].question) continue;
                CAPTURE(i);
                const std::size_t step = page_of(pages, std::to_string(i + 1) + ". "),
                                  answer = page_of(pages, "Answer to step " + std::to_string(i + 1) + ":");
                REQUIRE(answer < pages.size());
                CHECK(step < answer);
                // Whatever says or shows more than the step itself is behind its answer.
                const std::size_t next = page_of(pages, std::to_string(i + 2) + ". ");
                CHECK((i + 1 == steps.size() || next >= answer));
                // The answer is the first thing on its page.
                const auto* first = std::get_if<drawing::Label>(&pages[answer].front());
                REQUIRE(first);
                CHECK(first->text.starts_with("Answer to step"));
            }
        }
}

TEST_CASE("every question of a lesson is asked on paper and answered with its reason") {
    const make::Typewriter measure;
    const lesson::Lesson& lesson = lesson_named("queries-keys-scores", course());
    const auto steps = told_steps(lesson, make::library());
    const std::string whole =
        make::text_of(handout_pages(lesson, steps, papers().front(), make::texts(), measure));
    const auto has_start_of = [&](const std::string& text) {
        return whole.find(text.substr(0, text.find(' '))) != std::string::npos;
    };
    for (const ToldStep& step : steps) {
        if (!step.question) continue;
        CHECK(whole.find(step.question->answer) != std::string::npos);
        CHECK(has_start_of(asked_on_paper(step.question->ask, make::texts())));
        CHECK(has_start_of(step.question->because));
    }
}

TEST_CASE("where nothing can be clicked, a word is named") {
    CHECK(asked_on_paper("Which word is it? Click it.", make::texts()) == "Which word is it? Name it.");
    CHECK(asked_on_paper("Click the word.", make::texts()) == "Name the word.");
    CHECK(asked_on_paper("What does a “Click here” ask?", make::texts()) == "What does a “Click here” ask?");
}

TEST_CASE("a slide for each step, one for what it asks and one for the answer, after the title") {
    const make::Typewriter measure;
    const lesson::Lesson& lesson = lesson_named("2-queries-keys-scores", course());
    const auto steps = told_steps(lesson, make::library());
    std::size_t wanted = 1;
    for (const ToldStep& step : steps)
        wanted += step.question ? 3 : 1;
    const auto pages = slide_pages(lesson, steps, make::texts(), measure);
    CHECK(pages.size() == wanted);
    const std::string asked = make::text_of({pages[2]}), answered = make::text_of({pages[3]});
    CHECK(asked.find(steps[0].question->ask.substr(0, steps[0].question->ask.find(' '))) !=
          std::string::npos);
    CHECK(answered.find(steps[0].question->answer) != std::string::npos);
}

TEST_CASE("a picture keeps within its room, and shows the marked row of a matrix that does not fit") {
    const make::Typewriter measure;
    lesson::Lesson lesson = lesson_of(R"(
[[step]]
title = "Long"
text = "Long."
preset = "cat-tired"
stage = "scores"
query = "tired"
key = "cat"
)");
    const ToldStep step = told_steps(lesson, make::library()).front();
    const Block small = picture_of(step, {.width = 360, .height = 150}, make::texts(), measure);
    CHECK(small.height < 180);
    CHECK(make::text_of({small.figure}).find("tired") != std::string::npos);
    for (const drawing::Shape& shape : small.figure)
        if (const auto* stroke = std::get_if<drawing::Stroke>(&shape)) CHECK(stroke->rect.right() <= 361);
}

TEST_CASE("a lesson that does not exist is refused, with those that do") {
    CHECK_THROWS_WITH(lesson_named("nothing", course()), doctest::Contains("3-scale-and-softmax"));
}
