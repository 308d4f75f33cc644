#include "attention/quantity.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace attention;

namespace {

constexpr auto quantity_count = static_cast<int>(Quantity::output) + 1;

} // namespace

TEST_CASE("every quantity is found by its own key, and no key is used twice") {
    std::set<std::string_view> keys;
    for (int i = 0; i < quantity_count; ++i) {
        const auto quantity = static_cast<Quantity>(i);
        CHECK(quantity_named(key(quantity)) == quantity);
        CHECK(!symbol(quantity).empty());
        keys.insert(key(quantity));
    }
    CHECK(keys.size() == quantity_count);
    CHECK(!quantity_named("nothing").has_value());
}

TEST_CASE("what each head has of its own, and what a person may set") {
    CHECK(is_per_head(Quantity::scores));
    CHECK(is_per_head(Quantity::w_q));
    CHECK(!is_per_head(Quantity::w_o));
    CHECK(!is_per_head(Quantity::x));
    CHECK(is_editable(Quantity::weights));
    CHECK(is_editable(Quantity::w_o));
    CHECK(!is_editable(Quantity::masked));
    CHECK(!is_editable(Quantity::output));
}

TEST_CASE("keys have the rows of K, V and the memory, and the columns of scores and weights") {
    for (const Quantity quantity : {Quantity::k, Quantity::v, Quantity::memory, Quantity::memory_position})
        CHECK(rows_are_keys(quantity));
    for (const Quantity quantity :
         {Quantity::x, Quantity::q, Quantity::scores, Quantity::w_k, Quantity::output})
        CHECK_FALSE(rows_are_keys(quantity));
    for (const Quantity quantity : {Quantity::scores, Quantity::masked, Quantity::weights, Quantity::dropped})
        CHECK(columns_are_keys(quantity));
    for (const Quantity quantity : {Quantity::k, Quantity::head_output, Quantity::output})
        CHECK_FALSE(columns_are_keys(quantity));
}
