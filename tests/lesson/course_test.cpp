// Every lesson of the course: each step is built, each number computed, each question answered.

#include "close.h"
#include "lesson/course.h"
#include "lesson/judge.h"
#include "lesson/lesson.h"
#include "lesson/lesson_scene.h"
#include "lesson/plane.h"
#include "lesson/step_state.h"
#include "lesson/syllabus.h"
#include "lesson/text.h"
#include "narration/narration.h"
#include "source_folder.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

using namespace lesson;

namespace {

const std::vector<Lesson>& course() {
    static const std::vector<Lesson> lessons = [] {
        Course read = read_course({source_folder() / "assets/lessons"});
        for (const base::InputError& mistake : read.mistakes)
            FAIL(mistake.what());
        return read.lessons;
    }();
    return lessons;
}

const narration::Texts& shipped_texts() {
    static const narration::Texts texts = narration::Texts::load(source_folder() / "assets/texts");
    return texts;
}

/// Calls use(step, scope) for every step of the course, in the state that it sets.
template <class Use>
void each_step(const Use& use) {
    for (const Lesson& lesson : course()) {
        CAPTURE(lesson.id);
        workbench::Session session = opening_session(shipped_library());
        Passes passes;
        for (const Step& step : lesson.steps) {
            CAPTURE(step.place);
            const workbench::Session next = after(session, step, shipped_library());
            const bool same = passes.left && next.first.document == session.first.document && !next.second;
            session = next;
            if (!same) passes = passes_of(session, shipped_library());
            const auto plane = step.plane ? plane_pass(*step.plane, step.plane->at) : nullptr;
            use(step, Scope{plane ? *plane : *passes.left, passes.right.get()});
        }
    }
}

void answer_choices(const Question& question, const Scope& scope) {
    const std::size_t right = right_choice(question, scope);
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        CHECK(judge_choice(question, i, scope).right == (i == right));
}

void answer_number(const Question& question, const Scope& scope) {
    const double right = number_of(question.formula, scope);
    const double rounded =
        std::round(right * std::pow(10, question.decimals)) / std::pow(10, question.decimals);
    CHECK(judge_number(question, rounded, scope).right);
    CHECK_FALSE(judge_number(question, right + 1.5, scope).right);
    for (const Slip& slip : question.slips) {
        const Verdict verdict = judge_number(question, number_of(slip.value, scope), scope);
        CHECK_FALSE(verdict.right);
        CHECK(verdict.because == slip.because);
    }
}

void answer_click(const Question& question, const Scope& scope) {
    const Word right = word_of(question.formula, scope);
    CHECK(judge_click(question, *right.index, scope).right);
    bool some_wrong = false;
    for (Index i = 0; i < std::ssize(right.list); ++i)
        some_wrong |= !judge_click(question, i, scope).right;
    CHECK(some_wrong);
}

} // namespace

TEST_CASE("eight lessons make up an hour, in order, with side rooms behind them") {
    const auto& lessons = course();
    const auto is_room = [](const Lesson& lesson) { return lesson.room; };
    const auto rooms = std::ranges::find_if(lessons, is_room);
    REQUIRE(rooms - lessons.begin() == 8);
    CHECK(std::all_of(rooms, lessons.end(), is_room));
    int minutes = 0;
    for (auto lesson = lessons.begin(); lesson != rooms; ++lesson) {
        CAPTURE(lesson->id);
        CHECK(lesson->order == lesson - lessons.begin() + 1);
        minutes += lesson->minutes;
    }
    CHECK(minutes <= 60);
}

TEST_CASE("each lesson says what one can do afterwards, and what it comes to") {
    for (const Lesson& lesson : course()) {
        CAPTURE(lesson.id);
        CHECK_FALSE(lesson.afterwards.empty());
        CHECK_FALSE(lesson.can.empty());
        CHECK_FALSE(lesson.recap.empty());
        CHECK_FALSE(lesson.exercise.empty());
        for (const Step& step : lesson.steps) {
            CAPTURE(step.title);
            CHECK_FALSE(step.note.empty());
            CHECK_FALSE(step.caption.empty());
        }
    }
}

TEST_CASE("a lesson begins with the one two before, and every one ends with what was never shown") {
    for (const Lesson& lesson : course()) {
        CAPTURE(lesson.id);
        CHECK(lesson.steps.back().role == StepRole::transfer);
        CHECK(lesson.steps.back().question.has_value());
        const bool recalls = lesson.steps.front().role == StepRole::recall;
        CHECK(recalls == (!lesson.room && *lesson.order > 2));
    }
}

TEST_CASE("no step has more than forty words, and no term comes before it is introduced") {
    const Syllabus syllabus = syllabus_of(course(), shipped_texts().glossary());
    for (const Outline& one : syllabus.lessons) {
        CAPTURE(one.lesson->id);
        CAPTURE(one.longest);
        CHECK(one.most_words <= 40);
    }
    for (const EarlyTerm& early : syllabus.early)
        FAIL_CHECK(early.place << ": " << early.term);
}

TEST_CASE("a lesson says how long it takes: what its words, pictures and questions come to") {
    const Syllabus syllabus = syllabus_of(course(), shipped_texts().glossary());
    for (const Outline& one : syllabus.lessons) {
        CAPTURE(one.lesson->id);
        CHECK(one.minutes == make::about(one.lesson->minutes).within(0.75));
    }
}

TEST_CASE("a third of each lesson's questions are answered by doing") {
    const Syllabus syllabus = syllabus_of(course(), shipped_texts().glossary());
    for (const Outline& one : syllabus.lessons) {
        CAPTURE(one.lesson->id);
        CHECK(3 * one.doing >= one.questions);
    }
}

TEST_CASE("every side room is offered by a step, and every offered one is there") {
    const Syllabus syllabus = syllabus_of(course(), shipped_texts().glossary());
    CHECK(syllabus.not_offered.empty());
    CHECK(syllabus.no_such_room.empty());
}

TEST_CASE("every text, caption and label of every step can be told, and what it points at exists") {
    each_step([](const Step& step, const Scope& scope) {
        CHECK_FALSE(plain_text(told(step.text, scope)).empty());
        CHECK(plain_text(told(step.text, scope)).find('{') == std::string::npos);
        CHECK_FALSE(plain_text(step.caption.empty() ? first_sentence(told(step.text, scope))
                                                    : told(step.caption, scope))
                        .empty());
        told(step.label, scope);
        for (const std::string& name : step.point)
            CHECK_NOTHROW(pointed_at(name, scope));
    });
}

TEST_CASE("every question is answered rightly and wrongly") {
    each_step([](const Step& step, const Scope& scope) {
        if (!step.question) return;
        const Question& question = *step.question;
        CHECK_NOTHROW(expect_answerable(question, scope));
        switch (question.kind) {
        case QuestionKind::choose:
            return answer_choices(question, scope);
        case QuestionKind::number:
            return answer_number(question, scope);
        case QuestionKind::click:
            return answer_click(question, scope);
        case QuestionKind::bar:
            CHECK(judge_bar(question, number_of(question.formula, scope), scope).right);
            CHECK_FALSE(judge_bar(question, 2 * number_of(question.formula, scope) + 1, scope).right);
            return;
        case QuestionKind::order: {
            std::vector<std::string> order = right_order(question);
            CHECK(judge_order(question, order).right);
            std::ranges::reverse(order);
            CHECK_FALSE(judge_order(question, order).right);
            return;
        }
        case QuestionKind::drag:
            CHECK_FALSE(judge_goal(question, scope).right);
            CHECK(judge_goal(question, {*plane_pass(*step.plane, *question.tip)}).right);
            return;
        case QuestionKind::goal:
            CHECK_FALSE(judge_goal(question, scope).right); // mistakes_in() tries its solution
        }
    });
}

TEST_CASE("docs/course.md names steps that are there, and every side room") {
    std::ifstream file(source_folder() / "docs/course.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    REQUIRE_FALSE(page.empty());
    const auto expect_step = [&](const Lesson& lesson, const std::string& number) {
        CAPTURE(lesson.id);
        CAPTURE(number);
        CHECK(std::stoul(number) >= 1);
        CHECK(std::stoul(number) <= lesson.steps.size());
    };
    static const std::regex of_spine(R"((?:^|[ |])([1-8])\.([0-9]+)(?=[, |\n]))"),
        of_room(R"(`(room-[a-z-]+)(?::([0-9]+))?`)");
    std::size_t steps = 0;
    for (std::sregex_iterator at(page.begin(), page.end(), of_spine), end; at != end; ++at, ++steps)
        expect_step(course()[std::stoul((*at)[1].str()) - 1], (*at)[2].str());
    CHECK(steps > 50);
    std::set<std::string> named;
    for (std::sregex_iterator at(page.begin(), page.end(), of_room), end; at != end; ++at) {
        const std::string id = (*at)[1].str();
        const auto room = std::ranges::find(course(), id, &Lesson::id);
        CAPTURE(id);
        REQUIRE(room != course().end());
        if ((*at)[2].matched) expect_step(*room, (*at)[2].str());
        named.insert(id);
    }
    for (const Lesson& lesson : course())
        if (lesson.room) CHECK(named.contains(lesson.id));
}
