#include "ui/lesson/slide.h"

#include "source_folder.h"
#include "workbench/document/library.h"

#include <doctest/doctest.h>

using lesson::plain_text;

namespace {

lesson::Telling about(const std::string& preset) {
    const auto library = workbench::load_library(source_folder() / "assets");
    lesson::Telling telling;
    telling.about(workbench::compute(workbench::prepare(library.preset(preset).document, library)), nullptr);
    return telling;
}

lesson::Step step_that_asks(lesson::Question question) {
    lesson::Step step;
    step.title = "Asked";
    step.text = "The sentence has {n + 0:0} words. More of it.";
    step.question = std::move(question);
    return step;
}

} // namespace

TEST_CASE("a step without a caption says the first sentence of its text") {
    lesson::Telling telling = about("cat-sat");
    lesson::Step step = step_that_asks(
        {.kind = lesson::QuestionKind::number, .ask = "?", .hint = {}, .because = "!", .formula = "1"});
    CHECK(plain_text(ui::slide_of(step, telling).caption) == "The sentence has 3 words.");
    step.caption = "{n + 0:0} words.";
    CHECK(plain_text(ui::slide_of(step, telling).caption) == "3 words.");
}

TEST_CASE("choices have letters, and the answer begins with the right one") {
    lesson::Telling telling = about("cat-sat");
    const lesson::Question question{
        .ask = "How many?",
        .hint = {},
        .because = "Count them.",
        .choices = {{.text = "two, as in the sentence that came before it", .holds = "n = 2"},
                    {.text = "three, and none of them comes more than once", .holds = "n = 3"}}};
    const ui::Slide slide = ui::slide_of(step_that_asks(question), telling);
    CHECK(plain_text(*slide.question) == "How many?\nA two, as in the sentence that came before it\nB three, "
                                         "and none of them comes more than once");
    CHECK(plain_text(*slide.answer) == "B three, and none of them comes more than once. Count them.");
}

TEST_CASE("the votes stand beside the choices; with the answer they are drawn, not written into it") {
    lesson::Telling telling = about("cat-sat");
    const lesson::Question question{
        .ask = "Is it three?",
        .hint = {},
        .because = "Count them.",
        .choices = {{.text = "No", .holds = "n != 3"}, {.text = "Yes", .holds = "n = 3"}}};
    const ui::Slide slide = ui::slide_of(step_that_asks(question), telling, {.votes = {4, 20}});
    CHECK(plain_text(*slide.question) ==
          "Is it three?\nA\u00A0No\u00A0\u00A0\u00A0(4)      B\u00A0Yes\u00A0\u00A0\u00A0(20)");
    CHECK(plain_text(*slide.answer) == "B Yes. Count them.");
    CHECK(slide.right == 1);
}

TEST_CASE("what has to be made true is answered by working the picture") {
    lesson::Telling telling = about("cat-sat");
    lesson::Question question{.kind = lesson::QuestionKind::goal,
                              .ask = "Four words.",
                              .hint = {},
                              .because = "So.",
                              .formula = "n = 4"};
    CHECK(ui::slide_of(step_that_asks(question), telling).works);
    question.kind = lesson::QuestionKind::number;
    CHECK_FALSE(ui::slide_of(step_that_asks(question), telling).works);
}

TEST_CASE("choices that have room on one line stand side by side, and leave the height to the picture") {
    lesson::Telling telling = about("cat-sat");
    const lesson::Question question{
        .ask = "Is it three?",
        .hint = {},
        .because = "Count them.",
        .choices = {{.text = "Yes", .holds = "n = 3"}, {.text = "No", .holds = "n != 3"}}};
    const ui::Slide slide = ui::slide_of(step_that_asks(question), telling);
    CHECK(plain_text(*slide.question) == "Is it three?\nA\u00A0Yes      B\u00A0No"); // each stays on its line
}

TEST_CASE("stages that are to be put in order are named as they were written") {
    lesson::Telling telling = about("cat-sat");
    const ui::Slide slide = ui::slide_of(step_that_asks({.kind = lesson::QuestionKind::order,
                                                         .ask = "In which order?",
                                                         .hint = {},
                                                         .because = "So.",
                                                         .order = {"softmax", "scores"}}),
                                         telling);
    CHECK(plain_text(*slide.question) == "In which order?\nSoftmax · Scores");
    CHECK(plain_text(*slide.answer) == "So.");
}
