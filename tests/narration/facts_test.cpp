#include "narration/facts.h"

#include "cases.h"
#include "close.h"

using namespace narration_test;
using namespace narration;

namespace {

RowVector row(std::initializer_list<float> numbers) {
    RowVector r(static_cast<Index>(numbers.size()));
    std::ranges::copy(numbers, r.begin());
    return r;
}

Matrix one_row(std::initializer_list<float> numbers) {
    return row(numbers);
}

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

} // namespace

TEST_CASE("columns are ordered by size, equal ones by place") {
    CHECK(by_size(row({1, 3, 2, 3})) == std::vector<Index>{1, 3, 2, 0});
}

TEST_CASE("the rank counts what is larger and what is equal, −∞ included") {
    const RowVector r = row({5, 7, 5, minus_infinity, 1});
    CHECK(rank_of(r, 1).larger == 0);
    CHECK(rank_of(r, 0).larger == 1);
    CHECK(rank_of(r, 0).equal == 1);
    CHECK(rank_of(r, 3).larger == 4);
    CHECK(rank_of(row({minus_infinity, minus_infinity}), 0).equal == 1);
}

TEST_CASE("numbers that differ only by rounding have the same rank") {
    CHECK(rank_of(row({0.3F, 0.1F + 0.2F, 100}), 0).equal == 1);
}

TEST_CASE("a row is equal when all that is not forbidden is") {
    CHECK(all_equal(row({2, minus_infinity, 2})));
    CHECK_FALSE(all_equal(row({2, 2.1F})));
}

TEST_CASE("dimensions stand out by their share of the largest, and only if that is large in the matrix") {
    CHECK(standing_out(one_row({2.8F, 1, 2.3F, 0.2F}), 0) == std::vector<Index>{0, 2});
    CHECK(standing_out(one_row({-3, -1}), 0).empty());
    Matrix m(2, 2);
    m << 0.1F, 0.1F, 3, 0;
    CHECK(standing_out(m, 0).empty());
    CHECK(standing_out(m, 1) == std::vector<Index>{0});
}

TEST_CASE("the shares of a row: the first two weights, ties, and what is there at all") {
    const Share s = share_of(row({0.2F, 0.5F, 0, 0.3F}));
    CHECK(s.first == 1);
    CHECK(s.second == 3);
    CHECK(s.second_weight == 0.3F);
    CHECK(s.tied == 0);
    CHECK(s.nonzero == 3);
    CHECK(s.sum == make::about(1));
    CHECK(share_of(row({0.5F, 0.5F})).tied == 1);
    CHECK(share_of(row({1})).second == 0);
}

TEST_CASE("every condition of a mask that forbids a key is named") {
    const Case c = rows("", wave_layer(4, 1, 2, 2, false, false), masked([](Mask& m) {
                            m.causal = true, m.window = attention::Window::of(1),
                            m.key_padding = {1, 1, 1, 1, 0}, m.given = BoolMatrix::Constant(5, 5, true),
                            m.given(0, 1) = false;
                        }));
    const auto conditions = [&](Index row, Index column) {
        std::vector<std::string> keys;
        for (const auto* kind : forbidden_by(c.trace, row, column))
            keys.emplace_back(kind->key);
        return keys;
    };
    CHECK(conditions(1, 0).empty());
    CHECK(conditions(0, 1) == std::vector<std::string>{"causal", "given"});
    CHECK(conditions(3, 0) == std::vector<std::string>{"window"});
    CHECK(conditions(4, 4) == std::vector<std::string>{"padding"});
    CHECK(allowed_count(c.trace, 0) == 1);
    CHECK(allowed_count(c.trace, 1) == 2);
    CHECK_FALSE(has_empty_row(c.trace));
}

TEST_CASE("the main term is more than the others together, and no more than the sum") {
    const auto sum = [](std::initializer_list<float> products) {
        attention::Explanation e;
        for (const float p : products) {
            e.terms.push_back({static_cast<Index>(e.terms.size()), p, 1, p, 0});
            e.value += p;
        }
        return e;
    };
    CHECK(main_term(sum({7.84F, 0.1F, 0, 0.04F}))->term.index == 0);
    CHECK_FALSE(main_term(sum({7.84F, 0.1F}))->alone);
    CHECK(main_term(sum({0, 2, 0}))->alone);
    CHECK_FALSE(main_term(sum({1, 1})));
    CHECK_FALSE(main_term(sum({3, -1}))); // 3 is more than all of 2
    CHECK_FALSE(main_term(sum({-3, 1})));
    CHECK_FALSE(main_term(sum({})));
}
