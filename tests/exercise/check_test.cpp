#include "base/input_error.h"
#include "close.h"
#include "exercise/answered.h"
#include "exercise/check.h"
#include "exercise/level.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace exercise;
using model::Tensors;

namespace {

Question question_of(const char* level, std::uint32_t seed = 3) {
    return make_question(*level_named(level), seed);
}

std::vector<std::string> ids(const Checked& checked) {
    std::vector<std::string> all;
    for (const Mistake& mistake : checked.mistakes)
        all.push_back(mistake.id);
    return all;
}

} // namespace

TEST_CASE("a right answer to every level agrees, with or without an axis of 1, with any of its stages") {
    for (const Level& level : levels()) {
        CAPTURE(level.id);
        const Question question = make_question(level, 7);
        Tensors answer = answered(question);
        CHECK(check(question, answer, "answer").agrees());
        for (auto& named : answer)
            if (named.second.shape.front() == 1) named.second.shape.erase(named.second.shape.begin());
        CHECK(check(question, answer, "answer").agrees());
        CHECK(check(question, {*answer.begin()}, "answer").agrees());
    }
}

TEST_CASE("each slip is named by the numbers it gives, or by another that gives the same numbers") {
    for (const Level& level : levels()) {
        const Question question = make_question(level, 4);
        Solver solver(question);
        for (const Slip slip : solver.possible()) {
            CAPTURE(level.id);
            CAPTURE(kind_of(slip).text);
            const Tensors answer = answered(question, just(slip));
            const Checked checked = check(question, answer, "answer");
            if (checked.agrees()) continue; // it makes no difference here
            REQUIRE(checked.mistakes.size() == 1);
            if (checked.mistakes.front().id == kind_of(slip).id) continue;
            Tensors same;
            for (const SlipKind& kind : slip_kinds())
                if (checked.mistakes.front().text == kind.text) same = answered(question, just(kind.slip));
            for (const auto& [name, tensor] : answer)
                CHECK(same.at(name).values == tensor.values);
        }
    }
}

TEST_CASE("where no usual mistake can be made, none is named") {
    Question question = question_of("scores");
    question.tensors["k"] = {{2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}}; // fewer keys than queries
    Tensors answer = answered(question);
    CHECK(check(question, answer, "answer").agrees());
    answer.at("scores").values[0] += 1;
    CHECK(check(question, answer, "answer").mistakes.empty());
}

TEST_CASE("two mistakes at once are both found") {
    const Question question = question_of("multi_head");
    const Checked checked =
        check(question, answered(question, just(Slip::scale_dk) | just(Slip::concat_interleaved)), "answer");
    CHECK(ids(checked) == std::vector<std::string>{"scale_dk", "concat_order"});
    CHECK(checked.first_wrong()->name == "scaled");
}

TEST_CASE("two mistakes are found in the output alone, also where a few of many rows rule out most pairs") {
    for (const char* level : {"multi_head", "block"}) {
        Question question = question_of(level);
        model::Tensor& x = question.tensors.at("x");
        x.shape[0] = 20;
        x.values.resize(static_cast<std::size_t>(20 * x.shape[1]));
        for (std::size_t i = 0; i < x.values.size(); ++i)
            x.values[i] = std::sin(static_cast<float>(i * i));
        const std::vector<Slip> possible = Solver(question).possible();
        std::size_t pair = 0;
        for (const Slip one : possible)
            for (const Slip other : possible) {
                if (one >= other || !together(one, other) || ++pair % 23 != 0) continue;
                CAPTURE(kind_of(one).text);
                CAPTURE(kind_of(other).text);
                Tensors answer = answered(question, just(one) | just(other));
                const std::string goal = question.level->goal();
                const Checked checked = check(question, {{goal, answer.at(goal)}}, "answer");
                CHECK((checked.agrees() || !checked.mistakes.empty()));
            }
    }
}

TEST_CASE("a pair is found in a stage that has other rows than the queries are") {
    Question question = question_of("cross");
    model::Tensor &x = question.tensors.at("x"), &memory = question.tensors.at("memory");
    x.shape[0] = 20; // so many that a few of them are looked at first
    x.values.resize(static_cast<std::size_t>(20 * x.shape[1]), 0.5F);
    memory.shape[0] = 3; // as many as those few
    memory.values.resize(static_cast<std::size_t>(3 * memory.shape[1]));
    for (const char* w : {"w_q", "w_k", "w_v"}) {
        model::Tensor& weights = question.tensors.at(w);
        weights.shape[1] = weights.shape[0];
        weights.values.clear();
        for (std::int64_t i = 0; i < weights.shape[0] * weights.shape[0]; ++i)
            weights.values.push_back(std::sin(static_cast<float>(i * i) + static_cast<float>(w[2])));
    }
    const Slips both = just(Slip::q_k_swapped) | just(Slip::weights_transposed);
    const Checked checked = check(question, {{"k", answered(question, both).at("k")}}, "answer");
    CHECK(ids(checked) == std::vector<std::string>{"q_k_swapped", "weights_transposed"});
}

TEST_CASE("nothing is ruled out, or named, in numbers that are the same everywhere") {
    const Question question = question_of("one_head");
    Tensors answer{{"scores", answered(question).at("scores")}};
    std::ranges::fill(answer.at("scores").values, 0.0F);
    const Checked checked = check(question, answer, "answer");
    CHECK(checked.mistakes.empty());
    CHECK(checked.ruled_out.empty());
    REQUIRE(checked.observed.size() == 1);
    CHECK(checked.observed[0].text == "constant");
}

TEST_CASE("the first stage that differs is found, with the place where it differs most") {
    const Question question = question_of("one_head");
    Tensors answer = answered(question);
    answer.at("scores").values[7] += 3;
    const Checked checked = check(question, answer, "answer");
    REQUIRE(checked.first_wrong());
    CHECK(checked.first_wrong()->name == "scores");
    const Difference& difference = checked.first_wrong()->difference;
    CHECK(difference.cells == 1);
    CHECK(difference.row == 1);
    CHECK(difference.column == 2);
    CHECK(difference.largest == make::about(3));
    CHECK(checked.mistakes.empty());
    CHECK_FALSE(checked.ruled_out.empty());
}

TEST_CASE("a softmax that overflows is known by its NaN, and where the first one is") {
    const Question question = question_of("softmax");
    const Checked checked = check(question, answered(question, just(Slip::no_row_max)), "answer");
    CHECK(ids(checked) == std::vector<std::string>{"no_row_max"});
    const CheckedStage& wrong = *checked.first_wrong();
    const Difference& at = wrong.difference;
    CHECK(std::isnan(wrong.theirs[at.block](at.row, at.column)));
}

TEST_CASE("hidden scores may be −∞ or any number far below, and rows without a key 0, equal shares or NaN") {
    const Question question = question_of("masks");
    Tensors answer = answered(question);
    for (float& value : answer.at("masked").values)
        if (std::isinf(value)) value = -1e9F;
    CHECK(check(question, answer, "answer").agrees());
    Solver equal(question, {.empty = Empty::equal_shares});
    answer = answered(question, just(Slip::mask_inverted));
    model::Tensor& weights = answer.at("weights");
    const Blocks& shared = *equal.stage("weights", just(Slip::mask_inverted));
    std::copy(shared.front().data(), shared.front().data() + shared.front().size(), weights.values.begin());
    answer.erase("output");
    CHECK(ids(check(question, answer, "answer")) == std::vector<std::string>{"mask_inverted"});
}

TEST_CASE("an answer computed in 16 bits is known by its digits, alone and beside a slip") {
    const Question question = question_of("one_head");
    for (const Slips& slips : {Slips(), just(Slip::no_scale)}) {
        Tensors answer = answered(question, slips);
        for (auto& named : answer)
            for (float& value : named.second.values) {
                int exponent = 0;
                const float mantissa = std::frexp(value, &exponent);
                value = std::ldexp(std::round(mantissa * 2048) / 2048, exponent);
            }
        const Checked checked = check(question, answer, "answer");
        CHECK(ids(checked).back() == "float16");
        CHECK(ids(checked).size() == slips.count() + 1);
        for (auto& named : answer)
            named.second.precision = 11; // handed in as such
        CHECK(check(question, answer, "answer").agrees() == slips.none());
    }
}

TEST_CASE("dropout is known by weights that are 0 or larger by one factor") {
    const Question question = question_of("one_head");
    Tensors answer = answered(question);
    model::Tensor &weights = answer.at("weights"), &output = answer.at("output");
    for (std::size_t i = 0; i < weights.values.size(); ++i)
        weights.values[i] = i % 3 == 0 ? 0 : weights.values[i] / 0.75F;
    const auto& v = answer.at("v").values;
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t c = 0; c < 4; ++c) {
            output.values[4 * i + c] = 0;
            for (std::size_t j = 0; j < 5; ++j)
                output.values[4 * i + c] += weights.values[5 * i + j] * v[4 * j + c];
        }
    CHECK(ids(check(question, answer, "answer")) == std::vector<std::string>{"dropout_on"});
    weights.values[1] += 0.1F; // of no factor
    CHECK(check(question, answer, "answer").mistakes.empty());
}

TEST_CASE("another shape is said with the one that is wanted, and whether its transpose would fit") {
    const Question question = question_of("cross");
    Tensors answer{{"scores", {{7, 3}, std::vector<float>(21)}}};
    const Checked turned = check(question, answer, "answer");
    CHECK_FALSE(turned.stages.front().fits);
    CHECK(turned.stages.front().transpose_fits);
    CHECK(turned.stages.front().wanted == std::vector<std::int64_t>{3, 7});
    answer["scores"] = {{4, 4}, std::vector<float>(16)};
    CHECK_FALSE(check(question, answer, "answer").stages.front().transpose_fits);
    CHECK_THROWS_WITH_AS(
        check(question, {{"score", {{1}, {1}}}}, "answer"),
        doctest::Contains("it holds score, but no stage of this exercise (did you mean scores?"),
        base::InputError);
}

TEST_CASE("a mistake is named although a later stage differs in another way, which is said") {
    const Question question = question_of("one_head");
    Tensors answer = answered(question, just(Slip::scale_dk));
    answer.at("output").values[3] += 1;
    const Checked checked = check(question, answer, "answer");
    CHECK(ids(checked) == std::vector<std::string>{"scale_dk"});
    CHECK(checked.then_differs == "output");
    CHECK(check(question, answered(question, just(Slip::scale_dk)), "answer").then_differs.empty());
}

TEST_CASE("what is NaN or the same everywhere has many causes, and gets no name") {
    const Question question = question_of("masks");
    for (const float number : {std::nanf(""), 0.25F, 0.0F}) {
        Tensors answer{{"weights", answered(question).at("weights")}};
        std::ranges::fill(answer.at("weights").values, number);
        const Checked checked = check(question, answer, "answer");
        CHECK_FALSE(checked.agrees());
        CHECK(checked.mistakes.empty());
    }
}

TEST_CASE("a single weight that is left is no dropout, nor are numbers rounded to quarters of 16 bits") {
    const Question question = question_of("one_head");
    Tensors answer{{"weights", answered(question).at("weights")}};
    auto& weights = answer.at("weights").values;
    std::ranges::fill(weights, 0.0F);
    weights[6] = 0.9F;
    CHECK(check(question, answer, "answer").mistakes.empty());
    answer = {{"scores", answered(question).at("scores")}};
    for (float& score : answer.at("scores").values)
        score = std::round(64 * score) / 64;
    CHECK(check(question, answer, "answer").mistakes.empty());
}

TEST_CASE("digits that one stage lacks do not make another coarser, 16 bits do for what follows") {
    const Question question = question_of("one_head");
    Tensors answer = answered(question);
    answer.at("q").precision = 7; // printed with two decimals
    answer.at("weights").values[0] += 0.004F;
    CHECK(check(question, answer, "answer").first_wrong()->name == "weights");
    answer.at("q").precision = 11;
    CHECK(check(question, answer, "answer").agrees());
}

TEST_CASE("an answer is done when it holds what the level asks for") {
    const Question question = question_of("one_head");
    Tensors answer = answered(question);
    CHECK(check(question, answer, "answer").done());
    answer.erase("output");
    const Checked checked = check(question, answer, "answer");
    CHECK(checked.agrees());
    CHECK_FALSE(checked.done());
    CHECK(checked.missing == std::vector<std::string>{"output"});
}
