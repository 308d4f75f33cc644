#include "tokens/vocabulary.h"

#include "refusal_text.h"

#include <doctest/doctest.h>

using namespace tokens;

TEST_CASE("a piece has one id, and an id one piece") {
    Vocabulary vocabulary;
    vocabulary.add("cat", 2, "vocab.json");
    vocabulary.add("mat", 0, "vocab.json");
    vocabulary.add("cat", 2, "vocab.json"); // says nothing new
    CHECK(vocabulary.find("cat") == 2);
    CHECK(*vocabulary.text(0) == "mat");
    CHECK(vocabulary.size() == 3);
    CHECK(refusal([&] { vocabulary.add("cat", 3, "vocab.json"); }) ==
          "vocab.json: the piece \"cat\" has two ids, 2 and 3 (each piece has one: get the file again)");
    CHECK(refusal([&] { vocabulary.add("dog", 2, "vocab.json"); }) ==
          "vocab.json: id 2 belongs to two pieces, \"cat\" and \"dog\" (each piece has an id of its own: get "
          "the file again)");
    CHECK(vocabulary.size() == 3); // as before
    CHECK_FALSE(vocabulary.find("dog").has_value());
}

TEST_CASE("a hole is no piece") {
    Vocabulary vocabulary;
    vocabulary.add("cat", 2, "vocab.json");
    for (const Id id : {-1, 0, 1, 3})
        CHECK(vocabulary.text(id) == nullptr);
}

TEST_CASE("an id that would need the memory of millions of pieces is refused") {
    Vocabulary vocabulary;
    CHECK(refusal([&] { vocabulary.add("cat", 2'000'000'000'000, "vocab.json"); }) ==
          "vocab.json: the piece \"cat\" has the id 2000000000000 (ids count from 0, up to 3999999 at most: "
          "get the file again)");
    CHECK(refusal([&] { vocabulary.add("cat", -1, "vocab.json"); }).find("has the id -1") !=
          std::string::npos);
    CHECK(vocabulary.size() == 0);
}

TEST_CASE("a list may have a piece twice: both ids have its text, and the later is found") {
    Vocabulary vocabulary;
    for (const char* text : {"a", "b", "a"})
        vocabulary.append(text);
    CHECK(vocabulary.find("a") == 2);
    CHECK(*vocabulary.text(0) == "a");
    CHECK(*vocabulary.text(2) == "a");
}
