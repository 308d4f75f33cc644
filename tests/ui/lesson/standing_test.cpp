#include "ui/lesson/standing.h"

#include "lesson/check.h"
#include "lesson/course.h"
#include "lesson/judge.h"
#include "lesson/plane.h"
#include "lesson/step_state.h"
#include "source_folder.h"
#include "workbench/document/edit.h"
#include "workbench/document/library.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace {

const workbench::Library& shipped() {
    static const auto library = workbench::load_library(source_folder() / "assets");
    return library;
}

std::string standing_in(const std::string& formula, const workbench::Pass& pass) {
    static const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
    return ui::told(texts, ui::standing_of(formula, {pass}), pass);
}

std::string standing(const std::string& formula, const std::string& preset = "cat-tired") {
    const auto& document = shipped().preset(preset).document;
    return standing_in(formula, *workbench::compute(workbench::prepare(document, shipped())));
}

} // namespace

TEST_CASE("how far a goal has come is said in the words of what it is about") {
    CHECK(standing("weights[it, cat]").starts_with("“it” gives “cat” 0."));
    CHECK(standing("scores[it, cat]").starts_with("“it” scores “cat” "));
    CHECK(standing("head_output[it, living]").starts_with("“it” reads 0."));
    const auto arrow = lesson::plane_pass(
        {.query = "it", .at = {1, 2}, .words = {"cat"}, .keys = {{1, 0}}, .values = {}}, {1, 2});
    CHECK(standing_in("q[it, 1]", *arrow) == "number 1 of “it” is 1.00");
    CHECK(standing_in("head_output[it, 1]", *arrow) == "“it” reads 1.00");
    CHECK(standing("largest(weights[it])") == "“it” reads “cat” most");
    CHECK(standing("largest(scores[it])") == "“it” scores “cat” highest");
    CHECK(standing("n") == "10 words");
}

TEST_CASE("the dot product of a query and a key is their score, that of a row and a column what they make; a "
          "row of Q adds up as a query") {
    CHECK(standing("dot(q[it], k[cat])") == standing("scores[it, cat]"));
    CHECK(standing("dot(x[it], w_q[*, living])") == standing("q[it, living]"));
    CHECK(standing("sum(q[it])").starts_with("the query of “it” adds up to "));
    CHECK(standing("sum(v[cat])").starts_with("the value of “cat” adds up to "));
}

TEST_CASE("what has no words of its own is not said: nobody reads a formula of the file") {
    CHECK(standing("sum(weights[it])").empty());
    CHECK(standing("count(weights[*, *])").empty());
}

TEST_CASE("where there are several heads, the number says whose it is") {
    CHECK(standing("weights[it, cat, 3]", "cat-four-heads").ends_with(" (head 3)"));
}

TEST_CASE("what keeps a goal from being reached is said in words") {
    static const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
    const auto computed = [](const workbench::Document& document) {
        return workbench::compute(workbench::prepare(document, shipped()));
    };
    const workbench::Document opening = shipped().preset("cat-sat").document;
    const auto first = computed(opening);
    lesson::Question question;
    question.kind = lesson::QuestionKind::goal;
    question.formula = "weights[sat, cat] > 0.99 and scores[cat, sat] = 3";
    const auto said = [&](const workbench::Document& now) {
        return ui::not_yet(texts, question, *computed(now), *first);
    };
    const auto with = [&](attention::Cell cell, float value) {
        return workbench::apply(opening, workbench::SetCell{cell, value}, shipped());
    };
    using enum attention::Quantity;
    CHECK(said(opening).empty());
    CHECK(said(with({scores, 0, 2, 1}, 4.5F)) == texts.text("lesson.typed_over"));
    CHECK(said(with({x, 0, 1, 0}, 3)).starts_with("Now “cat” scores “sat” "));
    CHECK(said(with({k, 0, 2, 0}, 3)) == texts.text("lesson.typed_over"));
    question.solution.emplace();
    const nlohmann::json number{{"quantity", "q"}, {"row", 2}, {"column", 0}, {"value", 5}};
    question.solution->document = workbench::DocumentPart(nlohmann::json{{"overrides", {number}}}, "here");
    CHECK(
        said(with({k, 0, 2, 1}, 3)).starts_with("Now “cat” scores “sat” ")); // another way, as far as it goes
    question.solution.reset();
    question.formula = "weights[sat, cat] > 0.99 and x[sat, action] = 2";
    CHECK(said(with({x, 0, 2, 1}, 2)) == texts.text("lesson.halfway"));
    question.otherwise = "Look at what “sat” scores.";
    CHECK(said(with({x, 0, 2, 1}, 2)) == "Look at what “sat” scores.");
    question.slips = {{"x[sat, action] = 2", "That alone won’t do."}};
    CHECK(said(with({x, 0, 2, 1}, 2)) == "That alone won’t do.");
}

TEST_CASE("whatever a goal of the course is about has words, or the question has them") {
    for (const auto& lesson : lesson::read_course({source_folder() / "assets/lessons"}).lessons) {
        workbench::Session session = lesson::opening_session(shipped());
        for (const lesson::Step& step : lesson.steps) {
            CAPTURE(step.place);
            session = lesson::after(session, step, shipped());
            if (!step.question || !lesson::is_goal(step.question->kind) || !step.question->now.empty())
                continue;
            const auto passes = lesson::passes_of(session, shipped());
            const auto pass = step.plane ? lesson::plane_pass(*step.plane, step.plane->at) : passes.left;
            try {
                for (const std::string& formula : lesson::watched(*step.question, {*pass})) {
                    CAPTURE(formula);
                    CHECK_FALSE(standing_in(formula, *pass).empty());
                }
            } catch (const base::InputError&) { // about a word that is still to be written
            }
        }
    }
}
