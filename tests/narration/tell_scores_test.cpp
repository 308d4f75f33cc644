#include "cases.h"
#include "close.h"
#include "narration/facts.h"

#include <regex>

using namespace narration_test;

TEST_CASE("the sentence of the cat: what it asks for, what the cat offers, and that it listens") {
    CHECK(told_briefly(cat(""), StageId::scores, Quantity::scores, it, cat_word) ==
          "The query of it asks for something alive (living) and a feeling; the key of cat offers something "
          "alive "
          "(living). Their dot product, 7.98, is the largest of this row: no key matches it better.");
    CHECK(has(score_told(cat(""), it, cat_word), "So it will read most from cat: its weight will be 0.59."));
}

TEST_CASE("turned numbers no longer stand for what their columns are called") {
    const std::string text = score_told(cat("", {.rotary = attention::Rotary{}}), it, cat_word);
    CHECK(has(text, "turned by their places"));
    CHECK_FALSE(has(text, "something alive"));
}

TEST_CASE("the rank that is told is the rank in the row") {
    const std::regex higher("; (\\d+) of the \\d+ keys score higher");
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        const Matrix& scores = c.trace.heads[0].scores;
        for (Index i = 0; i < scores.rows(); ++i)
            for (Index j = 0; j < scores.cols(); ++j) {
                const std::string text = score_told(c, i, j);
                CAPTURE(text);
                const float tolerance = 1e-6F * scores.row(i).cwiseAbs().maxCoeff();
                const Index larger = (scores.row(i).array() > scores(i, j) + tolerance).count();
                if (has(text, "no key")) REQUIRE(larger == 0);
                if (has(text, "the second largest")) REQUIRE(larger == 1);
                if (has(text, "the smallest")) REQUIRE(larger == scores.cols() - 1);
                std::smatch found;
                if (std::regex_search(text, found, higher)) REQUIRE(std::to_string(larger) == found[1]);
            }
    }
}

TEST_CASE("what is said to be listened to most has the largest weight, what is hidden has none") {
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        const Matrix& weights = c.trace.heads[0].weights;
        for (Index i = 0; i < weights.rows(); ++i)
            for (Index j = 0; j < weights.cols(); ++j) {
                const std::string text = score_told(c, i, j);
                if (has(text, "read most from")) CHECK(weights(i, j) == make::largest(weights.row(i)));
                if (has(text, "hardly read from")) REQUIRE(weights(i, j) < 0.05F);
                if (has(text, "the mask will hide")) REQUIRE(weights(i, j) == 0);
            }
    }
}

TEST_CASE("a score set by hand is no dot product, and the computed one is told") {
    const Case c = cat("", {}, {{{Quantity::scores, 0, it, cat_word}, -2}});
    const std::string text = score_told(c, it, cat_word);
    CHECK(has(text, "set by hand to −2.00; computed, it would be 7.98"));
    CHECK_FALSE(has(text, "dot product"));
}

TEST_CASE("each way to score is explained as what it is") {
    const Layer layer = wave_layer(6, 1, 4, 3, true, true);
    CHECK(has(score_told(rows("", layer, scored(ScoreFunction::general)), 0, 0), "q·W·k"));
    CHECK(has(score_told(rows("", layer, scored(ScoreFunction::additive)), 0, 0), "tanh"));
    CHECK(has(score_told(rows("", layer, scored(ScoreFunction::cosine)), 0, 0), "Their cosine"));
}

TEST_CASE("the divisor is told with its reason, and never as the number of words") {
    const std::string text = told(cat(""), StageId::scale, Quantity::scaled, it, cat_word);
    CHECK(has(text, "√dₖ = √4 = 2"));
    CHECK(has(text, "how many numbers one key has, not how many words there are"));
    CHECK(has(text, "7.98 ÷ 2 = 3.99"));
}

TEST_CASE("other divisors are compared with √d_k") {
    const auto scale = [](ScaleKind kind, float number = 1) {
        return told(cat("", scaled(kind, number)), StageId::scale, Quantity::scaled, it, cat_word);
    };
    CHECK(has(scale(ScaleKind::none), "nothing is divided"));
    CHECK(has(scale(ScaleKind::none), "less even"));
    CHECK(has(scale(ScaleKind::sqrt_dmodel), "√d_model = √6 ≈ 2.45"));
    CHECK(has(scale(ScaleKind::sqrt_dmodel), "more even"));
    CHECK(has(scale(ScaleKind::number, 1.5F), "divided by 1.5"));
    CHECK(has(scale(ScaleKind::number, 2), "no difference"));
    CHECK(has(scale(ScaleKind::number, -2), "reverses the order"));
    CHECK_FALSE(has(scale(ScaleKind::number, -2), "stays the same"));
}

TEST_CASE("the larger the divisor, the more even the weights, as is said") {
    const auto largest = [](ScaleKind kind) {
        return cat("", scaled(kind)).trace.heads[0].weights.row(it).maxCoeff();
    };
    CHECK(largest(ScaleKind::none) > largest(ScaleKind::sqrt_dk));
    CHECK(largest(ScaleKind::sqrt_dk) > largest(ScaleKind::sqrt_dmodel));
}

TEST_CASE("a key is told to be hidden exactly where the mask hides it, with the reasons that hold") {
    for (const Case& c : all_cases()) {
        if (c.trace.options.mask.empty()) continue;
        CAPTURE(c.name);
        for (Index i = 0; i < c.trace.n(); ++i)
            for (Index j = 0; j < c.trace.m(); ++j) {
                const std::string text = told(c, StageId::mask, Quantity::masked, i, j);
                CAPTURE(text);
                REQUIRE(has(text, "is hidden from") == !c.trace.allowed(i, j));
                REQUIRE(has(text, "can be seen from") == c.trace.allowed(i, j));
                const auto kinds = narration::forbidden_by(c.trace, i, j);
                const auto by = [&](const char* key) {
                    return std::ranges::any_of(kinds, [&](const auto* kind) { return kind->key == key; });
                };
                REQUIRE(has(text, "by the causal mask (") == by("causal"));
                REQUIRE(has(text, "the sliding window (") == by("window"));
                REQUIRE(kinds.empty() == c.trace.allowed(i, j));
            }
    }
}

TEST_CASE("a row without a key is said to have nothing to read") {
    const Case c = cat("", masked([](Mask& m) { m.key_padding.assign(10, 0); }));
    CHECK(has(told(c, StageId::mask, Quantity::masked, 2, 3), "nothing to read"));
    CHECK(has(softmax_told(c, 2, 3), "nothing to attend to"));
    CHECK(has(sum_told(c, 2, 3), "Nothing is read"));
}

TEST_CASE("without a mask nothing is said to be hidden") {
    CHECK(has(told(cat(""), StageId::mask, Quantity::masked, it, tired), "Nothing is masked"));
}

TEST_CASE("of a word that the weights do not know it is said why all its scores are 0, and what to do") {
    const Case c = cat("", {}, {{{Quantity::x, 0, it, 4}, 0}});
    const std::string said = "No feature is known for it: its row in Input is all zeros.";
    CHECK(told_briefly(c, StageId::scores, Quantity::scores, it, cat_word).starts_with(said));
    CHECK(has(score_told(c, it, cat_word), "The query of it is all zeros; the key of cat offers"));
    CHECK(has(score_told(c, cat_word, it), said));
    CHECK(has(score_told(c, cat_word, it), "Type numbers there, or choose random weights"));
    CHECK_FALSE(has(score_told(c, cat_word, tired), "No feature is known"));
    const Case padded = cat("", masked([](Mask& m) { m.key_padding = {1, 1, 1, 1, 1, 1, 1, 0, 0, 0}; }),
                            {{{Quantity::x, 0, it, 4}, 0}});
    CHECK_FALSE(has(score_told(padded, it, cat_word), "No feature is known"));
    const Case known = cat("", {}, {}, [](Layer& l) { l.w_q.setZero(); });
    CHECK_FALSE(has(score_told(known, it, cat_word), "No feature is known"));
}
