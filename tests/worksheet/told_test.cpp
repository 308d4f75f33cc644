#include "worksheet/told.h"

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

TEST_CASE("the answers stand on the last pages alone, and every question is asked") {
    const make::Typewriter measure;
    const lesson::Lesson& lesson = lesson_named("query-key-value", course());
    const auto steps = told_steps(lesson, make::library());
    const auto pages = handout_pages(lesson, steps, papers().front(), make::texts(), measure);
    const std::string whole = make::text_of(pages), last = make::text_of({pages.back()});
    CHECK(last.find(make::texts().text("handout.answers")) != std::string::npos);
    for (const ToldStep& step : steps) {
        if (!step.question) continue;
        CHECK(last.find(step.question->answer) != std::string::npos);
        CHECK(whole.find(step.question->ask.substr(0, step.question->ask.find(' '))) != std::string::npos);
    }
}

TEST_CASE("a slide for each step, one for what it asks and one for the answer, after the title") {
    const make::Typewriter measure;
    const lesson::Lesson& lesson = lesson_named("03-query-key-value", course());
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
    CHECK_THROWS_WITH(lesson_named("nothing", course()), doctest::Contains("06-softmax"));
}
