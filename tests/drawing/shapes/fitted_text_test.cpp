#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/shapes/fitted_text.h"

#include <array>
#include <doctest/doctest.h>
#include <limits>

using namespace drawing;

namespace {

const FixedMeasure measure;

} // namespace

TEST_CASE("a number is rounded once, from the float itself") {
    CHECK(number_text(7.98F, 2) == "7.98");
    CHECK(number_text(0.5895F, 2) == "0.59");
    CHECK(number_text(2, 0) == "2");
    CHECK(number_text(99999, 2) == "99999.00");
}

TEST_CASE("a negative number has a real minus sign, zero has none") {
    CHECK(number_text(-0.3F, 2) == "\u22120.30");
    CHECK(number_text(-0.001F, 2) == "0.00");
    CHECK(number_text(-0.0F, 1) == "0.0");
}

TEST_CASE("masked, infinite, undefined and huge scores have a text of their own") {
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(number_text(-infinity, 2) == "\u2212\u221E");
    CHECK(number_text(infinity, 2) == "\u221E");
    CHECK(number_text(std::numeric_limits<float>::quiet_NaN(), 2) == "NaN");
    CHECK(number_text(-1e9F, 2) == "\u22121e9");
    CHECK(number_text(-1e20F, 2) == "\u22121e20");
    CHECK(number_text(125000, 2) == "1.2e5");
}

TEST_CASE("characters are counted, not bytes") {
    CHECK(character_count("\u2212\u221E") == 2);
    CHECK(character_count("кот") == 3);
}

TEST_CASE("a word too wide ends in an ellipsis, between characters") {
    CHECK(elided("because", 42, Font::sans, 10, measure) == "because");
    CHECK(elided("because", 30, Font::sans, 10, measure) == "beca\u2026");
    CHECK(elided("потому", 18, Font::sans, 10, measure) == "по\u2026");
    CHECK(elided("because", 3, Font::sans, 10, measure).empty());
}

TEST_CASE("a word of a million letters is cut as quickly as a short one") {
    struct CountedMeasure : FixedMeasure {
        float width(Font font, float size, std::string_view text) const override {
            measured += text.size();
            return FixedMeasure::width(font, size, text);
        }
        mutable std::size_t measured = 0;
    };
    const CountedMeasure counted;
    std::string word;
    for (int i = 0; i < 500'000; ++i)
        word += "é";
    CHECK(character_count(elided(word, 600, Font::sans, 10, counted)) == 100);
    CHECK(counted.measured < 10'000);
}

TEST_CASE("any text is cut at the last letter that leaves room for the ellipsis") {
    const std::string text = "a猫ßé𝄞bcdefgé";
    for (int most = 1; most < character_count(text); ++most) {
        const std::string cut = elided(text, 6.1F * static_cast<float>(most), Font::sans, 10, measure);
        CHECK(character_count(cut) == most);
        CHECK(text.starts_with(cut.substr(0, cut.size() - std::string("\u2026").size())));
    }
}

TEST_CASE("letters after an underscore that follows a symbol are a subscript") {
    CHECK(symbol_parts("÷ d_model") == std::vector<TextPart>{{"÷ d"}, {"model", true}});
    CHECK(symbol_parts("XW_Q + 1") == std::vector<TextPart>{{"XW"}, {"Q", true}, {" + 1"}});
    CHECK(symbol_parts("W_Q and d_k") == std::vector<TextPart>{{"W"}, {"Q", true}, {" and d"}, {"k", true}});
}

TEST_CASE("a root's bar lies over the number or symbol after it, and over nothing else") {
    CHECK(symbol_parts("÷ √d_model.") ==
          std::vector<TextPart>{{"÷ √"}, {"d", false, true}, {"model", true, true}, {"."}});
    CHECK(symbol_parts("√dₖ = √2.5 = x") ==
          std::vector<TextPart>{{"√"}, {"dₖ", false, true}, {" = √"}, {"2.5", false, true}, {" = x"}});
    CHECK(symbol_parts("√ of the mean") == std::vector<TextPart>{{"√"}, {" of the mean"}});
    CHECK(symbol_parts("4 = 2", true) == std::vector<TextPart>{{"4", false, true}, {" = 2"}});
    CHECK(symbol_parts("√") == std::vector<TextPart>{{"√"}});
}

TEST_CASE("a root's bar begins at its sign, ends with what is under it, and lies above the letters") {
    const Figure figure = symbols_figure({.at = {10, 20}, .size = 10, .text = "√9"}, measure);
    const auto labels = all<Label>(figure);
    const auto bars = all<Line>(figure);
    REQUIRE(labels.size() == 2);
    REQUIRE(bars.size() == 1);
    CHECK(bars[0].from.x < labels[1].at.x);
    CHECK(bars[0].to.x ==
          make::about(labels[1].at.x + measure.width(Font::sans, labels[1].size, labels[1].text)));
    CHECK(bars[0].from.y < 20 - 0.25F * 10);
}

TEST_CASE("other underscores stand as they are") {
    for (const char* text : {"some_word", "_", "W_", "a _ b", ""}) {
        CAPTURE(text);
        const auto parts = symbol_parts(text);
        CHECK(parts == (*text ? std::vector<TextPart>{{text}} : std::vector<TextPart>{}));
    }
}

TEST_CASE("a subscript stands lower, smaller, and right behind its symbol") {
    const Figure figure = symbols_figure({.at = {10, 20}, .size = 10, .text = "d_k"}, measure);
    const auto labels = all<Label>(figure);
    REQUIRE(labels.size() == 2);
    CHECK(labels[0].text == "d");
    CHECK(labels[1].text == "k");
    CHECK(labels[1].at.x == make::about(10 + 0.6F * 10));
    CHECK(labels[1].at.y > 20);
    CHECK(labels[1].size < 10);
}

using attention::Operation;

TEST_CASE("an equation is written with the digits that it needs") {
    CHECK(equation_text(Operation::divide, std::array{1.0F, 8.0F}, 0.125F) == "1.00 ÷ 8.00 = 0.125");
    CHECK(equation_text(Operation::divide, std::array{1.0F, 3.0F}, 1.0F / 3) == "1.00 ÷ 3.00 ≈ 0.33");
    CHECK(equation_text(Operation::divide, std::array{1.0F, 3.0F}, 1.0F / 3, 3) == "1.000 ÷ 3.000 ≈ 0.333");
}

TEST_CASE("a negative number is taken away from a sum, and stands in brackets elsewhere") {
    CHECK(equation_text(Operation::add, std::array{0.5F, -0.25F, 1.0F}, 1.25F) ==
          "0.50 − 0.25 + 1.00 = 1.25");
    CHECK(equation_text(Operation::subtract, std::array{0.63F, -0.1F}, 0.73F) == "0.63 − (−0.10) = 0.73");
    CHECK(equation_text(Operation::multiply, std::array{2.0F, -0.5F}, -1.0F) == "2.00 × (−0.50) = −1.00");
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(equation_text(Operation::subtract, std::array{0.5F, -infinity}, infinity) == "0.50 − (−∞) = ∞");
}

TEST_CASE("a time is written in the unit in which it has one to three digits before the point") {
    CHECK(clock_text(4.123e-8, 4.123e-8) == "41.2 ns");
    CHECK(clock_text(1.3e-6, 1.3e-6) == "1.30 µs");
    CHECK(clock_text(0.0412, 0.0412) == "41.2 ms");
    CHECK(clock_text(2, 2) == "2.00 s");
    CHECK(clock_text(75, 75) == "75.0 s");
    CHECK(clock_text(0, 0) == "0.00 ns");
}

TEST_CASE("rounding never gives four digits") {
    CHECK(clock_text(999.6e-6, 999.6e-6) == "1.00 ms");
    CHECK(clock_text(9.996e-3, 9.996e-3) == "10.0 ms");
}

TEST_CASE("a running clock keeps the unit and the decimals of its end") {
    CHECK(clock_text(0, 1.3e-3) == "0.00 ms");
    CHECK(clock_text(-0.0, 1.3e-3) == "0.00 ms");
    CHECK(clock_text(7e-6, 41.2e-6) == "7.0 µs");
    CHECK(clock_text(1.234e-3, 0.25) == "1 ms");
}

TEST_CASE("a whole number has its digits in groups of three") {
    CHECK(whole_text(5) == "5");
    CHECK(whole_text(4096) == "4096");
    CHECK(whole_text(20'000) == "20\u2009000");
    CHECK(whole_text(123'456) == "123\u2009456");
    CHECK(whole_text(2e6) == "2\u2009000\u2009000");
}
