#include "tokens/tokenizer.h"

#include "make.h"
#include "refusal_text.h"
#include "tokens/byte_pairs.h"

#include <doctest/doctest.h>

using namespace tokens;

namespace {

/// Lower case, words, letters; "<e>" ends each text.
Tokenizer letters() {
    TokenizerParts parts;
    parts.vocabulary = make::vocabulary({"?", "a", "b", "ab", "<0xC3>"});
    parts.normalize = lower_case();
    parts.split = split_at(is_white_space, Separators::left_out);
    BytePairOptions options;
    options.unknown = "?";
    parts.model = std::make_unique<BytePairs>(parts.vocabulary, Merges{{"a", "b"}}, options, "test");
    parts.added =
        AddedTokens({{"<e>", 7, true}, {"NAME", 8, false}}, *parts.vocabulary, parts.normalize, "test");
    parts.after = {7};
    return Tokenizer(std::move(parts));
}

} // namespace

TEST_CASE("a piece knows its id, its text, the bytes that it covers, and whether it is special") {
    const std::vector<Piece> pieces = letters().encode("AB \u00E9");
    REQUIRE(pieces.size() == 3);
    CHECK(pieces[0].id == 3);
    CHECK(pieces[0].text == "ab"); // as stored, not as typed
    CHECK(pieces[0].offset == 0);
    CHECK(pieces[0].length == 2);
    CHECK_FALSE(pieces[0].is_special);
    CHECK(pieces[1].text == "?");
    CHECK(pieces[1].offset == 3);
    CHECK(pieces[1].length == 2);
    CHECK(pieces[2].text == "<e>");
    CHECK(pieces[2].offset == 5);
    CHECK(pieces[2].length == 0); // nothing of the text
    CHECK(pieces[2].is_special);
}

TEST_CASE("added tokens are found as typed, before anything becomes lower case; not each is special") {
    const std::vector<Piece> pieces = letters().encode("aNAMEb<e>name", Specials::left_out);
    REQUIRE(pieces.size() == 8);
    CHECK(pieces[1].id == 8);
    CHECK_FALSE(pieces[1].is_special);
    CHECK(pieces[3].id == 7);
    CHECK(pieces[3].is_special);
    CHECK(pieces[3].length == 3);
    CHECK(pieces[5].text == "a"); // of "name"
}

TEST_CASE("a text without anything has only what is put around it") {
    CHECK(letters().encode("").size() == 1);
    CHECK(letters().encode("", Specials::left_out).empty());
    CHECK(letters().encode(" \n ", Specials::left_out).empty());
}

TEST_CASE("decoding leaves special pieces out, or keeps them") {
    CHECK(letters().decode({3, 8, 7}) == "ab NAME");
    CHECK(letters().decode({3, 8, 7}, Specials::kept) == "ab NAME <e>");
    CHECK(letters().decode({}).empty());
    CHECK(refusal([] {
              letters().decode({3, 99});
          }) == "tokens: there is no piece 99 (this tokenizer's ids go up to 8)");
    CHECK(refusal([] { letters().decode({5}); }).find("there is no piece 5") != std::string::npos); // a hole
}

TEST_CASE("ids count as many as the embedding has rows, with added tokens and holes") {
    const Tokenizer tokenizer = letters();
    CHECK(tokenizer.size() == 9);
    CHECK(tokenizer.find("ab") == 3);
    CHECK(tokenizer.find("<e>") == 7);
    CHECK_FALSE(tokenizer.find("c").has_value());
    CHECK(tokenizer.text(8) == "NAME");
    CHECK_FALSE(tokenizer.text(6).has_value());
    CHECK_FALSE(tokenizer.text(-1).has_value());
    CHECK(tokenizer.is_special(7));
    CHECK_FALSE(tokenizer.is_special(3));
}
