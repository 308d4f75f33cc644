#include "tokens/normalize.h"

#include "refusal_text.h"

#include <doctest/doctest.h>

#include <string>

using namespace tokens;

namespace {

std::string text(const Normalizer& normalize, std::string_view input) {
    return utf8_of(normalize(characters_of(input)));
}

} // namespace

TEST_CASE("a letter and its accent become one and two again") {
    const std::string one = "\u00E9", two = "e\u0301";
    CHECK(text(normal_form(NormalForm::nfc), two) == one);
    CHECK(text(normal_form(NormalForm::nfd), one) == two);
    CHECK(text(normal_form(NormalForm::nfc), "\u1112\u1161\u11AB") == "\uD55C"); // Korean syllables, too
    CHECK(text(normal_form(NormalForm::nfd), "\uD55C") == "\u1112\u1161\u11AB");
    CHECK(text(normal_form(NormalForm::nfd), "a\u0301\u0323") == "a\u0323\u0301"); // marks have an order
}

TEST_CASE("ligatures, powers and wide letters are what they look like only in NFKC") {
    CHECK(text(normal_form(NormalForm::nfkc), "\uFB01x\u00B2\uFF21") == "fix2A");
    CHECK(text(normal_form(NormalForm::nfc), "\uFB01x\u00B2\uFF21") == "\uFB01x\u00B2\uFF21");
}

TEST_CASE("what was composed covers the bytes of all that it came from") {
    const Characters composed = normal_form(NormalForm::nfc)(characters_of("ae\u0301b"));
    REQUIRE(composed.size() == 3);
    CHECK(composed[1].begin == 1);
    CHECK(composed[1].end == 4);
    CHECK_FALSE(composed[1].is_typed);
    CHECK(composed[2].begin == 4);
    CHECK(composed[2].is_typed);
}

TEST_CASE("a hundred thousand accents on one letter take no time that grows with their square") {
    std::string accents = "a";
    for (int i = 0; i < 50'000; ++i)
        accents += "\u0301\u0323";
    CHECK(normal_form(NormalForm::nfd)(characters_of(accents)).size() == 100'001);
}

TEST_CASE("small letters come one by one: a final sigma is not known, and \u0130 becomes two") {
    CHECK(text(lower_case(), "A\u00C4\u03A3\u042F") == "a\u00E4\u03C3\u044F");
    CHECK(text(lower_case(), "\u0130") == "i\u0307");
}

TEST_CASE("steps that only leave out, put in or replace say for which bytes") {
    CHECK(text(strip_marks(), "e\u0301a") == "ea");
    CHECK(text(strip_ends(true, true), " \t a b\u3000") == "a b");
    CHECK(text(strip_ends(false, true), " a ") == " a");
    CHECK(text(strip_ends(true, true), "  ").empty());
    CHECK(text(prepend("\u2581"), "a") == "\u2581"
                                          "a");
    CHECK(text(prepend("\u2581"), "").empty());
    const Characters begun = prepend("\u2581")(characters_of("a"));
    CHECK(begun[0].end - begun[0].begin == 0);
    const Characters replaced = replace(Pattern(" +", "test"), "_")(characters_of("a   b"));
    CHECK(utf8_of(replaced) == "a_b");
    CHECK(replaced[1].begin == 1);
    CHECK(replaced[1].end == 4);
    CHECK(text(replace(Pattern("b", "test"), ""), "abc") == "ac");
    CHECK(text(byte_letters(), " \u00E9") == "\u0120\u00C3\u00A9");
}

TEST_CASE("a few letters that grow without end are stopped") {
    const Normalizer grow = replace(Pattern::of_literal("a", "test"), std::string(100'000, 'a'));
    CHECK(refusal([&] {
              grow(grow(characters_of("a")));
          }).starts_with("text: normalizing makes it many times longer"));
}

TEST_CASE("no step and no row of steps makes a text many times longer") {
    const auto refused = [](const Normalizer& step, int times) {
        return refusal([&] {
            Characters characters = characters_of("\u00E9 and more");
            for (int i = 0; i < times; ++i)
                characters = step(characters);
        });
    };
    const std::string said = "text: normalizing makes it many times longer";
    CHECK(refused(prepend(std::string(100'000, 'a')), 1).starts_with(said));
    CHECK(refused(prepend(std::string(100, 'a')), 40).starts_with(said));
    CHECK(refused(byte_letters(), 20).starts_with(said)); // bytes of bytes
    CHECK(refused(normal_form(NormalForm::nfkd), 20).empty());
    // SentencePiece's table: "a" becomes what is a hundred thousand letters long.
    std::string table("\x10\0\0\0", 4);
    const auto unit = [&](std::uint32_t bits) {
        for (int shift = 0; shift < 32; shift += 8)
            table += static_cast<char>(bits >> shift);
    };
    unit(('a' ^ 1U) << 10U);               // the root: its child of 'a' is unit 1
    unit((1U ^ 2U) << 10U | 0x100U | 'a'); // which ends here; its value is unit 2
    unit(0x80000000U);                     // place 0 of the texts
    unit(0);
    CHECK(text(sentence_piece_table(table + "bc", "test"), "a") == "bc");
    CHECK(refused(sentence_piece_table(table + std::string(100'000, 'b'), "test"), 1).starts_with(said));
}

TEST_CASE("BERT cleans the text, sets Chinese characters apart, and then drops accents and capitals") {
    CHECK(text(bert_normalization({}), "\u00C9t\u00E9\u200B\t\u732BX\x01\uFFFD") == "ete  \u732B x");
    BertNormalization cased;
    cased.lower_case = cased.strip_accents = false;
    CHECK(text(bert_normalization(cased), "\u00C9t\u00E9") == "\u00C9t\u00E9");
    BertNormalization as_it_is{false, false, false, false};
    CHECK(text(bert_normalization(as_it_is), "\u00C9\t\u732B\x01") == "\u00C9\t\u732B\x01");
}

TEST_CASE("a table of SentencePiece's that ends too early is refused") {
    for (const std::string& table : {std::string(), std::string("\x01"), std::string("\x08\0\0\0abcd", 8),
                                     std::string("\x03\0\0\0abc", 7)})
        CHECK(refusal([&] { sentence_piece_table(table, "tokenizer.json"); }) ==
              "tokenizer.json: the table is damaged: it ends before its trie does (get the file again)");
}

TEST_CASE("a damaged table changes nothing, and reads nothing that is not there") {
    std::string table("\x10\0\0\0", 4);
    for (int i = 0; i < 16; ++i)
        table += '\xFF'; // branches to far beyond the end
    CHECK(text(sentence_piece_table(table, "test"), "abc\u00E9") == "abc\u00E9");
}
