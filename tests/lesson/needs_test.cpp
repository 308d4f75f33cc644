#include "lesson/needs.h"

#include <doctest/doctest.h>

using Names = std::set<std::string, std::less<>>;

namespace {

Names needed(const std::string& entries, const std::string& question = "") {
    const std::string asked =
        question.empty() ? "" : "[step.question]\nask = \"a\"\nbecause = \"b\"\n" + question + "\n";
    const std::string lesson =
        "title = \"a\"\n[[step]]\ntitle = \"a\"\ntext = \"a\"\n" + entries + "\n" + asked;
    return lesson::needed_by(lesson::lesson_in(lesson, "mine.toml").steps.front());
}

} // namespace

TEST_CASE("a step needs the parts that it points at and those it names, but no cells or words") {
    CHECK(needed("point = [\"heads/matrix\", \"matrix/weights\", \"weights[it, cat]\", \"word it\"]") ==
          Names{"heads/matrix"});
    CHECK(needed("point = [\"race/lanes\"]\nshows = [\"race/plots\", \"scale\"]") ==
          Names{"race/lanes", "race/plots", "scale"});
    CHECK(needed("").empty());
}

TEST_CASE("a step needs the controls that its solution uses") {
    CHECK(needed("", "goal = \"divisor > 5\"\nsolution = {document = {scale = 6.0}}") == Names{"scale"});
    CHECK(needed("", "goal = \"n = 1\"\nsolution = {document = {dropout = {rate = 0.25, seed = 8}}}") ==
          Names{"dropout"});
    CHECK(needed("", "goal = \"n = 1\"\nsolution = {document = {switched_off = [0]}}") ==
          Names{"heads/card"});
    CHECK(needed("", "goal = \"n = 1\"\n"
                     "solution = {document = {weights = {trained = {id = \"coreference\", layer = 0}}}}") ==
          Names{"layer"});
    CHECK(needed("", "goal = \"n = 1\"\nsolution = {document = {text = \"it\"}, head = 2}") ==
          Names{"head", "write"});
}

TEST_CASE("the kinds of mask are needed to choose one, not where it is to be drawn: a button would draw it") {
    CHECK(needed("", "goal = \"n = 1\"\nsolution = {document = {mask = {causal = true}}}") == Names{"mask"});
    CHECK(needed("", "goal = \"n = 1\"\nsolution = {document = {mask = {drawn = [\"10\", \"11\"]}}}") ==
          Names{"mask_lab/left"});
}

TEST_CASE("the tabs of Q, K and V are needed where a goal is about more than one of them") {
    const std::string solved = "\nsolution = {document = {overrides = [{quantity = \"w_k\", row = 0, column "
                               "= 0, value = 1.0}]}}";
    CHECK(needed("", "goal = \"sum(k[1]) > 2 and w_k[1, 1] > 0\"" + solved).empty());
    CHECK(needed("", "goal = \"sum(q[1]) > 2 and sum(k[1]) > 2\"" + solved) == Names{"product"});
    CHECK(needed("", "goal = \"head_output[1, 1] > 2 and v[1, 1] = 1\"" + solved) == Names{"product"});
}

TEST_CASE(
    "a matrix at which a step points, and at nothing else, stands alone unless something is to be changed") {
    CHECK(needed("point = [\"matrix/weights\"]") == Names{"alone/weights"});
    CHECK(needed("point = [\"matrix/weights\", \"weights[1]\"]").empty());
    CHECK(needed("point = [\"matrix/weights\"]", "goal = \"n = 1\"\nsolution = {document = {scale = 6.0}}") ==
          Names{"scale"});
}
