#include "lesson/formula.h"

#include "base/input_error.h"
#include "close.h"
#include "lesson/lesson_scene.h"
#include "workbench/document/edit.h"

#include <cmath>

using base::InputError;
using lesson::Scope;

namespace {

const Scope scope{cat_pass()};

double number(const std::string& formula) {
    return lesson::number_of(formula, scope);
}
bool holds(const std::string& formula) {
    return lesson::holds(formula, scope);
}
std::string word(const std::string& formula) {
    return lesson::word_of(formula, scope).text;
}

constexpr int it = 7, cat = 1, tired = 9;

} // namespace

TEST_CASE("a cell is named by its words, or by numbers from 1") {
    const auto& head = cat_pass().trace.heads.front();
    CHECK(number("weights[it, cat]") == head.weights(it, cat));
    CHECK(number("weights[8, 2]") == head.weights(it, cat));
    CHECK(number("scaled[it, tired]") == head.scaled(it, tired));
    CHECK(number("weights[it, the:2]") == head.weights(it, 4));
    CHECK(number("weights[IT, Cat]") == head.weights(it, cat));
    CHECK(number("x[cat, living]") == cat_pass().trace.x(cat, 0));
    CHECK(number("x[because, link]") == 1);
}

TEST_CASE("a row, a column and a whole matrix are lists") {
    CHECK(number("sum(weights[it])") == make::about(1));
    CHECK(number("count(weights[it])") == 10);
    CHECK(number("count(weights[*, cat])") == 10);
    CHECK(number("count(weights[*, *])") == 100);
    CHECK(number("sum(weights[*, *])") == make::about(10));
    CHECK(number("weights[it][cat]") == number("weights[it, cat]"));
    CHECK(number("weights[*, cat][it]") == number("weights[it, cat]"));
}

TEST_CASE("softmax of the scaled scores is the row of weights") {
    CHECK(number("softmax(scaled[it])[cat]") == make::about(number("weights[it, cat]")).share(1e-5));
    CHECK(number("softmax([0.1, 0.9, 0.3])[1]") == make::about(0.224874).share(1e-5));
    CHECK(number("softmax([0.1, 0.9, 0.3])[2]") == make::about(0.500465).share(1e-5));
    CHECK(number("exp(scaled[it, cat]) / sum(exp(scaled[it]))") ==
          make::about(number("weights[it, cat]")).share(1e-5));
}

TEST_CASE("a score is the dot product of a query and a key") {
    CHECK(number("dot(q[it], k[cat])") == make::about(number("scores[it, cat]")));
    CHECK(number("dot(q[it], k[cat]) / sqrt(d_k)") == make::about(number("scaled[it, cat]")));
    CHECK(number("divisor") == make::about(std::sqrt(number("d_k"))));
}

TEST_CASE("operators have the precedence of school") {
    CHECK(number("2 + 3 * 4") == 14);
    CHECK(number("(2 + 3) * 4") == 20);
    CHECK(number("2 ^ 3 ^ 2") == 512);
    CHECK(number("-2 ^ 2") == -4);
    CHECK(number("10 - 2 - 3") == 5);
    CHECK(number("16 / 4 / 2") == 2);
    CHECK(number("abs(-1.5)") == 1.5);
    CHECK(holds("1 < 2 and not 2 < 1"));
    CHECK(holds("1 > 2 or 2 >= 2"));
    CHECK(holds("1 = 1.001"));
    CHECK(holds("1 != 1.1"));
    CHECK(number("mean([1, 2, 6])") == 3);
    CHECK(number("deviation([1, 3])") == 1);
    CHECK(number("entropy([0.5, 0.25, 0.25])") == 1.5);
}

TEST_CASE("the largest number of a list is named by its word") {
    CHECK(word("largest(weights[it])") == "cat");
    CHECK(word("second(weights[it])") == "tired");
    CHECK(holds("largest(weights[it]) = cat"));
    CHECK(holds("largest(weights[it]) != mat"));
    CHECK(word("largest([3, 9, 1])") == "2");
}

TEST_CASE("how many numbers are typed over and how many heads are off can be asked") {
    const auto pass = [](const workbench::Edit& edit) {
        const auto& preset = shipped_library().preset("cat-tired").document;
        return workbench::compute(
            workbench::prepare(workbench::apply(preset, edit, shipped_library()), shipped_library()));
    };
    CHECK(number("typed_over + switched_off") == 0);
    const auto typed = pass(workbench::SetCell{{attention::Quantity::x, 0, 1, 0}, 0.5F});
    CHECK(lesson::number_of("typed_over", Scope{*typed}) == 1);
    const auto typed_back = pass(workbench::SetCell{{attention::Quantity::x, 0, 1, 0}, 1});
    CHECK(lesson::number_of("typed_over", Scope{*typed_back}) == 0);
}

TEST_CASE("sizes have names") {
    CHECK(number("n") == 10);
    CHECK(number("m") == 10);
    CHECK(number("d_model") == 6);
    CHECK(number("d_k") == 4);
    CHECK(number("heads") == 1);
}

TEST_CASE("another head, and the document on the right, are reached by name") {
    const auto four = pass_of_preset("cat-four-heads");
    const Scope both{*four, &cat_pass()};
    CHECK(lesson::number_of("weights[it, cat, 2]", both) == four->trace.heads[1].weights(it, cat));
    CHECK(lesson::number_of("right.weights[it, cat]", both) == number("weights[it, cat]"));
    CHECK(lesson::number_of("heads", both) == 4);
}

TEST_CASE("a value knows where it stands") {
    const lesson::Value cell = lesson::evaluate("weights[it, cat]", scope);
    REQUIRE(cell.place);
    CHECK(cell.place->quantity == attention::Quantity::weights);
    CHECK(cell.place->row == it);
    CHECK(cell.place->column == cat);
    CHECK_FALSE(lesson::evaluate("weights[it]", scope).place->is_cell());
    CHECK_FALSE(lesson::evaluate("2 * weights[it, cat]", scope).place);
}

TEST_CASE("what is not a formula is refused with what to do") {
    for (const char* formula : {"",
                                " ",
                                "weights",
                                "weights[",
                                "weights[it",
                                "weights[it, dog]",
                                "weights[dog]",
                                "weights[it, cat, 2]",
                                "wieghts[it, cat]",
                                "memory[1, 1]",
                                "1 +",
                                "1 2",
                                "(1",
                                "softmax(1)",
                                "sum(1, 2)",
                                "nosuch(1)",
                                "1 / 0",
                                "exp(1000) - exp(1000)",
                                "0 * ln(0) < 1",
                                "right.weights[it, cat]",
                                "largest(1)",
                                "weights[it] + 1",
                                "1 < ",
                                "cat",
                                "[1, 2][3]",
                                "dot([1], [1, 2])",
                                "weights[0, 1]",
                                "weights[-1, 1]",
                                "weights[it, cat:3]",
                                "1.2.3",
                                "{",
                                "\xff",
                                "x[1, living, 1]"}) {
        CAPTURE(formula);
        try {
            lesson::number_of(formula, scope);
            FAIL("it was not refused");
        } catch (const InputError& mistake) {
            CHECK_FALSE(mistake.problem.empty());
            CHECK_FALSE(mistake.hint.empty());
        }
    }
    CHECK_THROWS_AS(lesson::number_of(std::string(100'000, '('), scope), InputError);
    CHECK_THROWS_AS(lesson::number_of(std::string(100'000, '-') + "1", scope), InputError);
    CHECK_THROWS_AS(lesson::holds("1", scope), InputError);
    CHECK_THROWS_AS(lesson::word_of("cat", scope), InputError);
}

TEST_CASE("the comparisons of a formula tell what they read of the pass") {
    const auto found = lesson::comparisons_in(
        "abs(weights[it, cat] - softmax([4, 1])[1]) < 2 and sum(weights[it]) > 5 and not (n = 3)", scope);
    REQUIRE(found.size() == 3);
    const auto reads = [&](std::size_t i) {
        std::vector<std::string> texts;
        for (const lesson::PassTerm& term : found[i].terms)
            texts.push_back(term.text);
        return texts;
    };
    CHECK(found[0].holds);
    CHECK(reads(0) == std::vector<std::string>{"weights[it, cat]"});
    CHECK_FALSE(found[1].holds);
    CHECK(reads(1) == std::vector<std::string>{"sum(weights[it])"});
    CHECK(reads(2) == std::vector<std::string>{"n"});
    const auto of_row = lesson::comparisons_in(
        "softmax(scaled[it])[cat] + 2 * dot(q[it], k[cat]) > (weights[it, mat] + weights[it, it])", scope);
    REQUIRE(of_row.size() == 1);
    std::vector<std::string> texts;
    for (const lesson::PassTerm& term : of_row.front().terms)
        texts.push_back(term.text);
    CHECK(texts == std::vector<std::string>{"softmax(scaled[it])[cat]", "dot(q[it], k[cat])",
                                            "weights[it, mat]", "weights[it, it]"});
    const auto of_words = lesson::comparisons_in("largest(weights[it]) = cat", scope);
    REQUIRE(of_words.size() == 1);
    REQUIRE(of_words.front().terms.size() == 1);
    CHECK(of_words.front().terms.front().text == "largest(weights[it])");
}
