#include "narration/wording.h"

#include "cases.h"

using namespace narration_test;
using namespace narration;

TEST_CASE("numbers have two decimals, small ones more, and a true minus sign") {
    CHECK(decimal(7.98F) == "7.98");
    CHECK(decimal(-2) == "−2.00");
    CHECK(decimal(0) == "0.00");
    CHECK(decimal(-0.000001F) == "0.00");
    CHECK(decimal(0.0042F) == "0.004");
    CHECK(decimal(0.00042F) == "0.0004");
    CHECK(decimal(12345.6F) == "12346");
    CHECK(decimal(-std::numeric_limits<float>::infinity()) == "−∞");
}

TEST_CASE("short numbers have no needless zeros") {
    CHECK(short_number(2) == "2");
    CHECK(short_number(2.8284F) == "2.83");
    CHECK(short_number(-1.5F) == "−1.5");
    CHECK(short_number(100) == "100");
    CHECK(short_number(0) == "0");
}

TEST_CASE("lists have commas and a last and") {
    const language::Names names = cat_names();
    const Wording wording(texts(), names);
    const auto listed = [&](std::initializer_list<const char*> parts) {
        std::vector<Paragraph> all;
        for (const char* part : parts)
            all.push_back(toned(part));
        return words_of(wording.listed(all));
    };
    CHECK(listed({}).empty());
    CHECK(listed({"a"}) == "a");
    CHECK(listed({"a", "b"}) == "a and b");
    CHECK(listed({"a", "b", "c"}) == "a, b and c");
}

TEST_CASE("one key, ten keys") {
    const language::Names names = cat_names();
    const Wording wording(texts(), names);
    CHECK(wording.counted(1, "key") == "1 key");
    CHECK(wording.counted(10, "key") == "10 keys");
    CHECK(wording.counted(0, "word") == "0 words");
}

TEST_CASE("dimensions are things with their article") {
    const language::Names names = cat_names();
    const Wording wording(texts(), names);
    CHECK(wording.noun("living") == "something alive (living)");
    CHECK(wording.noun("action") == "an action");
    CHECK(wording.noun("water") == "water");
    CHECK(wording.noun("3") == "number 3");
}
