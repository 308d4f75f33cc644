#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/formula.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>

using namespace drawing;

namespace {

/// Every letter is 0.4 of the size wide, in every font.
struct FixedWidth : TextMeasure {
    float width(Font, float size, std::string_view text) const override {
        const auto letters = std::ranges::count_if(
            text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
        return 0.4F * size * static_cast<float>(letters);
    }
};

SetFormula set(const std::string& markup, const std::string& lit = {}, float size = 20) {
    return set_formula(markup, {size, lit}, light_palette(), FixedWidth());
}

template <typename T>
std::vector<T> all(const SetFormula& f) {
    std::vector<T> found;
    for (const Shape& shape : f.figure)
        if (const T* s = std::get_if<T>(&shape)) found.push_back(*s);
    return found;
}

Label label(const SetFormula& f, const std::string& text) {
    for (const Label& l : all<Label>(f))
        if (l.text == text) return l;
    FAIL("no label ", text);
    return {};
}

Rect part(const SetFormula& f, const std::string& key) {
    for (const auto& [name, rect] : f.parts)
        if (name == key) return rect;
    FAIL("no part ", key);
    return {};
}

/// The y of the highest and of the lowest point of the lines.
std::pair<float, float> extent(const std::vector<Line>& lines) {
    float top = 1e9F, bottom = -1e9F;
    for (const Line& l : lines) {
        top = std::min({top, l.from.y, l.to.y});
        bottom = std::max({bottom, l.from.y, l.to.y});
    }
    return {top, bottom};
}

const std::string whole =
    "\\rm{softmax}(\\part{scores}{\\part{project}{\\q{Q}} \\part{project}{\\k{K}}^{\\rm{T}}} "
    "\\part{scale}{/ \\sqrt{d_{k}}}) \\v{V}";

} // namespace

TEST_CASE("variables slant, function names and digits stand upright") {
    const SetFormula f = set("\\rm{tanh}(x2)");
    CHECK(label(f, "tanh").font == Font::serif);
    CHECK(label(f, "x").font == Font::serif_italic);
    CHECK(label(f, "2)").font == Font::serif);
}

TEST_CASE("letters that the roman face lacks come from the mathematical one, at the same height") {
    const SetFormula f = set("xα");
    CHECK(label(f, "α").font == Font::math);
    CHECK(label(f, "α").size < label(f, "x").size);
}

TEST_CASE("pieces follow each other without overlap, and a space is thin") {
    const SetFormula tight = set("ab(c)"), spaced = set("ab (c)");
    CHECK(label(tight, "(").at.x == make::about(label(tight, "ab").at.x + 16));
    const float space = spaced.width - tight.width;
    CHECK(space > 0);
    CHECK(space < 8);
}

TEST_CASE("a subscript is smaller and lower, a superscript smaller and higher") {
    const SetFormula f = set("x_{i}y^{n}");
    const Label x = label(f, "x"), i = label(f, "i"), n = label(f, "n");
    CHECK(i.size < x.size);
    CHECK(i.at.y > x.at.y);
    CHECK(i.at.x >= x.at.x + 8);
    CHECK(n.at.y < x.at.y);
}

TEST_CASE("sub- and superscript of one letter stand above each other") {
    const SetFormula f = set("x_{i}^{n}");
    CHECK(label(f, "i").at.x == label(f, "n").at.x);
    CHECK(label(f, "i").at.y > label(f, "n").at.y);
}

TEST_CASE("scripts nest, smaller each time") {
    const SetFormula f = set("x_{y_{z}}");
    CHECK(label(f, "z").size < label(f, "y").size);
    CHECK(label(f, "y").size < label(f, "x").size);
    CHECK(label(f, "z").at.y > label(f, "y").at.y);
}

TEST_CASE("a root is drawn from lines that enclose its content") {
    const SetFormula f = set("\\sqrt{d}");
    const auto lines = all<Line>(f);
    REQUIRE(lines.size() == 4);
    const Label d = label(f, "d");
    CHECK(extent(lines).first < d.at.y - 5);
    const Line bar = lines.back();
    CHECK(bar.from.y == bar.to.y);
    CHECK(bar.from.x <= d.at.x);
    CHECK(bar.to.x >= d.at.x + 8);
}

TEST_CASE("a root grows with what stands under it") {
    const auto height = [](const SetFormula& f) {
        const auto [top, bottom] = extent(all<Line>(f));
        return bottom - top;
    };
    CHECK(height(set("\\sqrt{\\frac{a}{b}}")) > 1.5F * height(set("\\sqrt{a}")));
    CHECK(height(set("\\sqrt{d_{k}}")) >= height(set("\\sqrt{d}")));
}

TEST_CASE("a fraction has its numerator above the line and its denominator below, both in the middle") {
    const SetFormula f = set("\\frac{a}{bcd}");
    const Line rule = all<Line>(f).at(0);
    const Label above = label(f, "a"), below = label(f, "bcd");
    CHECK(above.at.y < rule.from.y);
    CHECK(below.at.y > rule.from.y);
    CHECK(above.at.x + above.size * 0.2F == make::about(below.at.x + below.size * 0.6F));
    CHECK(rule.from.x <= below.at.x);
    CHECK(rule.to.x >= below.at.x + below.size * 1.2F);
}

TEST_CASE("query, key and value have their colours") {
    const SetFormula f = set(whole);
    const Palette& p = light_palette();
    CHECK(label(f, "Q").colour == p[Role::query]);
    CHECK(label(f, "K").colour == p[Role::key]);
    CHECK(label(f, "V").colour == p[Role::value]);
    CHECK(label(f, "softmax").colour == p[Role::text]);
    CHECK(all<Fill>(f).empty());
}

TEST_CASE("the lit part stands on a soft ground in full colour, and all else is quiet") {
    const SetFormula f = set(whole, "scores");
    const Palette& p = light_palette();
    const auto grounds = all<Fill>(f);
    REQUIRE(grounds.size() == 1);
    CHECK(grounds[0].colour == p[Role::accent_soft]);
    CHECK(grounds[0].rect == part(f, "scores"));
    CHECK(label(f, "Q").colour == p[Role::query]);
    CHECK(label(f, "T").colour == p[Role::text]);
    CHECK(label(f, "V").colour == p[Role::quiet]);
    CHECK(label(f, "softmax").colour == p[Role::quiet]);
    CHECK(all<Line>(f).at(0).colour == p[Role::quiet]);
}

TEST_CASE("a key that names several parts lights them all") {
    const SetFormula f = set(whole, "project");
    CHECK(all<Fill>(f).size() == 2);
    CHECK(label(f, "K").colour == light_palette()[Role::key]);
    CHECK(label(f, "T").colour == light_palette()[Role::quiet]);
}

TEST_CASE("the ground is painted before the letters on it") {
    const SetFormula f = set("\\part{a}{\\part{b}{x}}", "b");
    CHECK(std::holds_alternative<Fill>(f.figure.front()));
    CHECK(std::holds_alternative<Label>(f.figure.back()));
}

TEST_CASE("lighting a part moves nothing") {
    const SetFormula plain = set(whole), lit = set(whole, "scale");
    CHECK(plain.width == lit.width);
    CHECK(plain.height == lit.height);
    CHECK(label(plain, "V").at.x == label(lit, "V").at.x);
    CHECK(label(plain, "V").at.y == label(lit, "V").at.y);
}

TEST_CASE("parts stand where their letters stand, and inner parts inside outer ones") {
    const SetFormula f = set(whole);
    const Rect scores = part(f, "scores"), scale = part(f, "scale");
    CHECK(scores.contains(label(f, "Q").at));
    CHECK_FALSE(scores.contains(label(f, "V").at));
    CHECK(scale.contains(label(f, "d").at));
    const Rect q = part(f, "project");
    CHECK(scores.contains(q.centre()));
}

TEST_CASE("everything stands inside the formula's own rectangle") {
    for (const std::string& markup :
         {whole, std::string("\\part{p}{x}"), std::string("\\frac{\\sqrt{a}}{b_{i_{j}}^{2}}")}) {
        CAPTURE(markup);
        const SetFormula f = set(markup, "p");
        const Rect all_of_it{0, 0, f.width, f.height};
        CHECK(f.baseline > 0);
        CHECK(f.baseline < f.height);
        for (const Label& l : all<Label>(f)) {
            const float width = FixedWidth().width(l.font, l.size, l.text);
            CHECK(is_inside({l.at.x, l.at.y - 0.3F * l.size, width, 0.6F * l.size}, all_of_it));
        }
        const auto [top, bottom] = extent(all<Line>(f));
        if (!all<Line>(f).empty()) {
            CHECK(top >= 0);
            CHECK(bottom <= f.height);
        }
        for (const auto& [key, rect] : f.parts)
            CHECK(is_inside(rect, all_of_it));
    }
}

TEST_CASE("lines of a formula stand below each other, centred") {
    const SetFormula f = set("abcdef\\\\gh");
    const Label first = label(f, "abcdef"), second = label(f, "gh");
    CHECK(second.at.y > first.at.y + 14);
    CHECK(second.at.x == make::about(first.at.x + 16));
    CHECK(f.baseline < second.at.y);
}

TEST_CASE("a formula scales with its size") {
    const SetFormula small = set(whole, {}, 20), large = set(whole, {}, 40);
    CHECK(large.width == make::about(2 * small.width));
    CHECK(large.height == make::about(2 * small.height));
}

TEST_CASE("a moved figure keeps its shapes at the new place") {
    const Figure figure{Fill{{1, 2, 3, 4}, {}},
                        Line{{0, 0}, {5, 5}, {}},
                        Label{{7, 8}, {}, {}, 9, {}, "x"},
                        Curve{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {}},
                        ClipStart{{0, 0, 1, 1}},
                        ClipEnd{}};
    const Figure there = moved(figure, 10, 20);
    CHECK(std::get<Fill>(there[0]).rect == Rect{11, 22, 3, 4});
    CHECK(std::get<Line>(there[1]).to.y == 25);
    CHECK(std::get<Label>(there[2]).at.x == 17);
    CHECK(std::get<Curve>(there[3]).control_2.x == 12);
    CHECK(std::get<ClipStart>(there[4]).rect.y == 20);
    CHECK(there.size() == figure.size());
}
