#include "tokens/pattern.h"

#include "refusal_text.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace tokens;

namespace {

using Texts = std::vector<std::string>;

/// The parts that match, in brackets, and those between them.
Texts parts(const Pattern& pattern, std::string_view text) {
    const Characters characters = characters_of(text);
    Texts parts;
    pattern.each_part(characters, [&](std::size_t begin, std::size_t end, bool matches) {
        const std::string part = utf8_of(std::span(characters).subspan(begin, end - begin));
        parts.push_back(matches ? "[" + part + "]" : part);
    });
    return parts;
}

Texts parts(const std::string& expression, std::string_view text) {
    return parts(Pattern(expression, "test"), text);
}

} // namespace

TEST_CASE("a text falls into what matches and what is between") {
    CHECK(parts("\\d+", "a12b345") == Texts{"a", "[12]", "b", "[345]"});
    CHECK(parts("\\d+", "none") == Texts{"none"});
    CHECK(parts("\\d+", "").empty());
    CHECK(parts("x*", "axxb") == Texts{"a", "[xx]", "b"}); // nothing is no part
}

TEST_CASE("letters and numbers are Unicode's") {
    CHECK(parts("\\p{L}+", "\u00E9t\u00E9 \u732B1") == Texts{"[\u00E9t\u00E9]", " ", "[\u732B]", "1"});
    CHECK(parts("\\p{N}", "\u00BDx\u0663") == Texts{"[\u00BD]", "x", "[\u0663]"});
    CHECK(parts("(?i:'s)", "'S's") == Texts{"['S]", "['s]"});
    CHECK(parts("\\s+", "a\u00A0\u3000b") == Texts{"a", "[\u00A0\u3000]", "b"});
}

TEST_CASE("the Mongolian vowel separator is no white space, which it was before Unicode 6.3") {
    CHECK(parts("\\s", "a\u180Eb") == Texts{"a\u180Eb"});
}

TEST_CASE("what follows can be looked at without being part of the match") {
    CHECK(parts("\\s+(?!\\S)", "a   b ") == Texts{"a", "[  ]", " b", "[ ]"});
}

TEST_CASE("the signs of a literal mean themselves") {
    CHECK(parts(Pattern::of_literal(".+", "test"), "a.+b") == Texts{"a", "[.+]", "b"});
}

TEST_CASE("what is no pattern is refused, with the byte where it ends to be one") {
    CHECK(refusal([] { Pattern("a(b", "tokenizer.json, pre_tokenizer"); }) ==
          "tokenizer.json, pre_tokenizer: the pattern cannot be read at its byte 4: missing closing "
          "parenthesis in a(b (it has to "
          "be a regular expression as Oniguruma and PCRE2 know them)");
    CHECK(refusal([] { Pattern("\\p{Nonsense}", "test"); }).find("unknown property") != std::string::npos);
}

TEST_CASE("a pattern that would try for hours is stopped") {
    const Pattern hostile("(a+)+$", "test");
    CHECK(refusal([&] {
              parts(hostile, std::string(60, 'a') + "b");
          }).starts_with("test: its pattern cannot be matched"));
}
