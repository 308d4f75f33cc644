#include "close.h"
#include "drawing/fitted_text.h"
#include "drawing/fixed_measure.h"

#include <doctest/doctest.h>
#include <limits>

using namespace drawing;

namespace {
const FixedMeasure measure;
}

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

TEST_CASE("digits fit their cell") {
    for (float width = 8; width < 120; width += 3)
        for (const Range range :
             {Range{0, 1}, Range{-8, 8}, Range{-120, 3000}, Range{0, 0.004F}, Range{-1e9F, 5}}) {
            const Digits digits = digits_for(range, width, 34, {}, measure);
            if (digits.size == 0) continue;
            CAPTURE(width);
            CHECK(digits.size >= 9.5F);
            for (const float end : {range.low, range.high})
                CHECK(measure.width(Font::mono, digits.size, number_text(end, digits.decimals)) <= width);
        }
}

TEST_CASE("numbers are set with two decimals where there is room, and lose them before they disappear") {
    CHECK(digits_for({0, 8}, 60, 34, {}, measure).decimals == 2);
    CHECK(digits_for({0, 8}, 60, 34, {}, measure).size == make::about(13.5));
    CHECK(digits_for({0, 8}, 22, 34, {}, measure).decimals == 1);
    CHECK(digits_for({0, 80}, 15, 34, {}, measure).decimals == 0);
    CHECK(digits_for({0, 8}, 15, 34, {}, measure).size == 0);
    CHECK(digits_for({0, 8}, 60, 10, {}, measure).size == 0);
}

TEST_CASE("a cell made for digits of a size shows them in that size") {
    for (const float size : {10.0F, 13.0F, 16.0F})
        for (const Range range : {Range{0, 1}, Range{-8, 8}, Range{-120, 3000}}) {
            const CellSize cell = cell_for({size, 2}, range, {}, measure);
            const Digits digits = digits_for(range, cell.width + 0.01F, cell.height + 0.01F, {}, measure);
            CHECK(digits.size == make::about(size));
            CHECK(digits.decimals == 2);
        }
}

TEST_CASE("small weights show their first two digits") {
    CHECK(digits_for({0, 0.05F}, 60, 34, {}, measure).decimals == 3);
    CHECK(digits_for({0, 0.004F}, 60, 34, {}, measure).decimals == 4);
    CHECK(digits_for({0, 0.0000004F}, 60, 34, {}, measure).decimals == 4);
}
