#include "ui/board/quantity_look.h"

#include <doctest/doctest.h>

using attention::Quantity;

namespace {

language::Names words(std::vector<std::string> said) {
    language::Names names;
    names.queries = names.keys = std::move(said);
    names.key_width = {"living", "thing"};
    return names;
}

} // namespace

TEST_CASE("where a step put another word into a cell's row or column, both words are named") {
    const auto before = words({"it", "was", "comfortable"}), now = words({"it", "was", "tired"});
    CHECK(ui::renamed(before, now, {Quantity::q, 0, 2, 1}) == " (comfortable → tired)");
    CHECK(ui::renamed(before, now, {Quantity::weights, 0, 0, 2}) == " (comfortable → tired)");
    CHECK(ui::renamed(before, now, {Quantity::weights, 0, 2, 2}) == " (comfortable → tired)");
    CHECK(ui::renamed(words({"a", "b"}), words({"c", "d"}), {Quantity::scores, 0, 0, 1}) ==
          " (a → c, b → d)");
}

TEST_CASE("a cell of the same words is not said to be another's") {
    const auto before = words({"it", "was", "comfortable"}), now = words({"it", "was", "tired"});
    CHECK(ui::renamed(before, now, {Quantity::q, 0, 0, 1}).empty());
    CHECK(ui::renamed(now, now, {Quantity::weights, 0, 2, 2}).empty());
}
