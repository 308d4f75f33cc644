#include "tokens/unigram.h"

#include "make.h"
#include "refusal_text.h"

#include <doctest/doctest.h>

#include <limits>

using namespace tokens;

namespace {

using Pieces = make::Texts;

Pieces split(const Pieces& pieces, const std::vector<double>& scores, std::string_view word,
             const UnigramOptions& options = {0}) {
    const auto vocabulary = make::vocabulary(pieces);
    return make::pieces(Unigram(*vocabulary, scores, options, "test"), *vocabulary, word);
}

} // namespace

TEST_CASE("of all ways to put a word together, the likeliest is taken") {
    const Pieces pieces = {"?", "a", "b", "c", "ab", "bc"};
    // ab + c: −1 − 3; a + bc: −2 − 1; a + b + c: −2 − 2 − 3.
    CHECK(split(pieces, {0, -2, -2, -3, -1, -1}, "abc") == Pieces{"a", "bc"});
    // ab + c is −2 now.
    CHECK(split(pieces, {0, -2, -2, -1, -1, -1}, "abc") == Pieces{"ab", "c"});
    // And three single ones are likelier than either.
    CHECK(split(pieces, {0, -0.5, -0.5, -0.5, -9, -9}, "abc") == Pieces{"a", "b", "c"});
}

TEST_CASE("a longer look ahead than a greedy choice") {
    // Greedy would take "ab", and then the rest is unlikely.
    CHECK(split({"?", "a", "b", "ab", "bcd", "c", "d"}, {0, -3, -3, -1, -2, -8, -8}, "abcd") ==
          Pieces{"a", "bcd"});
}

TEST_CASE("an unknown character is far less likely than the least likely piece") {
    // ab + unknown: −1 − (9 + 10); a + bc: −5 − 9. "b" and "c" alone are no pieces.
    CHECK(split({"?", "a", "ab", "bc"}, {0, -5, -1, -9}, "abc") == Pieces{"a", "bc"});
}

TEST_CASE("of equal sums the one whose last piece is longest is taken; TensorFlow.js takes the other") {
    const Pieces pieces = {"?", "a", "aa"};
    const std::vector<double> scores = {0, -2, -3};
    CHECK(split(pieces, scores, "aaa") == Pieces{"a", "aa"});
    UnigramOptions tensorflow{0, false, 1, true};
    CHECK(split(pieces, scores, "aaa", tensorflow) == Pieces{"aa", "a"});
}

TEST_CASE("unknown characters in a row are one piece, or are spelled by their bytes") {
    const Pieces pieces = {"?", "a", "<0xC3>", "<0xA9>"};
    const std::vector<double> scores = {0, -1, -1, -1};
    CHECK(split(pieces, scores, "a\u00E9\u00E9a\u00E9") == Pieces{"a", "?", "a", "?"});
    UnigramOptions bytes{0, true};
    CHECK(split(pieces, scores, "a\u00E9", bytes) == Pieces{"a", "<0xC3>", "<0xA9>"});
    CHECK(split(pieces, scores, "\u00E9\u732B", bytes) == Pieces{"?"}); // some bytes are missing
}

TEST_CASE("reserved pieces are never found in a text") {
    const Pieces pieces = {"?", "<s>", "<", "s", ">"};
    const std::vector<double> scores = {0, 0, -1, -1, -1};
    CHECK(split(pieces, scores, "<s>") == Pieces{"<s>"});
    CHECK(split(pieces, scores, "<s>", {0, false, 2}) == Pieces{"<", "s", ">"});
}

TEST_CASE("without a piece for the unknown, a text that has some is refused") {
    CHECK(refusal([] { split({"a"}, {-1}, "ab", {}); }) ==
          "test: it has no piece for \"b\" (leave that out of the text)");
}

TEST_CASE("scores have to be numbers, and the unknown piece has to be there") {
    CHECK(refusal([] {
              split({"a"}, {std::numeric_limits<double>::quiet_NaN()}, "a");
          }).find("the score of \"a\" is not a number") != std::string::npos);
    CHECK(refusal([] { split({"a"}, {-1}, "a", {7}); }) ==
          "test, unk_id: there is no piece 7 (the unknown piece has to be one of the vocabulary: get the "
          "file again)");
}

TEST_CASE("a million equal letters take no longer than a million others") {
    const auto vocabulary = make::vocabulary({"?", "a", "aa", "aaaaaaaa"});
    Parts parts;
    Unigram(*vocabulary, {0, -3, -4, -5}, {0}, "test")
        .split(characters_of(std::string(1'000'000, 'a')), parts);
    CHECK(parts.size() == 125'000);
}
