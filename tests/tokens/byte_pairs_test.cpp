#include "tokens/byte_pairs.h"

#include "make.h"
#include "refusal_text.h"

#include <doctest/doctest.h>

#include <string>

using namespace tokens;

namespace {

using Pieces = make::Texts;

Pieces split(const Pieces& pieces, const Merges& merges, std::string_view word,
             const BytePairOptions& options = {}) {
    const auto vocabulary = make::vocabulary(pieces);
    return make::pieces(BytePairs(vocabulary, merges, options, "test"), *vocabulary, word);
}

} // namespace

TEST_CASE("the pair that was learned earliest is joined first, wherever it is in the word") {
    const Pieces pieces = {"a", "b", "c", "ab", "bc", "abc"};
    CHECK(split(pieces, {{"b", "c"}, {"a", "b"}, {"ab", "c"}}, "abc") == Pieces{"a", "bc"});
    CHECK(split(pieces, {{"a", "b"}, {"b", "c"}, {"ab", "c"}}, "abc") == Pieces{"abc"});
}

TEST_CASE("of equal pairs the first is joined first") {
    CHECK(split({"a", "aa"}, {{"a", "a"}}, "aaa") == Pieces{"aa", "a"});
    CHECK(split({"a", "aa", "aaaa"}, {{"a", "a"}, {"aa", "aa"}}, "aaaaaaa") == Pieces{"aaaa", "aa", "a"});
}

TEST_CASE("of a merge that is in the list twice, the later place counts") {
    CHECK(split({"a", "b", "c", "ab", "bc"}, {{"a", "b"}, {"b", "c"}, {"a", "b"}}, "abc") ==
          Pieces{"a", "bc"});
}

TEST_CASE("what a merge joins can be joined again, with either neighbour") {
    const Merges merges = {{"l", "o"}, {"lo", "w"}, {"e", "r"}, {"low", "er"}};
    CHECK(split({"l", "o", "w", "e", "r", "lo", "low", "er", "lower"}, merges, "lower") == Pieces{"lower"});
}

TEST_CASE("pieces cover the bytes of what they join") {
    const auto vocabulary = make::vocabulary({"\u732B", "a", "b", "ab"});
    Parts parts;
    BytePairs(vocabulary, {{"a", "b"}}, {}, "test").split(characters_of("\u732Bab\u732B"), parts);
    REQUIRE(parts.size() == 3);
    CHECK(parts[1].begin == 3);
    CHECK(parts[1].end == 5);
    CHECK(parts[2].end == 8);
}

TEST_CASE("a character that is in no piece is unknown, spelled by its bytes, or left out") {
    const Pieces pieces = {"a", "?", "<0xE7>", "<0x8C>", "<0xAB>"};
    BytePairOptions options;
    CHECK(split(pieces, {}, "a\u732Ba", options) == Pieces{"a", "a"});
    options.unknown = "?";
    CHECK(split(pieces, {}, "a\u732B\u732Ba", options) == Pieces{"a", "?", "?", "a"});
    options.fuse_unknown = true;
    CHECK(split(pieces, {}, "a\u732B\u732Ba\u732B", options) == Pieces{"a", "?", "a", "?"});
    options.byte_fallback = true;
    CHECK(split(pieces, {}, "a\u732B", options) == Pieces{"a", "<0xE7>", "<0x8C>", "<0xAB>"});
    CHECK(split(pieces, {}, "\u00E9", options) == Pieces{"?"}); // whose bytes are missing
}

TEST_CASE("a word that is a piece is that piece although no merges lead to it, if the model says so") {
    BytePairOptions options;
    CHECK(split({"c", "a", "t", "cat"}, {}, "cat", options) == Pieces{"c", "a", "t"});
    options.whole_words = true;
    CHECK(split({"c", "a", "t", "cat"}, {}, "cat", options) == Pieces{"cat"});
}

TEST_CASE("the end of a word can be part of its last piece, and what is not its beginning can be marked") {
    BytePairOptions end;
    end.word_end = "</w>";
    CHECK(split({"a", "t", "t</w>", "at</w>"}, {{"a", "t</w>"}}, "at", end) == Pieces{"at</w>"});
    BytePairOptions inside;
    inside.inside_prefix = "##";
    CHECK(split({"a", "##t", "at", "##a"}, {{"a", "##t"}}, "ata", inside) == Pieces{"at", "##a"});
}

TEST_CASE("a million equal letters take no longer than a million others") {
    const auto vocabulary = make::vocabulary({"a", "aa", "aaaa"});
    const BytePairs model(vocabulary, {{"a", "a"}, {"aa", "aa"}}, {}, "test");
    Parts parts;
    model.split(characters_of(std::string(1'000'001, 'a')), parts); // minutes, if it grew with the square
    CHECK(parts.size() == 250'001);
    CHECK(parts.back().id == 0);
}

TEST_CASE("a merge of pieces that are not there is refused, and one that could go on forever") {
    const auto refused = [](const Merges& merges) {
        return refusal([&] { split({"a", "b", "ab"}, merges, "a"); });
    };
    CHECK(refused({{"a", "b"}}).empty());
    CHECK(refused({{"a", "b"}, {"a", "c"}}) ==
          "test, merge 2: the piece \"c\" is not in the vocabulary (vocabulary and merges "
          "have to be of one model: get both again)");
    CHECK(refused({{"b", "a"}}).find("\"ba\" is not in the vocabulary") != std::string::npos);
    CHECK(refused({{"", "a"}}) == "test, merge 1: one of its halves is empty (a merge joins two pieces)");
    BytePairOptions options;
    options.unknown = "<unk>";
    CHECK(refusal([&] { split({"a"}, {}, "a", options); }).find("unk_token: the piece \"<unk>\" is not") !=
          std::string::npos);
}
