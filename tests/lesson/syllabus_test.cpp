// What the course asks of its lessons, on lessons of a few words.

#include "lesson/syllabus.h"

#include <doctest/doctest.h>

using namespace lesson;

namespace {

const narration::Glossary& glossary() {
    static const narration::Glossary two_terms({{"glossary.score.name", "score"},
                                                {"glossary.score.forms", "score | scores"},
                                                {"glossary.score.means", "How well two match."},
                                                {"glossary.mask.name", "mask"},
                                                {"glossary.mask.forms", "mask | masks"},
                                                {"glossary.mask.means", "What may not be read."}});
    return two_terms;
}

Step step(const std::string& text) {
    Step one;
    one.title = "A step";
    one.text = text;
    one.place = "line of " + text.substr(0, 5);
    return one;
}

Lesson made(const std::string& id, long order, std::vector<Step> steps) {
    Lesson one;
    one.id = id;
    one.order = order;
    one.steps = std::move(steps);
    return one;
}

Lesson room(const std::string& id, std::vector<Step> steps) {
    Lesson one = made(id, 0, std::move(steps));
    one.order.reset();
    one.room = true;
    return one;
}

Step offering(Step one, const std::string& room) {
    one.room = room;
    return one;
}

} // namespace

TEST_CASE("words are counted as they read: a formula is one, marks are none") {
    CHECK(words_in("The score of {q:it} is {scores[it, cat]:1} - no more.") == 8);
    CHECK(words_in("") == 0);
}

TEST_CASE("a term is introduced where a text prints it in bold, and early before that") {
    const std::vector<Lesson> good{made("one", 1, {step("A **score** says how well."), step("Two scores.")})};
    CHECK(syllabus_of(good, glossary()).early.empty());
    CHECK(syllabus_of(good, glossary()).lessons[0].introduces == std::vector<std::string>{"score"});
    const std::vector<Lesson> coloured{made("one", 1, {step("A {k:score} says how well.")})};
    CHECK(syllabus_of(coloured, glossary()).early.empty());
    const std::vector<Lesson> bad{made("one", 1, {step("Two scores."), step("A **score**.")})};
    const Syllabus found = syllabus_of(bad, glossary());
    REQUIRE(found.early.size() == 1);
    CHECK(found.early[0].place == "line of Two s");
    CHECK(found.early[0].term == "score");
}

TEST_CASE("questions may not use a term early either, but notes for the lecturer may") {
    Step asks = step("Look.");
    asks.note = "This is a mask.";
    asks.question = Question{.ask = "Where?", .hint = "Which mask?", .because = "There."};
    CHECK(syllabus_of(std::vector{made("one", 1, {asks})}, glossary()).early.size() == 1);
    asks.question->hint.clear();
    CHECK(syllabus_of(std::vector{made("one", 1, {asks})}, glossary()).early.empty());
}

TEST_CASE(
    "a side room knows what was introduced up to the step that offers it, and keeps its terms to itself") {
    const Lesson inside = room("aside", {step("A score and a **mask**.")});
    const std::vector<Lesson> late{
        made("one", 1, {step("A **score**."), offering(step("More."), "aside"), step("A mask.")}), inside};
    const Syllabus found = syllabus_of(late, glossary());
    REQUIRE(found.early.size() == 1);
    CHECK(found.early[0].term == "mask");
    CHECK(found.not_offered.empty());
    const std::vector<Lesson> soon{made("one", 1, {offering(step("More."), "aside"), step("A **score**.")}),
                                   inside};
    CHECK(syllabus_of(soon, glossary()).early[0].place == "line of A sco");
}

TEST_CASE("side rooms that nobody offers, and offers of what is not there, are found") {
    const std::vector<Lesson> lessons{made("one", 1, {offering(step("More."), "attic")}),
                                      room("aside", {step("Here.")})};
    const Syllabus found = syllabus_of(lessons, glossary());
    CHECK(found.not_offered == std::vector<std::string>{"aside"});
    CHECK(found.no_such_room == std::vector<std::string>{"attic"});
}

TEST_CASE("what has to be made true is doing, all other questions are not") {
    Step chooses = step("Choose."), does = step("Do.");
    chooses.question = Question{.kind = QuestionKind::choose, .ask = "?", .hint = "", .because = ""};
    does.question = Question{.kind = QuestionKind::goal, .ask = "?", .hint = "", .because = ""};
    const Syllabus found = syllabus_of(std::vector{made("one", 1, {chooses, does, does})}, glossary());
    CHECK(found.questions() == 3);
    CHECK(found.doing() == 2);
}

TEST_CASE("a step takes longer the more there is to read, to think about and to make true") {
    Step looks = step("Look."), thinks = looks, does = looks,
         reads = step("Look, and then look at it once more.");
    thinks.question = Question{.kind = QuestionKind::choose, .ask = "?", .hint = "", .because = ""};
    does.question = Question{.kind = QuestionKind::goal, .ask = "?", .hint = "", .because = ""};
    CHECK(step_minutes(looks) < step_minutes(reads));
    CHECK(step_minutes(reads) < step_minutes(thinks));
    CHECK(step_minutes(thinks) < step_minutes(does));
}
