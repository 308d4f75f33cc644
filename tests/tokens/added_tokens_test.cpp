#include "tokens/added_tokens.h"

#include <doctest/doctest.h>

using namespace tokens;

namespace {

using Texts = std::vector<std::string>;

/// The sections of a text, added tokens in brackets.
Texts sections(const std::vector<AddedToken>& tokens, std::string_view text, bool normalized = false) {
    const AddedTokens added(tokens, Vocabulary(), lower_case(), "test");
    Texts texts;
    for (const Section& section : added.sections(characters_of(text), normalized)) {
        const std::string part = utf8_of(section.characters);
        texts.push_back(section.token == nullptr ? part : "[" + part + "]");
    }
    return texts;
}

AddedToken token(const std::string& text) {
    return {text, 1, true};
}

} // namespace

TEST_CASE("added tokens are found wherever they are, also side by side") {
    CHECK(sections({token("<s>")}, "<s>a<s><s>b") == Texts{"[<s>]", "a", "[<s>]", "[<s>]", "b"});
    CHECK(sections({token("<s>")}, "a").size() == 1);
    CHECK(sections({}, "").empty());
}

TEST_CASE("of two that begin at the same place the longer is found") {
    CHECK(sections({token("<e>"), {"<e><e>", 2, true}}, "<e><e><e>") == Texts{"[<e><e>]", "[<e>]"});
}

TEST_CASE("a token that is a word is not found inside another") {
    AddedToken word = token("new");
    word.single_word = true;
    CHECK(sections({word}, "new newer anew new-ish") == Texts{"[new]", " newer anew ", "[new]", "-ish"});
}

TEST_CASE("a token can take the white space beside it") {
    AddedToken mask = token("<m>");
    mask.takes_space_before = true;
    CHECK(sections({mask}, "a \t<m> b") == Texts{"a", "[ \t<m>]", " b"});
    mask.takes_space_after = true;
    CHECK(sections({mask}, "a <m> <m> b") == Texts{"a", "[ <m> ]", "[<m> ]", "b"});
}

TEST_CASE("a token that another has taken with its white space is not found again") {
    AddedToken mask = token("<m>");
    mask.takes_space_after = true;
    CHECK(sections({mask, {"\n", 2, false}}, "<m>\nb\n") == Texts{"[<m>\n]", "b", "[\n]"});
}

TEST_CASE("some are looked for after normalizing, and are normalized themselves") {
    AddedToken name = token("CAT");
    name.is_normalized = true;
    CHECK(sections({name}, "a CAT") == Texts{"a CAT"}); // not yet
    CHECK(sections({name}, "a cat", true) == Texts{"a ", "[cat]"});
}
