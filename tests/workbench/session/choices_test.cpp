#include "workbench/lab.h"
#include "workbench/session/choices.h"

#include <nlohmann/json.hpp>

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
    return workbench::written_choices([&](ChoiceVisitor& visitor) { basket.visit(visitor); });
}

Basket read(const char* text) {
    const json parsed = json::parse(text);
    Basket basket;
    workbench::read_choices(Fields(parsed, "session.json", "choices"),
                            [&](ChoiceVisitor& visitor) { basket.visit(visitor); });
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
