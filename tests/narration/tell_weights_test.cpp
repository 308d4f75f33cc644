#include "cases.h"

#include "close.h"

#include <algorithm>
#include <regex>

using namespace narration_test;

TEST_CASE("keys that share the largest weight are named when they are few") {
    const Case two = cat("", {}, {}, [](Layer& l) { l.w_k.row(1) = l.w_k.row(0); });
    CHECK(has(softmax_told(two, it, cat_word), "go to cat and mat."));
}

TEST_CASE("softmax is told with the row's maximum, its sum and the largest weight") {
    const std::string text = softmax_told(cat(""), it, tired);
    CHECK(has(text, "the row’s largest score, 3.99,"));
    CHECK(has(text, "their sum, 1.68"));
    CHECK(has(text, "The weight of tired is 0.22."));
    CHECK(has(text, "The largest weight, 0.59, goes to cat: more than half"));
    CHECK_FALSE(has(told_briefly(cat(""), StageId::softmax, Quantity::weights, it, tired), "1.68"));
}

TEST_CASE("a word that listens most to itself is told why: what its own query and key have in common") {
    int told = 0;
    for (const Case& c : all_cases())
        for (Index i = 0; !c.trace.input.is_cross() && i < c.trace.n(); ++i) {
            if (!has(softmax_told(c, i, i), "its own key matches its query")) continue;
            CAPTURE(c.name);
            ++told;
            Index largest = 0;
            c.trace.heads[0].weights.row(i).maxCoeff(&largest);
            CHECK(largest == i);
        }
    CHECK(told > 0);
    CHECK_FALSE(has(softmax_told(cat(""), it, cat_word), "its own key"));
}

TEST_CASE("a row is said to add up to 1 only where it does") {
    for (const Case& c : all_cases())
        for (Index i = 0; i < c.trace.n(); ++i) {
            const std::string text = softmax_told(c, i, 0);
            const float sum = c.trace.heads[0].weights.row(i).sum();
            CAPTURE(text);
            if (has(text, "the row adds up to 1.")) CHECK(sum == make::about(1));
            if (has(text, "more than half")) CHECK(make::largest(c.trace.heads[0].weights.row(i)) > 0.5F);
            if (has(text, "nearly all")) CHECK(make::largest(c.trace.heads[0].weights.row(i)) > 0.9F);
        }
    const Case by_hand = cat("", {}, {{{Quantity::weights, 0, it, cat_word}, 0.9F}});
    CHECK(has(softmax_told(by_hand, it, cat_word), "It adds up to 1.31."));
}

TEST_CASE("one key gets everything, equal scores get the same") {
    const Case one = words(rows("", wave_layer(4, 1, 2, 2, false, false), {}, 1));
    CHECK(has(softmax_told(one, 0, 0), "There is only one key"));
    CHECK(has(score_told(one, 0, 0), "There is only one key"));
    CHECK(has(sum_told(one, 0, 0), "is the value of The, unchanged"));
    const Case equal = cat("", {}, {}, [](Layer& l) { l.w_k.setConstant(0.5F); });
    CHECK(has(softmax_told(equal, it, 0), "1 ÷ 10 = 0.10"));
    CHECK(has(sum_told(equal, it, 0), "10 values in equal parts"));
    const Case causal = cat("", masked([](Mask& m) { m.causal = true; }));
    CHECK(has(softmax_told(causal, 0, 0), "Only the key of The may be seen"));
}

TEST_CASE("dropout says what became of the weight") {
    const Case c = cat("", dropped(0.3F));
    for (Index j = 0; j < 10; ++j) {
        const std::string text = told(c, StageId::dropout, Quantity::dropped, it, j);
        CHECK(has(text, "was dropped") == (c.trace.heads[0].dropped(it, j) == 0));
        const bool divided = has(text, "÷ 0.7 = ") || has(text, "÷ 0.7 ≈ ");
        CHECK(divided == (c.trace.heads[0].dropped(it, j) != 0));
    }
}

TEST_CASE("the weighted sum is mostly cat, with a bit of tired, and does not say why") {
    CHECK(
        sum_told(cat(""), it, 0) ==
        "The new row of it is mostly the value of cat (0.59), with a bit of tired (0.22). "
        "It mainly carries something alive (living). All of the marked 0.59 was read from cat: 0.59 × 1.00. "
        "Weights show where information was read from, not why.");
}

TEST_CASE("the weighted sum, too, says where the largest weight is shared") {
    const Case many = cat("", {}, {}, [](Layer& l) {
        l.w_k.setConstant(0.1F);
        l.w_k.row(3).setConstant(0.5F); // the four link words
    });
    CHECK(has(sum_told(many, it, 0), "mixes many values: the largest weight, 0.17, is shared by 4 keys."));
    const Case few = cat("", {}, {}, [](Layer& l) { l.w_k.row(1) = l.w_k.row(5) = l.w_k.row(0); });
    CHECK(has(sum_told(few, it, 0), "the largest weights, 0.31 each, are for cat, mat and tired."));
    const Override cat_by_hand{{Quantity::weights, 0, it, cat_word}, 0.3F},
        tired_by_hand{{Quantity::weights, 0, it, tired}, 0.3F};
    CHECK(has(sum_told(cat("", {}, {cat_by_hand, tired_by_hand}), it, 0),
              "the largest weights, 0.30 each, are for cat and tired."));
}

TEST_CASE("what is said to be most of a number is more than half of it, and no more than all") {
    const std::regex most("(?:Most|All) of the (?:marked )?([−0-9.]+) .*?: ([−0-9.]+) × \\(?([−0-9.]+)");
    const auto number = [](std::string digits) {
        const std::size_t minus = digits.find("−");
        if (minus != std::string::npos) digits.replace(minus, std::string("−").size(), "-");
        return std::stod(digits);
    };
    int found_any = 0;
    for (const Case& c : all_cases())
        for_each_subject(c, [&](const narration::Subject& s) {
            const std::string text = words_of(texts().narrate(s));
            std::smatch found;
            if (!std::regex_search(text, found, most)) return;
            CAPTURE(text);
            ++found_any;
            const double whole = number(found[1]), part = number(found[2]) * number(found[3]);
            constexpr double rounded = 0.03; // of the numbers in the text, each to two decimals
            REQUIRE(part > 0.5 * whole - rounded);
            REQUIRE(part < 1.01 * whole + rounded);
        });
    CHECK(found_any > 100);
}

TEST_CASE("heads are put side by side and mixed by W_O") {
    const Case c = rows("", wave_layer(8, 2, 4, 4, true, false));
    CHECK(has(told(c, StageId::concatenate, Quantity::concat, 1, 5), "number 2 of head 2"));
    CHECK(has(told(c, StageId::concatenate, Quantity::concat, 1, 5), "2 × 4 = 8 numbers"));
    CHECK(has(told(c, StageId::output, Quantity::output, 1, 5), "W_O mixes the heads"));
    CHECK(has(told(c, StageId::project, Quantity::q, 1, 0, 1), "Head 2 of 2"));
}

TEST_CASE(
    "a head that is switched off is said to be, where it reads, where it stands and where it is missing") {
    const Case c = rows("", wave_layer(8, 2, 4, 4, true, false), without({1}));
    CHECK(has(told(c, StageId::weighted_sum, Quantity::head_output, 1, 1, 1), "head 2 is switched off"));
    CHECK_FALSE(has(told(c, StageId::weighted_sum, Quantity::head_output, 1, 1, 0), "switched off"));
    CHECK(has(told(c, StageId::concatenate, Quantity::concat, 1, 5), "Head 2 is switched off"));
    CHECK_FALSE(has(told(c, StageId::concatenate, Quantity::concat, 1, 1), "switched off"));
    CHECK(has(told(c, StageId::output, Quantity::output, 1, 5), "Head 2 is switched off"));
    CHECK_FALSE(has(told(c, StageId::output, Quantity::output, 1, 5), " of head 2"));
    CHECK(has(told_briefly(c, StageId::weighted_sum, Quantity::head_output, 1, 1, 1), "switched off"));
    CHECK(has(told_briefly(c, StageId::output, Quantity::output, 1, 5), "switched off"));
    const Case none = rows("", wave_layer(8, 3, 4, 4, true, false), without({0, 1, 2}));
    CHECK(has(told(none, StageId::output, Quantity::output, 1, 5), "All heads are switched off"));
    const Case two = rows("", wave_layer(8, 3, 4, 4, true, false), without({0, 2}));
    CHECK(has(told(two, StageId::output, Quantity::output, 1, 5), "Heads 1 and 3 are switched off"));
}
