#include "lesson/judge.h"

#include "base/input_error.h"
#include "close.h"
#include "lesson/lesson_scene.h"

#include <cmath>

using lesson::Question;
using lesson::QuestionKind;

namespace {

const lesson::Scope scope{cat_pass()};

Question number(const std::string& formula) {
    Question question;
    question.kind = QuestionKind::number;
    question.formula = formula;
    return question;
}

double value(const std::string& formula) {
    return lesson::number_of(formula, scope);
}

std::string slip(const std::string& formula, double typed) {
    const auto verdict = lesson::judge_number(number(formula), typed, scope);
    return verdict.right ? "right" : verdict.slip;
}

} // namespace

TEST_CASE("a number is right to two decimals, whichever way it was rounded") {
    CHECK(slip("1 / 3", 0.33) == "right");
    CHECK(slip("2 / 3", 0.67) == "right");
    CHECK(slip("2 / 3", 0.66) == "right");
    CHECK(slip("1 / 3", 0.3) == "rounding");
    CHECK(slip("2 / 3", 0.6) == "rounding");
    CHECK(slip("2 / 3", 0.7) == "rounding");
    CHECK(slip("0.189", 0.1) == "too_small"); // cut off, but far from it
    CHECK(slip("1 / 3", 0.36) == "close");
    CHECK(slip("1 / 3", 0.5) == "too_large");
    CHECK(slip("1 / 3", 0.1) == "too_small");
}

TEST_CASE("slips are told apart") {
    CHECK(slip("scores[it, cat]", -value("scores[it, cat]")) == "sign");
    CHECK(slip("scaled[it, cat]", value("scores[it, cat]")) == "no_scale");
    CHECK(slip("scaled[it, cat]", value("scaled[cat, it]")) == "transposed");
    CHECK(slip("weights[it, cat]", value("softmax(scaled[*, cat])[it]")) == "wrong_axis");
    CHECK(slip("weights[it, cat]", value("softmax(scores[it])[cat]")) == "no_scale");
}

TEST_CASE("a forgotten scale is noticed also where the divisor is negative and the mask hides words") {
    workbench::Document document = shipped_library().preset("cat-tired").document;
    document.scale = {attention::ScaleKind::number, -2};
    document.mask.causal = 1;
    const auto pass = workbench::compute(workbench::prepare(document, shipped_library()));
    constexpr base::Index it = 7, cat = 1;
    const base::Matrix seen = pass->trace.heads.front().scores.row(it).head(it + 1);
    const double unscaled = std::exp(seen(cat)) / seen.array().exp().sum();
    const auto verdict = lesson::judge_number(number("weights[it, cat]"), unscaled, lesson::Scope{*pass});
    CHECK_FALSE(verdict.right);
    CHECK(verdict.slip == "no_scale");
}

TEST_CASE("a lesson's own slips come first") {
    Question question = number("weights[it, cat]");
    question.slips.push_back({"weights[it, tired]", "That is the weight of {k:tired}."});
    const auto verdict = lesson::judge_number(question, value("weights[it, tired]"), scope);
    CHECK_FALSE(verdict.right);
    CHECK(verdict.because == "That is the weight of {k:tired}.");
}

TEST_CASE("the right choice is the one that holds, and there must be exactly one") {
    Question question;
    question.choices = {{"less", "weights[it, cat] < 0.5"}, {"more", "weights[it, cat] > 0.5"}};
    CHECK(lesson::right_choice(question, scope) == 1);
    CHECK(lesson::judge_choice(question, 1, scope).right);
    CHECK_FALSE(lesson::judge_choice(question, 0, scope).right);
    question.choices.push_back({"also", "1 = 1"});
    CHECK_THROWS_AS(lesson::right_choice(question, scope), base::InputError);
    question.choices = {{"a", "1 = 2"}, {"b", "1 = 3"}};
    CHECK_THROWS_AS(lesson::right_choice(question, scope), base::InputError);
}

TEST_CASE("a click is right on the word with the wanted number, and on others with the same") {
    Question question;
    question.kind = QuestionKind::click;
    question.formula = "largest(weights[it])";
    CHECK(lesson::judge_click(question, 1, scope).right);
    CHECK_FALSE(lesson::judge_click(question, 9, scope).right);
    CHECK_FALSE(lesson::judge_click(question, 99, scope).right);
    const auto wrong = lesson::judge_click(question, 9, scope);
    CHECK(wrong.slip == "click_not_largest");
    CHECK(narration::plain_text(wrong.values.at("word")) == "tired");
    CHECK(narration::plain_text(wrong.values.at("number")) == "0.21");
    question.formula = "second(weights[it])"; // tired; cat has more, sat less
    CHECK(lesson::judge_click(question, 1, scope).slip == "click_too_large");
    CHECK(lesson::judge_click(question, 2, scope).slip == "click_too_small");
    question.formula = "smallest(weights[cat])";
    const auto& weights = cat_pass().trace.heads.front().weights;
    for (base::Index j = 0; j < 10; ++j)
        CHECK(lesson::judge_click(question, j, scope).right ==
              make::agree(weights(1, j), weights.row(1).minCoeff(), 1e-6));
}

TEST_CASE("a bar is right within a tenth of the larger one") {
    Question question;
    question.kind = QuestionKind::bar;
    question.formula = "weights[it, tired]";
    question.beside = "weights[it, cat]";
    const double right = value("weights[it, tired]"), tenth = 0.1 * value("weights[it, cat]");
    CHECK(lesson::judge_bar(question, right + 0.9 * tenth, scope).right);
    CHECK(lesson::judge_bar(question, right + 1.1 * tenth, scope).slip == "too_high");
    CHECK(lesson::judge_bar(question, right - 1.1 * tenth, scope).slip == "too_low");
    CHECK_FALSE(lesson::judge_bar(question, value("weights[it, cat]") * 0.75, scope).right);
}

TEST_CASE("stages are in order when they are in the order of the computation") {
    Question question;
    question.kind = QuestionKind::order;
    question.order = {"softmax", "scores", "weighted_sum", "scale"};
    CHECK(lesson::right_order(question) ==
          std::vector<std::string>{"scores", "scale", "softmax", "weighted_sum"});
    CHECK(lesson::judge_order(question, {"scores", "scale", "softmax", "weighted_sum"}).right);
    CHECK_FALSE(lesson::judge_order(question, question.order).right);
    question.order = {"softmax", "nosuch"};
    CHECK_THROWS_AS(lesson::right_order(question), base::InputError);
}

TEST_CASE("numbers may be typed as people write them") {
    using lesson::typed_number;
    CHECK(typed_number("−0,5", false) == -0.5);
    CHECK(typed_number("1/4", false) == 0.25);
    CHECK(typed_number("54,6 ÷ (54.6 + 2.4)", false) == make::about(54.6 / 57));
    CHECK(typed_number("2 × −3", false) == -6);
    for (const char* none : {"1/0", "(1", "n", "weights[it, cat]", "1 2", ""})
        CHECK_FALSE(typed_number(none, false));
    CHECK(typed_number("50%", false) == 0.5);
    CHECK(typed_number("50 %", false) == 0.5);
    CHECK(typed_number("4,096", true) == 4096);
    CHECK(typed_number("1 048 576", true) == 1048576);
    CHECK(typed_number("4,096", false) == 4.096);
    for (const char* none : {"", "banana", "1/0", "%", "4,09,6"})
        CHECK_FALSE(typed_number(none, true));
}

TEST_CASE("another word, or another height of a bar, may have a remark of its own") {
    Question click;
    click.kind = QuestionKind::click;
    click.formula = "largest(weights[it])";
    click.slips = {{"mat", "A mat is not tired."}};
    CHECK(lesson::judge_click(click, 5, scope).because == "A mat is not tired.");
    CHECK(lesson::judge_click(click, 4, scope).because.empty());
    CHECK(lesson::judge_click(click, 4, scope).slip == "click_not_largest");
    click.otherwise = "Who is tired?";
    CHECK(lesson::judge_click(click, 5, scope).because == "A mat is not tired.");
    CHECK(lesson::judge_click(click, 4, scope).because == "Who is tired?");
    CHECK_NOTHROW(lesson::expect_answerable(click, scope));
    click.slips = {{"zebra", "!"}};
    CHECK_THROWS_AS(lesson::expect_answerable(click, scope), base::InputError);

    Question bar;
    bar.kind = QuestionKind::bar;
    bar.formula = "weights[it, tired]";
    bar.slips = {{"weights[it, cat]", "That is another word's."}};
    CHECK(lesson::judge_bar(bar, value("weights[it, cat]"), scope).because == "That is another word's.");
    CHECK(lesson::judge_bar(bar, 0.4, scope).because.empty());
}

TEST_CASE("something to be made true is reached once it holds, and not while its words are gone") {
    Question goal;
    goal.kind = QuestionKind::goal;
    goal.formula = "largest(weights[it]) = cat";
    CHECK(lesson::judge_goal(goal, scope).right);
    goal.formula = "largest(weights[it]) = mat";
    CHECK_FALSE(lesson::judge_goal(goal, scope).right);
    CHECK_NOTHROW(lesson::expect_answerable(goal, scope));
    goal.formula = "largest(weights[zebra]) = mat";
    CHECK_FALSE(lesson::judge_goal(goal, scope).right);
    CHECK_NOTHROW(lesson::expect_answerable(goal, scope)); // its solution may bring the word in
    CHECK_FALSE(lesson::revealed(goal, {}, {}, scope));
}

TEST_CASE(
    "what is watched of a goal is what does not hold at first, each once, and no more than a line can say") {
    const auto watched = [](const std::string& goal) {
        Question question;
        question.kind = QuestionKind::goal;
        question.formula = goal;
        return lesson::watched(question, scope);
    };
    CHECK(watched("weights[it, cat] > 2 and weights[it, cat] > 3 and scores[it, cat] < 1000") ==
          std::vector<std::string>{"weights[it, cat]"});
    CHECK(watched("n = 3 or largest(weights[it]) = mat") ==
          std::vector<std::string>{"n", "largest(weights[it])"});
    CHECK(watched("weights[1, 1] + weights[1, 2] + weights[1, 3] + weights[1, 4] = 9").empty());
}

TEST_CASE("what was done towards a goal: a part of it holds now, and what held is spoilt") {
    Question question;
    question.kind = QuestionKind::goal;
    question.formula = "n = 3 and largest(weights[2]) = cat and m < 4";
    const auto now = pass_of_preset("cat-sat"); // the cat sat
    const lesson::Headway made = lesson::headway(question, {*now}, scope);
    CHECK(made.further);
    CHECK(made.spoilt.empty());
    question.formula = "n = 10 and weights[1, 1] < 2";
    CHECK_FALSE(lesson::headway(question, {*now}, scope).further);
    CHECK(lesson::headway(question, {*now}, scope).spoilt == std::vector<std::string>{"n"});
    question.formula = "n < 5 and n > 3"; // what is to change may change too much
    CHECK(lesson::headway(question, {*now}, scope).spoilt.empty());
}

TEST_CASE("a goal knows what people get wrong, and can be told of when they have") {
    Question question;
    question.kind = QuestionKind::goal;
    question.slips = {{"n = 4", "Too many."}, {"n > 9", "Far too many."}};
    CHECK(lesson::slip_of_goal(question, scope) == &question.slips.back());
    CHECK_NOTHROW(lesson::expect_answerable(question, scope));
    question.slips.pop_back();
    CHECK(lesson::slip_of_goal(question, scope) == nullptr);
}
