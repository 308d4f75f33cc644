#include "language/vocabulary.h"

#include "base/input_error.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using base::Index;
using base::InputError;
using language::Vocabulary;
using Words = std::vector<std::string>;

namespace {

const Vocabulary& small() {
    static const Vocabulary vocabulary(
        Words{"the", "cat", "Mat", "didn't", "comfortable", "bank (river)", "I"});
    return vocabulary;
}

} // namespace

TEST_CASE("words are numbered from 1 in their order; 0 is padding") {
    CHECK(small().size() == 8);
    CHECK(small().word(Vocabulary::padding).empty());
    CHECK(small().id("the") == 1);
    CHECK(small().word(3) == "Mat");
    CHECK(Vocabulary().size() == 1);
}

TEST_CASE("capitals and the shape of the apostrophe make no difference") {
    CHECK(small().id("CAT") == small().id("cat"));
    CHECK(small().find("Didn’t") == small().find("didn't"));
    CHECK(small().find("i") == Index{7});
    CHECK_FALSE(small().find("dog"));
    CHECK_FALSE(small().find(""));
    CHECK(Vocabulary(Words{"Cat", "cat", "CAT"}).size() == 2);
}

TEST_CASE("a sentence becomes ids") {
    CHECK(small().ids({"The", "cat"}, "sentence") == std::vector<Index>{1, 2});
    CHECK(small().ids({}, "sentence").empty());
    CHECK(small().words({1, 3}) == Words{"the", "Mat"});
}

TEST_CASE("unknown words are named, each once, with the nearest known ones") {
    const auto message = [](const Words& words) -> std::string {
        try {
            small().ids(words, "sentence");
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(message({"the", "kat"}) ==
          "sentence: “kat” is not a word of this model (nearest to “kat”: cat, Mat)");
    CHECK(message({"kat", "teh", "kat"}) ==
          "sentence: “kat”, “teh” are not words of this model (nearest to “kat”: "
          "cat, Mat, nearest to “teh”: the)");
    CHECK(message({"zyzzyva"}) == "sentence: “zyzzyva” is not a word of this model "
                                  "(it knows 6 words, such as “the”, “cat”, “didn't”, “comfortable”)");
    CHECK(message({"a", "b", "c", "d", "e"}).starts_with("sentence: “a”, “b”, “c” are not words"));
}

TEST_CASE("the nearest words come first, and none that cannot be typed") {
    CHECK(small().nearest("confortable", 3) == Words{"comfortable"});
    CHECK(small().nearest("mat", 1) == Words{"Mat"});
    CHECK(small().nearest("bank river", 3).empty());
    CHECK(small().nearest("cat", 0).empty());
}

TEST_CASE("the distance of spellings counts letters, whatever their number of bytes") {
    struct Case {
        const char *one, *other;
        Index distance;
    };
    const Case cases[] = {{"", "", 0},
                          {"cat", "cat", 0},
                          {"cat", "", 3},
                          {"kat", "cat", 1},
                          {"cat", "cats", 1},
                          {"teh", "the", 1},
                          {"été", "ete", 2},
                          {"abcd", "badc", 2},
                          {"ca", "abc", 3}, // 2 if a swapped letter could be changed again
                          {"sitting", "kitten", 3}};
    for (const Case& pair : cases) {
        CAPTURE(pair.one);
        CHECK(language::spelling_distance(pair.one, pair.other) == pair.distance);
        CHECK(language::spelling_distance(pair.other, pair.one) == pair.distance);
    }
}
