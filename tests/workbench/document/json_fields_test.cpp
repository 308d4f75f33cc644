#include "workbench/document/json_fields.h"

#include "workbench/lab.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

using namespace lab;
using nlohmann::json;
using workbench::ChoiceVisitor;
using workbench::Fields;

namespace {

enum class Fruit { apple, pear };

struct Basket {
    bool ripe = false;
    long count = 3;
    Fruit fruit = Fruit::apple;
    bool lid = true;

    void visit(ChoiceVisitor& choices) {
        static const std::vector<std::string> fruits{"apple", "pear"};
        choices.boolean("ripe", ripe);
        choices.whole("count", count, 1, 9);
        choices.named("fruit", fruit, fruits);
        choices.within("cover", [&](ChoiceVisitor& cover) { cover.boolean("lid", lid); });
    }
    bool operator==(const Basket&) const = default;
};

json written(Basket basket) {
    return workbench::written_choices([&](ChoiceVisitor& choices) { basket.visit(choices); });
}

Basket read(const char* text) {
    const json parsed = json::parse(text);
    Basket basket;
    workbench::read_choices(Fields(parsed, "session.json", "choices"),
                            [&](ChoiceVisitor& choices) { basket.visit(choices); });
    return basket;
}

std::string refused_choice(const char* text) {
    return refusal([&] { (void)read(text); });
}

} // namespace

TEST_CASE("choices are written by name and read back as they were") {
    const Basket chosen{true, 7, Fruit::pear, false};
    const json text = written(chosen);
    CHECK(text == json{{"ripe", true}, {"count", 7}, {"fruit", "pear"}, {"cover", {{"lid", false}}}});
    CHECK(read(text.dump().c_str()) == chosen);
}

TEST_CASE("numbers, lists and objects named by the user are written and read back") {
    struct Shelf {
        float height = 0.1F;
        std::vector<base::Index> rows{2, 3};
        std::vector<Basket> baskets{{.count = 4}, {.count = 5}};
        std::map<std::string, float> prices{{"pear", 0.5F}};
        void visit(ChoiceVisitor& choices) {
            choices.real("height", height);
            if (choices.has("rows", !rows.empty())) choices.wholes("rows", rows, 9);
            choices.list<Basket>("baskets", baskets, [](ChoiceVisitor& one, Basket& b) { b.visit(one); });
            choices.within("prices", [&](ChoiceVisitor& all) {
                std::vector<std::string> names;
                for (const auto& [name, price] : prices)
                    names.push_back(name);
                for (const std::string& name : all.names(names))
                    all.real(name, prices[name]);
            });
        }
        bool operator==(const Shelf& other) const {
            return height == other.height && rows == other.rows && prices == other.prices &&
                   std::ranges::equal(baskets, other.baskets);
        }
    };
    const auto changed = [](Shelf shelf, const json& by) {
        workbench::read_choices(Fields(by, "session.json", "choices"),
                                [&](ChoiceVisitor& all) { shelf.visit(all); });
        return shelf;
    };
    Shelf shelf;
    const json text = workbench::written_choices([&](ChoiceVisitor& choices) { shelf.visit(choices); });
    CHECK(text["height"].dump() == "0.1");
    CHECK(changed({.height = 9, .rows = {}, .baskets = {}, .prices = {}}, text) == Shelf{});
    CHECK(changed(shelf, json::object()) == shelf);
    shelf.baskets = {{.lid = false}}; // a list takes the place of the one before …
    shelf.prices["plum"] = 2;         // … and a name stands beside the others
    CHECK(changed({}, {{"baskets", {{{"cover", {{"lid", false}}}}}}, {"prices", {{"plum", 2}}}}) == shelf);
}

TEST_CASE("what is not named stays as it is") {
    CHECK(read("{}") == Basket{});
    CHECK(read(R"({"fruit":"pear"})") == Basket{.fruit = Fruit::pear});
    CHECK(read(R"({"cover":{}})") == Basket{});
}

TEST_CASE("a choice that nobody could have made is refused by name") {
    CHECK(contains(refused_choice(R"({"ripe":1})"), "choices.ripe: 1 is neither true nor false"));
    CHECK(contains(refused_choice(R"({"count":0})"), "choices.count: 0 is too small"));
    CHECK(contains(refused_choice(R"({"count":10})"), "choices.count"));
    CHECK(contains(refused_choice(R"({"fruit":"plum"})"), "choices.fruit: “plum” is not known"));
    CHECK(contains(refused_choice(R"({"colour":"red"})"), "choices.colour: there is no such field"));
    CHECK(contains(refused_choice(R"({"cover":{"lid":2}})"), "choices.cover.lid"));
    CHECK(contains(refused_choice(R"({"cover":{"leaf":2}})"), "choices.cover.leaf: there is no such field"));
}
