#include "tokens/words.h"

#include "make.h"

#include <doctest/doctest.h>

using namespace tokens;

namespace {

using Texts = make::Texts;

Texts at_dashes(Separators separators, std::string_view text) {
    return make::words(split_at(Pattern("-", "test"), separators, false), text);
}

} // namespace

TEST_CASE("what separates is left out, stands apart, or goes with a word beside it") {
    const char* const text = "a-b--c-";
    CHECK(at_dashes(Separators::left_out, text) == Texts{"a", "b", "c"});
    CHECK(at_dashes(Separators::apart, text) == Texts{"a", "-", "b", "-", "-", "c", "-"});
    CHECK(at_dashes(Separators::apart_joined, text) == Texts{"a", "-", "b", "--", "c", "-"});
    CHECK(at_dashes(Separators::with_word_before, text) == Texts{"a-", "b-", "-", "c-"});
    CHECK(at_dashes(Separators::with_word_after, text) == Texts{"a", "-b", "-", "-c", "-"});
}

TEST_CASE("inverted, a pattern says what the words are") {
    CHECK(make::words(split_at(Pattern("[a-z]+", "test"), Separators::left_out, true), "ab 12 cd") ==
          Texts{"ab", "cd"});
}

TEST_CASE("a text of separators alone has no words, and neither has none") {
    CHECK(at_dashes(Separators::left_out, "--").empty());
    CHECK(at_dashes(Separators::apart, "").empty());
}

TEST_CASE("numbers stand apart, as a whole or digit by digit") {
    CHECK(make::words(split_numbers(false), "ab12\u00BDc") == Texts{"ab", "12\u00BD", "c"});
    CHECK(make::words(split_numbers(true), "ab12c") == Texts{"ab", "1", "2", "c"});
}

TEST_CASE("BERT splits at white space and sets each mark apart") {
    CHECK(make::words(split_as_bert(), "It's 3.5\u2014$x ") ==
          Texts{"It", "'", "s", "3", ".", "5", "\u2014", "$", "x"});
}

TEST_CASE("words and runs of signs, without white space") {
    CHECK(make::words(split_words_and_signs(), "don't_x --> \u0E17\u0E35\u0E48") ==
          Texts{"don", "'", "t_x", "-->", "\u0E17\u0E35\u0E48"});
}

TEST_CASE("GPT-2 keeps the space before a word with it, and sets contractions apart") {
    const auto words = [](std::string_view text) { return make::words(split_as_gpt2({false, true}), text); };
    CHECK(words("The cat's 12 mats!") == Texts{"The", "\u0120cat", "'s", "\u012012", "\u0120mats", "!"});
    CHECK(words("don'T") == Texts{"don", "'", "T"}); // only small letters
    CHECK(words("a   b") == Texts{"a", "\u0120\u0120",
                                  "\u0120"
                                  "b"}); // the last space is the word's
    CHECK(words("a  ") == Texts{"a", "\u0120\u0120"});
    CHECK(words("\u00E9") == Texts{"\u00C3\u00A9"}); // bytes as letters
}

TEST_CASE("some tokenizers begin a text with a space, so that its first word is like the others") {
    CHECK(make::words(split_as_gpt2({true, true}), "cat cat") == Texts{"\u0120cat", "\u0120cat"});
    CHECK(make::words(split_as_gpt2({true, true}), " cat") == Texts{"\u0120cat"});
    CHECK(make::words(split_as_gpt2({true, false}), "cat cat") == Texts{"\u0120cat\u0120cat"});
}

TEST_CASE("SentencePiece marks spaces, and begins a text or each word with one") {
    const auto words = [](MetaSpace::Begin begin, bool splits, std::string_view text) {
        return make::words(mark_spaces({U'\u2581', begin, splits}), text);
    };
    CHECK(words(MetaSpace::Begin::each, true, "a cat") == Texts{"\u2581"
                                                                "a",
                                                                "\u2581"
                                                                "cat"});
    CHECK(words(MetaSpace::Begin::never, true, "a  cat") == Texts{"a", "\u2581",
                                                                  "\u2581"
                                                                  "cat"});
    CHECK(words(MetaSpace::Begin::text, false, "a cat") == Texts{"\u2581"
                                                                 "a\u2581"
                                                                 "cat"});
    CHECK(words(MetaSpace::Begin::each, true, " a") == Texts{"\u2581"
                                                             "a"});
    // Not at the beginning of what follows an added token.
    Words later{characters_of("xa"), {}};
    later.characters.erase(later.characters.begin());
    later.words = {{0, 1}};
    mark_spaces({U'\u2581', MetaSpace::Begin::text, true})(later);
    CHECK(utf8_of(later.characters) == "a");
}
