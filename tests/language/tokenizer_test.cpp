#include "language/tokenizer.h"

#include "base/input_error.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using base::InputError;
using language::fold_case;
using language::tokenize;
using Words = std::vector<std::string>;

TEST_CASE("white space of any kind separates words") {
    CHECK(tokenize("The cat sat") == Words{"The", "cat", "sat"});
    CHECK(tokenize("  The\tcat\r\nsat\xC2\xA0on\xE2\x80\x83it ") == Words{"The", "cat", "sat", "on", "it"});
    CHECK(tokenize("cat") == Words{"cat"});
}

TEST_CASE("Greek, Cyrillic and accented Latin words are words") {
    CHECK(tokenize("Η μαύρη γάτα κοιμάται") == Words{"Η", "μαύρη", "γάτα", "κοιμάται"});
    CHECK(tokenize("Чёрная кошка спит.") == Words{"Чёрная", "кошка", "спит", "."});
    CHECK(tokenize("Où était l’été ?") == Words{"Où", "était", "l’été", "?"});
}

TEST_CASE("an apostrophe or a hyphen inside a word belongs to it, around a word it is a mark") {
    CHECK(tokenize("didn't didn’t well-known") == Words{"didn't", "didn’t", "well-known"});
    CHECK(tokenize("'tis dogs' - no") == Words{"'", "tis", "dogs", "'", "-", "no"});
    CHECK(tokenize("stop--now") == Words{"stop", "-", "-", "now"});
}

TEST_CASE("a letter that lost its vowel keeps its apostrophe when it stands apart") {
    CHECK(tokenize("l' ours n' attend pas") == Words{"l'", "ours", "n'", "attend", "pas"});
    CHECK(tokenize("n'attend") == Words{"n'attend"});
    CHECK(tokenize("the 'a' there") == Words{"the", "'", "a", "'", "there"});
    CHECK(tokenize("the dogs' tails") == Words{"the", "dogs", "'", "tails"});
    CHECK(tokenize("s'") == Words{"s", "'"});
    CHECK(tokenize("j’ étais à l' hôtel") == Words{"j’", "étais", "à", "l'", "hôtel"});
}

TEST_CASE("an apostrophe is only taken for a lost vowel where French would lose one") {
    CHECK(tokenize("rock 'n' roll") == Words{"rock", "'n'", "roll"});
    CHECK(tokenize("Fish ‘n’ chips, rock ’N’ roll") ==
          Words{"Fish", "‘n’", "chips", ",", "rock", "’N’", "roll"});
    CHECK(tokenize("rock'n'roll") == Words{"rock'n'roll"});
    CHECK(tokenize("minus t' seconds") == Words{"minus", "t", "'", "seconds"});
    CHECK(tokenize("the 's' and 'n'") == Words{"the", "'", "s", "'", "and", "'", "n", "'"});
}

TEST_CASE("punctuation is set apart, mark by mark") {
    CHECK(tokenize("tired.") == Words{"tired", "."});
    CHECK(tokenize("“Hello,” (she) said…") == Words{"“", "Hello", ",", "”", "(", "she", ")", "said", "…"});
    CHECK(tokenize("¿Qué?!") == Words{"¿", "Qué", "?", "!"});
}

TEST_CASE("a point or comma inside a number stays in it") {
    CHECK(tokenize("3.5 and 1,000.") == Words{"3.5", "and", "1,000", "."});
    CHECK(tokenize("one,two 3,x") == Words{"one", ",", "two", "3", ",", "x"});
}

TEST_CASE("Chinese and Japanese are split by character, Korean by its spaces") {
    CHECK(tokenize("猫坐在垫子上。") == Words{"猫", "坐", "在", "垫", "子", "上", "。"});
    CHECK(tokenize("ねこはコーヒーを飲む") ==
          Words{"ね", "こ", "は", "コ", "ー", "ヒ", "ー", "を", "飲", "む"});
    CHECK(tokenize("人々") == Words{"人", "々"});
    CHECK(tokenize("고양이가 매트에 앉았다.") == Words{"고양이가", "매트에", "앉았다", "."});
    CHECK(language::is_split_by_character("a 猫"));
    CHECK_FALSE(language::is_split_by_character("고양이 cat кошка"));
}

TEST_CASE("Latin words and numbers stay whole beside Chinese") {
    CHECK(tokenize("2024年GPT模型") == Words{"2024", "年", "GPT", "模", "型"});
    CHECK(tokenize("他说：“好”！") == Words{"他", "说", "：", "“", "好", "”", "！"});
    CHECK(tokenize("「猫」・犬、鳥") == Words{"「", "猫", "」", "・", "犬", "、", "鳥"});
    // A kana and the mark that voices it, composed or not, are one character.
    CHECK(tokenize("か\xE3\x82\x99が").size() == 2);
}

TEST_CASE("marks of Arabic and Hebrew are set apart, those inside a word stay in it") {
    CHECK(tokenize("جلست القطة، ثم نامت؟") == Words{"جلست", "القطة", "،", "ثم", "نامت", "؟"});
    CHECK(tokenize("החתול ישב.") == Words{"החתול", "ישב", "."});
    CHECK(tokenize("צה״ל בית־ספר") == Words{"צה״ל", "בית־ספר"});
    CHECK(tokenize("नमस्ते।") == Words{"नमस्ते", "।"});
}

TEST_CASE("combining marks stay with their letter, emoji and flags in one piece") {
    CHECK(tokenize("e\xCC\x81te\xCC\x81") == Words{"e\xCC\x81te\xCC\x81"});
    CHECK(tokenize("é!\xCC\x81") == Words{"é", "!\xCC\x81"});
    CHECK(tokenize("I ❤️ you") == Words{"I", "❤️", "you"});
    CHECK(tokenize("👩‍👧cat🇬🇷") == Words{"👩‍👧", "cat", "🇬🇷"});
}

TEST_CASE("characters that cannot be seen are no words of their own") {
    CHECK(tokenize("\xEF\xBB\xBFThe co\xC2\xADop") == Words{"The", "coop"});
    CHECK_THROWS_AS(tokenize("\xE2\x80\x8B"), InputError);
}

TEST_CASE("a zero-width space separates words") {
    CHECK(tokenize("The cat\u200Bsat") == Words{"The", "cat", "sat"});
}

TEST_CASE("what nobody sees does not change a word") {
    for (const char* word : {"cat\u200E", "\u200Fcat", "c\u00ADat", "cat\uFEFF", "c\u2060at", "ca\u200Dt",
                             "cat\u200C", "\u202Acat\u202C", "c\u034Fat", "cat\u3164", "cat\U000E0041"}) {
        CAPTURE(word);
        CHECK(tokenize(word) == Words{"cat"});
        CHECK(fold_case(word) == "cat");
    }
    CHECK(tokenize("don\u00AD't") == Words{"don't"});
}

TEST_CASE("a joiner stays where it changes how letters or signs look") {
    CHECK(tokenize("می\u200Cخواهم") == Words{"می\u200Cخواهم"});
    CHECK(fold_case("می\u200Cخواهم") == fold_case("میخواهم"));
    CHECK(tokenize("1\uFE0F\u20E3 👩\u200D👧") == Words{"1\uFE0F\u20E3", "👩\u200D👧"});
}

TEST_CASE("text without a word is refused") {
    for (const char* text : {"", "   ", "\n\t"}) {
        try {
            tokenize(text, "--text");
            FAIL("not refused");
        } catch (const InputError& error) {
            CHECK(error.where == "--text");
            CHECK(error.problem == "there is no word in it");
            CHECK(error.hint == "type at least one word");
        }
    }
}

TEST_CASE("invalid UTF-8 is refused, naming the byte") {
    struct Broken {
        std::string text;
        std::string byte;
    };
    const Broken broken[] = {{"caf\xE9 noir", "byte 4 (0xE9)"},      // Latin-1
                             {"\xFF", "byte 1 (0xFF)"},              // never a byte of UTF-8
                             {"ab\xC3", "byte 3 (0xC3)"},            // cut off
                             {"a\xC0\xAF", "byte 2 (0xC0)"},         // overlong
                             {"\xED\xA0\x80", "byte 1 (0xED)"},      // surrogate
                             {"x\xF4\x90\x80\x80", "byte 2 (0xF4)"}, // beyond U+10FFFF
                             {"ok \x80", "byte 4 (0x80)"}};          // continuation without a start
    for (const Broken& expected : broken) {
        CAPTURE(expected.text);
        try {
            tokenize(expected.text);
            FAIL("not refused");
        } catch (const InputError& error) {
            CHECK(error.where == "sentence");
            CHECK(error.problem == expected.byte + " is not valid UTF-8");
            CHECK(error.hint == "save the text as UTF-8");
        }
    }
}

TEST_CASE("4096 words fit and 5000 do not") {
    std::string text;
    for (int i = 0; i < 4096; ++i)
        text += "cat ";
    CHECK(tokenize(text).size() == 4096);
    for (int i = 4096; i < 5000; ++i)
        text += "cat ";
    try {
        tokenize(text);
        FAIL("not refused");
    } catch (const InputError& error) {
        CHECK(error.problem == "5000 words and marks are too many: at most 4096 fit");
        CHECK(error.hint == "shorten the text; the matrices grow with the square of its length");
    }
}

TEST_CASE("words are compared without regard to case, composition and the shape of the apostrophe") {
    CHECK(fold_case("Était") == "était");
    CHECK(fold_case("ΓΆΤΑΣ") == fold_case("γάτας"));
    CHECK(fold_case("КОШКА") == "кошка");
    CHECK(fold_case("Straße") == "strasse");
    CHECK(fold_case("e\xCC\x81te\xCC\x81") == "été");
    CHECK(fold_case("Didn’t") == "didn't");
    CHECK(fold_case("") == "");
}
