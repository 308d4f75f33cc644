#include "tokens/word_pieces.h"

#include "make.h"
#include "refusal_text.h"

#include <doctest/doctest.h>

using namespace tokens;

namespace {

using Pieces = make::Texts;

Pieces split(const Pieces& pieces, std::string_view word, const WordPieceOptions& options = {}) {
    const auto vocabulary = make::vocabulary(pieces);
    return make::pieces(WordPieces(*vocabulary, options, "test"), *vocabulary, word);
}

} // namespace

TEST_CASE("the longest piece that the word begins with, then the longest that goes on") {
    const Pieces pieces = {"[UNK]", "un", "unaff", "##aff", "##able", "##able", "##a", "##ff"};
    CHECK(split(pieces, "unaffable") == Pieces{"unaff", "##able"});
    CHECK(split(pieces, "un") == Pieces{"un"});
}

TEST_CASE("a piece that begins a word does not go on with one") {
    CHECK(split({"[UNK]", "cat", "s", "##s"}, "cats") == Pieces{"cat", "##s"});
    CHECK(split({"[UNK]", "cat", "s"}, "cats") == Pieces{"[UNK]"});
}

TEST_CASE("a word that does not come out is unknown as a whole: there is no way back") {
    // "ab" + "##c" would do, but "abc" is longer, and nothing goes on with "d".
    CHECK(split({"[UNK]", "ab", "abc", "##cd"}, "abcd") == Pieces{"[UNK]"});
}

TEST_CASE("a word of more than a hundred letters is unknown") {
    const Pieces pieces = {"[UNK]", "a", "##a"};
    CHECK(split(pieces, std::string(100, 'a')).size() == 100);
    CHECK(split(pieces, std::string(101, 'a')) == Pieces{"[UNK]"});
    WordPieceOptions options;
    options.longest_word = 3;
    CHECK(split(pieces, "aaaa", options) == Pieces{"[UNK]"});
}

TEST_CASE("pieces cover the bytes of their letters") {
    const auto vocabulary = make::vocabulary({"[UNK]", "\u00E9", "##t\u00E9"});
    Parts parts;
    WordPieces(*vocabulary, {}, "test").split(characters_of("\u00E9t\u00E9"), parts);
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].end == 2);
    CHECK(parts[1].begin == 2);
    CHECK(parts[1].end == 5);
}

TEST_CASE("a vocabulary without the unknown piece is refused") {
    CHECK(refusal([] { split({"a"}, "a"); }) ==
          "test: the unknown piece \"[UNK]\" is not in the vocabulary (get the file again)");
}
