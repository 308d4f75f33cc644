#include "ui/board/arithmetic.h"

#include "close.h"

#include <doctest/doctest.h>

namespace {

attention::Explanation sum_of(const std::vector<float>& products) {
    attention::Explanation e;
    float running = 0;
    for (const float product : products) {
        running += product;
        e.terms.push_back({.product = product, .running = running});
    }
    return e;
}

} // namespace

TEST_CASE("a bar shows how much of the sum a term is") {
    CHECK(ui::full_bar(sum_of({0.25F, 0.25F, 0.5F})) == 1);
    CHECK(ui::full_bar(sum_of(std::vector<float>(500, 0.002F))) == make::about(1));
}

TEST_CASE("no bar is longer than the largest term's, however the terms cancel") {
    CHECK(ui::full_bar(sum_of({5, -4.5F})) == 5);
    CHECK(ui::full_bar(sum_of({-3, 1})) == 3);
    CHECK(ui::full_bar(sum_of({})) == 0);
}
