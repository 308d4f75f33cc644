#include "workbench/session/choices.h"

#include "base/input_error.h"

#include <doctest/doctest.h>

using workbench::Choices;
using workbench::ChoiceVisitor;

namespace {

Choices read(const std::string& text) {
    return Choices::read(text, "the test");
}

/// A view with two choices.
struct Race {
    bool theory = false;
    std::int64_t d = 512;

    void visit(ChoiceVisitor& choices) {
        choices.boolean("theory", theory);
        choices.whole("d", d, 1, 2048);
    }
    void take(const Choices& from) {
        from.put_in(
            "race", [&](ChoiceVisitor& choices) { visit(choices); }, "the test");
    }
};

/// What is wrong with these, to a window whose only view is the race.
std::string mistake_in(const Choices& choices) {
    try {
        choices.expect_only({"race"}, "the test");
        Race().take(choices);
        return "";
    } catch (const base::InputError& mistake) {
        return mistake.where;
    }
}

} // namespace

TEST_CASE("a view takes over what was chosen in it, and keeps the rest") {
    Race race;
    race.take(read(R"({"race": {"theory": true}, "labs": {"page": "mask"}})"));
    CHECK(race.theory);
    CHECK(race.d == 512);
    race.take(Choices());
    CHECK(race.theory);
}

TEST_CASE("what was chosen in a view joins what was chosen in others") {
    Race race{true, 64};
    const auto all = read(R"({"labs": {"page": "mask"}, "race": {"plot": "time"}})")
                         .with("race", [&](ChoiceVisitor& choices) { race.visit(choices); });
    CHECK(all == read(R"({"labs": {"page": "mask"}, "race": {"theory": true, "d": 64}})"));
    CHECK(Choices().with("start", [](ChoiceVisitor&) {}).empty());
}

TEST_CASE("of two choices of the same, the later one holds") {
    const Choices earlier = read(R"({"labs": {"page": "mask", "scale": {"keys": 8, "heads": 2}}})");
    CHECK(earlier.then(read(R"({"labs": {"page": "scale", "scale": {"keys": 64}}})")) ==
          read(R"({"labs": {"page": "scale", "scale": {"keys": 64, "heads": 2}}})"));
    CHECK(earlier.then(Choices()) == earlier);
    CHECK(Choices().then(earlier) == earlier);
    CHECK(earlier != Choices());
}

TEST_CASE("the open page of a view is known where it was chosen") {
    const Choices chosen = read(R"({"labs": {"page": "mask"}, "race": {"d": 64}, "heads": 3})");
    CHECK(chosen.page("labs") == "mask");
    CHECK(chosen.page("race") == "");
    CHECK(chosen.page("heads") == "");
    CHECK(Choices().page("labs") == "");
}

TEST_CASE("what nobody could choose is refused with its place") {
    CHECK(mistake_in(read(R"({"race": {"theory": true, "d": 64}})")) == "");
    CHECK(mistake_in(read(R"({"garden": {}})")) == "the test, garden");
    CHECK(mistake_in(read(R"({"race": {"d": 0}})")) == "the test, choices.race.d");
    CHECK(mistake_in(read(R"({"race": 3})")) == "the test, choices.race");
    CHECK_THROWS_AS(read("[]"), base::InputError);
    CHECK(read("").empty());
    CHECK(read("{}").empty());
}
