// Arrows whose arithmetic can be done in one's head.

#include "close.h"
#include "lesson/plane.h"

#include "lesson/formula.h"
#include "lesson/lesson_scene.h"

namespace {

lesson::Plane three_words() {
    return {.query = "it",
            .at = {-0.6, 1.4},
            .words = {"cat", "mat", "tired"},
            .keys = {{2, 1}, {-1, 2}, {1, -1}},
            .values = {{1, 2}, {-2, 1}, {2, -1}}};
}

} // namespace

TEST_CASE("arrows are a pass: scores are products of two numbers each, divided by the root of two") {
    const auto pass = lesson::plane_pass(three_words(), {1.6, 0.2});
    const lesson::Scope scope{*pass};
    const auto number = [&](const std::string& formula) { return lesson::number_of(formula, scope); };
    CHECK(number("scores[it, cat]") == make::about(1.6 * 2 + 0.2 * 1));
    CHECK(number("scores[it, mat]") == make::about(-1.6 + 0.2 * 2));
    CHECK(number("scores[it, tired]") == make::about(1.6 - 0.2));
    CHECK(number("divisor^2") == make::about(2));
    CHECK(number("sum(weights[it])") == make::about(1));
    // What is read is the sum of shares times values, number by number.
    CHECK(number("head_output[it, 2]") ==
          make::about(number("2 * weights[it, cat] + weights[it, mat] - weights[it, tired]")));
    CHECK(lesson::holds("largest(scores[it]) = cat", scope));
}

TEST_CASE("undivided, the scores go into the softmax as they are") {
    lesson::Plane plane = three_words();
    plane.divided = false;
    const auto pass = lesson::plane_pass(plane, {1.6, 0.2});
    CHECK(pass->trace.heads.front().scaled == pass->trace.heads.front().scores);
}

TEST_CASE("without values of their own, the keys are read") {
    lesson::Plane plane = three_words();
    plane.values.clear();
    const auto pass = lesson::plane_pass(plane, plane.at);
    CHECK(pass->trace.heads.front().v == pass->trace.heads.front().k);
    CHECK(lesson::holds("largest(scores[it]) = mat", {*pass}));
}
