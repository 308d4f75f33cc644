#include "base/input_error.h"
#include "exercise/level.h"
#include "exercise/pasted.h"
#include "exercise/solve.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace exercise;
using model::Tensor;

namespace {

Tensor pasted(const char* text, const char* level = "scale", const char* stage = "scaled") {
    return answer_of_text(make_question(*level_named(level), 1), text, "answer").at(stage);
}

using Shape = std::vector<std::int64_t>;
using Values = std::vector<float>;

} // namespace

TEST_CASE("numbers are read as NumPy, PyTorch, Python, Eigen, a spreadsheet and JSON show them") {
    for (const char* text :
         {"[[ 0.5  -1.25]\n [ 3.    0.02]]\n", "tensor([[ 0.5000, -1.2500],\n        [ 3.0000,  0.0200]])",
          "tensor([[0.5, -1.25], [3, 2e-2]], device='cuda:0', dtype=torch.float64)",
          "array([[0.5, -1.25], [3., .02]], dtype=float32)", "  0.5 -1.25\n    3  0.02\n",
          "0.5\t−1.25\r\n3\t0.02\r\n", "0.5,-1.25\n3,0.02", "scaled:\n0.5 -1.25\n3 0.02",
          "scaled = [[0.5, -1.25], [3, 0.02]]", R"({"scaled": [[0.5, -1.25], [3, 0.02]]})"}) {
        CAPTURE(text);
        const Tensor found = pasted(text);
        CHECK(found.shape.back() == 2);
        CHECK(found.values == Values{0.5F, -1.25F, 3, 0.02F});
    }
}

TEST_CASE("several stages have names, several matrices of one stage follow one another") {
    const Question question = make_question(*level_named("multi_head"), 1);
    const auto answer =
        answer_of_text(question, "q\n1 2\n3 4\n\n5 6\n7 8\n\nk =\n1 2\n3 4\n\n5 6\n7 9\n", "answer");
    CHECK(answer.at("q").shape == Shape{2, 2, 2});
    CHECK(answer.at("q").values == Values{1, 2, 3, 4, 5, 6, 7, 8});
    CHECK(answer.at("k").values.back() == 9);
    CHECK(pasted("heads = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", "multi_head", "heads").shape ==
          Shape{2, 2, 2});
}

TEST_CASE("numbers without a name are the stage that agrees with them, or the last of their shape") {
    const Question question = make_question(*level_named("one_head"), 1);
    const Blocks scaled = *Solver(question).stage("scaled", {});
    std::string text;
    for (Index i = 0; i < 5; ++i)
        for (Index j = 0; j < 5; ++j)
            text += std::to_string(scaled.front()(i, j)) + (j < 4 ? " " : "\n");
    CHECK(answer_of_text(question, text, "answer").contains("scaled"));
    CHECK(pasted("1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4", "one_head", "output").size() == 20); // (5, 4)
    CHECK(pasted("1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5", "one_head", "weights").size() ==
          25);
    CHECK(pasted("1 2 3", "one_head", "output").size() == 3); // of no stage: the shape is told
}

TEST_CASE("a number is as precise as its matrix has decimals, and infinities and NaN are read") {
    CHECK(pasted("0.1234 1\n2 3").precision == 16); // half of 0.0001 of 1 + 3
    CHECK(pasted("1.5e-3 1").precision == 15);
    CHECK(pasted("0.12345678 1").precision == 24);
    CHECK(pasted("1 2").precision == 24);
    const Values values = pasted("-inf nan Infinity −∞ -1e9", "scale").values;
    CHECK(std::isinf(values[0]));
    CHECK(std::isnan(values[1]));
    CHECK(values[2] > 0);
    CHECK(values[3] == values[0]);
    CHECK(values[4] == -1e9F);
}

TEST_CASE("what is no matrix says in which line and why") {
    const auto refused = [](const char* text, const char* problem) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS(pasted(text), doctest::Contains(problem), base::InputError);
    };
    refused("", "there is no number in it");
    refused("[[0.1, 0.2], [0.3]]", "a row has 1 items, another 2");
    refused("1 2\n3", "answer, line 2: a row has 1 numbers, another 2");
    refused("[[0.1 0.2 ... 0.9 1.0]]", "shortened");
    refused("[[1, 2], [3, 4]", "a bracket is not closed");
    refused("1 2]", "a bracket is closed that was not opened");
    refused("[1, [2, 3]]", "side by side");
    refused("my scores\n1 2", "“my” is not a stage of this exercise");
    refused("scores: 1 2\nscores: 3 4", "“scores” is there twice");
    refused("1 2\n3 €", "“€” is not part of a number or a name");
    refused("1.2.3 4", "“1.2.3” is not a number");
}
