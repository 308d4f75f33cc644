#include "base/input_error.h"
#include "lesson/lesson_scene.h"
#include "lesson/text.h"

using lesson::BlockKind;
using lesson::plain_text;
using lesson::Telling;
using narration::Tone;

namespace {

const lesson::Scope scope{cat_pass()};

lesson::LessonText told(const std::string& text) {
    return lesson::told(text, scope);
}

} // namespace

TEST_CASE("a text is Markdown in which braces are computed") {
    const auto text =
        told("The weight of {q:it} at {k:cat} is {weights[it, cat]}, **more** than half.\n\nAnd\nso *on*.");
    REQUIRE(text.blocks.size() == 2);
    CHECK(plain_text(text) == "The weight of it at cat is 0.63, more than half.\nAnd so on.");
    const auto& spans = text.blocks[0].spans;
    CHECK(spans[1].tone == Tone::query);
    CHECK(spans[3].tone == Tone::key);
    CHECK(spans[5].tone == Tone::number);
    CHECK(spans[7].tone == Tone::strong);
}

TEST_CASE("what a word or a number names on screen is known") {
    const auto text = told("{q:it} reads {k:cat}: {weights[it, cat]} of {sum(weights[it])}");
    REQUIRE(text.ties.size() == 3);
    CHECK(text.ties[0].anchor == "token/7");
    CHECK(text.ties[1].anchor == "token/1");
    REQUIRE(text.ties[2].place);
    CHECK(text.ties[2].place->column == 1);
    CHECK(text.blocks[0].spans.back().tie == -1); // a sum stands nowhere
}

TEST_CASE("in cross-attention keys are words of the source") {
    const auto french = pass_of_preset("french-cat");
    const auto text = lesson::told("{q:noir} {k:black}", {*french});
    REQUIRE(text.ties.size() == 2);
    CHECK(text.ties[0].anchor == "token/2");
    CHECK(text.ties[1].anchor == "source/1");
}

TEST_CASE("stars within braces are not emphasis") {
    CHECK(plain_text(told("{sum(weights[*, *]):0} and {count(weights[*, cat]):0} *times*")) ==
          "10 and 10 times");
}

TEST_CASE("a colon gives the decimals") {
    CHECK(plain_text(told("{1 / 3}, {1 / 3:4}, {-1 / 3:0}, {100 * weights[it, cat]:0}")) ==
          "0.33, 0.3333, 0, 63");
    CHECK(plain_text(told("{-2}, {weights[it, the:2]}")) == "−2.00, 0.02");
}

TEST_CASE("lists and code are blocks of their own") {
    const auto text = told("Two things:\n\n- first {k:cat}\n- second\n\nand `x + 1`");
    REQUIRE(text.blocks.size() == 4);
    CHECK(text.blocks[1].kind == BlockKind::item);
    CHECK(text.blocks[2].kind == BlockKind::item);
    CHECK(plain_text(text) == "Two things:\nfirst cat\nsecond\nand x + 1");
}

TEST_CASE("words are computed too, in the colour of a key") {
    const auto text = told("{largest(weights[it])} and {second(weights[it])}");
    CHECK(plain_text(text) == "cat and tired");
    CHECK(text.blocks[0].spans[0].tone == Tone::key);
    CHECK(text.ties[0].anchor == "token/1");
}

TEST_CASE("the first sentence ends at its full stop, not at that of a number") {
    CHECK(plain_text(lesson::first_sentence(told("It is {weights[it, cat]} now. Then more."))) ==
          "It is 0.63 now.");
    CHECK(plain_text(lesson::first_sentence(told("No end"))) == "No end");
    CHECK(plain_text(lesson::first_sentence(told("0.5 is half. More."))) == "0.5 is half.");
    CHECK(told("call `f(x)` now").blocks[0].spans[1].tone == Tone::number);
}

TEST_CASE("mistakes in a text are refused") {
    CHECK_THROWS_AS(told("a {weights[it, cat]"), base::InputError);
    CHECK_THROWS_AS(told("a {weights[it, dog]} b"), base::InputError);
    CHECK_THROWS_AS(told("{}"), base::InputError);
    CHECK_NOTHROW(told(""));
}

TEST_CASE("a step points at cells, words and anchors") {
    CHECK(lesson::pointed_at("word it", scope).anchor == "token/7");
    CHECK(lesson::pointed_at("matrix/weights", scope).anchor == "matrix/weights");
    CHECK(lesson::pointed_at("weights[it]", scope).place->row == 7);
    CHECK_THROWS_AS(lesson::pointed_at("word dog", scope), base::InputError);
    CHECK_THROWS_AS(lesson::pointed_at("[1, 2]", scope), base::InputError);
}

TEST_CASE("a text is worked out once for as long as the same passes are shown") {
    const auto tired = pass_of_preset("cat-tired");
    Telling telling;
    telling.about(tired, nullptr);
    const lesson::LessonText& text = telling.told("{n + 0:0} words");
    telling.about(tired, nullptr);
    CHECK(&telling.told("{n + 0:0} words") == &text);
    CHECK(plain_text(text) == "10 words");
}

TEST_CASE("another pass on either side changes the text") {
    Telling telling;
    telling.about(pass_of_preset("cat-tired"), nullptr);
    CHECK(plain_text(telling.told("{n + 0:0}")) == "10");
    telling.about(pass_of_preset("cat-sat"), nullptr);
    CHECK(plain_text(telling.told("{n + 0:0}")) == "3");
    CHECK_THROWS_AS(telling.told("{right.weights[cat, cat]}"), base::InputError);
    telling.about(telling.pass(), pass_of_preset("cat-tired"));
    CHECK_NOTHROW(telling.told("{right.weights[cat, cat]}"));
}
