#include "base/json_text.h"

#include "refusal.h"

#include <nlohmann/json.hpp>

using base::JsonBounds;

namespace {

std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

std::string refused(const std::string& json) {
    return refusal_of([&] { base::expect_bounded_json(json, "a file"); }).problem;
}

} // namespace

TEST_CASE("the most values that a file may hold are read, and one more is refused") {
    const std::string most = "[1" + repeated(",1", base::most_json_values - 2) + "]";
    CHECK(nlohmann::json::parse(most).size() == base::most_json_values - 1); // and the list itself
    CHECK_NOTHROW(base::expect_bounded_json(most, "a file"));
    CHECK(refused("[" + most) == "it holds more than 250000 values");
    CHECK(refused("[" + repeated("{},", base::most_json_values)) == "it holds more than 250000 values");
}

TEST_CASE("lists and objects may be nested, but not without end") {
    const auto nested = [](std::size_t levels) { return repeated("[", levels) + repeated("]", levels); };
    CHECK_NOTHROW(base::expect_bounded_json(nested(base::deepest_json), "a file"));
    CHECK(refused(nested(base::deepest_json + 1)) == "lists and objects are nested more than 32 levels deep");
    CHECK(refused(repeated(R"({"a":)", 100)) == "lists and objects are nested more than 32 levels deep");
    CHECK_NOTHROW(base::expect_bounded_json(repeated("[[]],", 1000), "a file"));
}

TEST_CASE("brackets within strings do not count, wherever the text is split") {
    const std::string text = R"({"a": ")" + repeated("[,{", 1000) + R"(\"[[[\\", "b": [",[", 1]})";
    CHECK(nlohmann::json::accept(text));
    CHECK_NOTHROW(base::expect_bounded_json(text, "a file"));
    JsonBounds parted("a file");
    for (const char letter : text)
        CHECK_NOTHROW(parted.read({&letter, 1}));
    CHECK_THROWS(parted.read(repeated("[", 33)));
}

TEST_CASE("reading stops where it is refused") {
    JsonBounds bounds("a file");
    std::size_t looked_at = 0;
    const std::string part = repeated("{},", 1000);
    CHECK_THROWS_AS(
        [&] {
            for (; looked_at < 100'000; ++looked_at)
                bounds.read(part);
        }(),
        base::InputError);
    CHECK(looked_at < 2 * base::most_json_values / 1000);
}

TEST_CASE("text of any bytes can be written") {
    CHECK(base::json_text(nlohmann::json("b\xE9")) == "\"b\xEF\xBF\xBD\"");
    CHECK(base::json_text(nlohmann::json{{"a", 1}}, 1) == "{\n \"a\": 1\n}");
}
