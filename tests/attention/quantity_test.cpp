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

TEST_CASE("which quantities exist once per head, and which a person may set") {
    CHECK(is_per_head(Quantity::scores));
    CHECK(is_per_head(Quantity::w_q));
    CHECK(!is_per_head(Quantity::w_o));
    CHECK(!is_per_head(Quantity::x));
    CHECK(is_editable(Quantity::weights));
    CHECK(is_editable(Quantity::w_o));
    CHECK(!is_editable(Quantity::masked));
    CHECK(!is_editable(Quantity::output));
}

TEST_CASE("rows and columns stand for what the shapes say") {
    CHECK(row_axis(Quantity::scores) == Axis::queries);
    CHECK(column_axis(Quantity::scores) == Axis::keys);
    CHECK(row_axis(Quantity::v) == Axis::keys);
    CHECK(row_axis(Quantity::memory) == Axis::keys);
    CHECK(row_axis(Quantity::x) == Axis::queries);
    CHECK(column_axis(Quantity::w_q) == column_axis(Quantity::q));
    CHECK(row_axis(Quantity::w_o) == column_axis(Quantity::concat));
}

TEST_CASE(
    "in every product the left factor's columns are the top one's rows, and the result has the outer axes") {
    const auto check = [](Quantity left, Quantity top, Quantity result) {
        CHECK(column_axis(left) == row_axis(top));
        CHECK(row_axis(left) == row_axis(result));
        CHECK(column_axis(top) == column_axis(result));
    };
    check(Quantity::x, Quantity::w_q, Quantity::q);
    check(Quantity::memory, Quantity::w_k, Quantity::k);
    check(Quantity::memory, Quantity::w_v, Quantity::v);
    check(Quantity::dropped, Quantity::v, Quantity::head_output);
    check(Quantity::concat, Quantity::w_o, Quantity::output);
}
