#include "worksheet/blanks.h"

#include "base/input_error.h"
#include "worksheet/make.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace worksheet;

namespace {

auto count(const Blanks& blanks, Step step) {
    return std::ranges::count(blanks, step, &Blank::step);
}

} // namespace

TEST_CASE("by itself the row of the word that asks is left out at every step") {
    const Sums sums = draw_sums(make::sentence("The dog wants its ball"), 1, 0);
    const Blanks blanks = choose_blanks(sums, {}, 1);
    CHECK(count(blanks, Step::query) == 4);
    CHECK(count(blanks, Step::scores) == 6); // its five and one of another word
    CHECK(count(blanks, Step::scaled) == 5);
    CHECK(count(blanks, Step::exponentials) == 5);
    CHECK(count(blanks, Step::weights) == 5);
    CHECK(count(blanks, Step::output) == 3);
    CHECK(choose_blanks(sums, {}, 1) == blanks);
}

TEST_CASE("a number of blanks is taken from that row first, and never more than there are") {
    const Sums sums = draw_sums(make::sentence("The dog wants its ball"), 1, 0);
    const Blanks two = choose_blanks(sums, {.count = 2}, 1), all = choose_blanks(sums, {.count = 36}, 1);
    for (const Blank& blank : two)
        CHECK(blank.row == sums.sentence.row);
    CHECK(count(two, Step::scores) == 2);
    CHECK(count(all, Step::scores) == 25);
    CHECK(count(all, Step::query) == 20);
    CHECK(count(all, Step::weights) == 5);
}

TEST_CASE("steps can be chosen: the others are given") {
    const Sums sums = draw_sums(make::sentence("The dog wants its ball"), 1, 0);
    const Blanks blanks = choose_blanks(sums, blanks_wanted("scores,softmax"), 1);
    CHECK(count(blanks, Step::scores) == 6);
    CHECK(count(blanks, Step::weights) == 5);
    CHECK(count(blanks, Step::query) + count(blanks, Step::scaled) + count(blanks, Step::output) == 0);
    CHECK(blanks_wanted("7").count == 7);
    for (const char* wrong : {"", "0", "37", "some", "scores,", "scores softmax"})
        CHECK_THROWS_AS(blanks_wanted(wrong), base::InputError);
}

TEST_CASE("what a mask forbids is not asked") {
    workbench::Document document = make::document("The dog wants its ball");
    document.mask.causal = 1;
    const Sums sums = draw_sums(sentence_of(make::prepared(document), 2), 1, 0);
    const Blanks blanks = choose_blanks(sums, {}, 1);
    CHECK(count(blanks, Step::scores) == 6);
    CHECK(count(blanks, Step::scaled) == 3);
    CHECK(count(blanks, Step::weights) == 3);
}
