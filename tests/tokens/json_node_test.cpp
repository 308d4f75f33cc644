#include "tokens/json_node.h"

#include "base/input_error.h"

#include <doctest/doctest.h>

using nlohmann::json;
using tokens::JsonNode;

TEST_CASE("the place of a value stays short, whatever name the file gives it") {
    const std::string name(1'000'000, 'a');
    const json file = {{"ids", {{name, {1, 2, 3}}}}};
    const JsonNode node(file, "tokenizer.json");
    const JsonNode ids = node.at("ids"), named = ids.at(name);
    CHECK(ids.where() == "tokenizer.json, ids");
    CHECK(named.where().size() < 200);
    const auto all = named.list();
    CHECK(all[2].where().size() < 200);
    CHECK(all[2].count() == 3);
}
