#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/arcs.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace drawing;
using base::Matrix;

namespace {

const FixedMeasure measure;
const std::vector<std::string> cat{"The", "cat", "sat", "on", "the", "mat", "because", "it", "was", "tired"};
const std::vector<std::string> black{"The", "black", "cat", "sleeps", "here"},
    noir{"Le", "chat", "noir", "dort", "ici"};
constexpr Rect place{240, 60, 940, 124};

/// Rows that sum to 1, with the most on the second key.
std::shared_ptr<const Matrix> weights(Index n, Index m) {
    auto matrix = std::make_shared<Matrix>(
        Matrix::Constant(n, m, 0.4F / static_cast<float>(std::max<Index>(m - 1, 1))));
    matrix->col(std::min<Index>(1, m - 1)).setConstant(m > 1 ? 0.6F : 1);
    return matrix;
}

std::vector<std::string> many(int count) {
    std::vector<std::string> words;
    for (int i = 0; i < count; ++i)
        words.push_back("word" + std::to_string(i));
    return words;
}

} // namespace

TEST_CASE("all words of a short sentence are in one row, apart, in order, inside their place") {
    const ArcLayout layout = arc_layout(place, {cat}, {}, {.query = 7}, measure);
    REQUIRE(layout.keys.shows_all());
    CHECK(layout.strip.height == 0);
    for (std::size_t i = 0; i < cat.size(); ++i) {
        CHECK(is_inside(layout.keys.boxes[i], place));
        if (i > 0) CHECK(layout.keys.boxes[i].x > layout.keys.boxes[i - 1].right());
        CHECK(layout.keys.word_at(layout.keys.boxes[i].centre()) == static_cast<Index>(i));
        CHECK(layout.keys.boxes[i].width == layout.keys.boxes[0].width);
    }
    CHECK_FALSE(layout.keys.word_at({place.x, place.y}));
}

TEST_CASE("boxes narrower than a number leave out no word where that is asked for") {
    const Rect narrow{0, 0, 450, 124};
    CHECK_FALSE(arc_layout(narrow, {cat}, {}, {.query = 7}, measure).keys.shows_all());
    const ArcLayout layout = arc_layout(narrow, {cat}, {}, {.query = 7, .tight = true}, measure);
    CHECK(layout.keys.shows_all());
    CHECK(layout.keys.text_size == 12.5F);
    for (const Rect& box : layout.keys.boxes)
        CHECK(is_inside(box, narrow));
    const Figure figure = arc_figure(layout, {cat}, {}, weights(10, 10), {.query = 7, .written = false},
                                     light_palette(), measure);
    for (const std::string& word : cat) // none is shortened
        CHECK(label_named(figure, word));
}

TEST_CASE("what the numbers are stands left of them, unless there is no room") {
    const ArcOptions options{.query = 7, .key = 1, .numbers = "weights"};
    const auto says_weights = [&](Rect area) {
        const ArcLayout layout = arc_layout(area, {cat}, {}, options, measure);
        for (const Label& label :
             all<Label>(arc_figure(layout, {cat}, {}, weights(10, 10), options, light_palette(), measure)))
            if (label.text == "weights") return label.at.x < layout.keys.boxes.front().x;
        return false;
    };
    CHECK(says_weights({place.x, place.y, 1400, place.height}));
    CHECK_FALSE(says_weights({place.x, place.y, 700, place.height}));
}

namespace {

/// The arcs onto "it" (the eighth of ten words, 100 pixels apart) with these weights.
std::vector<Curve> onto_it(const std::vector<float>& shares) {
    std::vector<ArcEnd> ends;
    for (std::size_t i = 0; i < shares.size(); ++i)
        ends.push_back({50 + 100 * static_cast<float>(i), shares[i]});
    return arcs_over({.query = {704, 200, 92, 58}, .height = 158, .farthest = 700, .whole = 20}, ends,
                     light_palette());
}
const std::vector<float> read_by_it{0.02F, 0.63F, 0.02F, 0.02F, 0.02F, 0.05F, 0.02F, 0.01F, 0.02F, 0.19F};

} // namespace

TEST_CASE("every word but the one that reads has its arc, the strongest over the others") {
    const ArcOptions options{.query = 7, .key = 1};
    const ArcLayout layout = arc_layout(place, {cat}, {}, options, measure);
    const Figure figure = arc_figure(layout, {cat}, {}, weights(10, 10), options, light_palette(), measure);
    const auto arcs = all<Curve>(figure);
    REQUIRE(arcs.size() == 9);                                    // its own weight is too small for a loop
    CHECK(arcs.back().from.x == layout.keys.boxes[1].centre().x); // painted last, above the others
    for (const Curve& arc : arcs) {
        CHECK(arc.from.y == layout.keys.boxes[7].y);
        CHECK(std::abs(arc.to.x - layout.keys.boxes[7].centre().x) < layout.keys.boxes[7].width / 2);
        CHECK(arc.colour.a == 255);
    }
    for (std::size_t i = 0; i < 8; ++i)
        CHECK(arcs[i].thickness < arcs[8].thickness);
}

TEST_CASE("an arc is as thick as its weight, and never thinner than a pixel") {
    const auto arcs = onto_it(read_by_it);
    CHECK(arcs[1].thickness == make::about(0.63 * 20));
    CHECK(arcs[9].thickness == make::about(0.19 * 20));
    CHECK(arcs[0].thickness == 1);
}

TEST_CASE("on the word that reads, the arcs stand side by side and together are one whole") {
    std::vector<float> even(10, 1.0F / 9);
    even[7] = 0;
    auto arcs = onto_it(even);
    arcs.erase(arcs.begin() + 7);
    std::ranges::sort(arcs, {}, [](const Curve& arc) { return arc.to.x; });
    float sum = arcs[0].thickness;
    for (std::size_t i = 1; i < arcs.size(); ++i) {
        const float between = arcs[i].to.x - arcs[i - 1].to.x;
        CHECK(between >= (arcs[i].thickness + arcs[i - 1].thickness) / 2);
        CHECK(between < (arcs[i].thickness + arcs[i - 1].thickness) / 2 + 2);
        sum += arcs[i].thickness;
    }
    CHECK(sum == make::about(20));
}

TEST_CASE("the outermost arc stands nearest to the middle, so that none crosses another") {
    const auto arcs = onto_it(read_by_it);
    const auto top_at = [](const Curve& arc, float x) {
        float y = 200;
        for (int i = 0; i <= 2000; ++i)
            if (const Point p = along(arc, static_cast<float>(i) / 2000); p.x > x - 0.5F && p.x < x + 0.5F)
                y = std::min(y, p.y);
        return y;
    };
    for (std::size_t outer = 0; outer < 6; ++outer)
        for (std::size_t inner = outer + 1; inner < 7; ++inner) {
            CHECK(arcs[outer].to.x > arcs[inner].to.x);
            for (float share = 0.02F; share < 1; share += 0.02F) {
                const Point on_inner = along(arcs[inner], share);
                CHECK(top_at(arcs[outer], on_inner.x) < on_inner.y);
            }
        }
    CHECK(arcs[9].to.x < arcs[8].to.x);
    CHECK(arcs[9].to.x > 750);
}

TEST_CASE("an arc rises with the distance it spans: the farthest to the full height") {
    const auto arcs = onto_it(read_by_it);
    const auto rise = [](const Curve& arc) { return 200 - along(arc, 0.5F).y; };
    CHECK(rise(arcs[0]) == make::about(158));
    CHECK(rise(arcs[3]) == make::about(158 * (0.22 + 0.78 * std::pow(4.0 / 7, 0.8))));
    CHECK(rise(arcs[6]) == make::about(rise(arcs[8])));
}

TEST_CASE("the feet of many words stay on the word that reads") {
    for (const Curve& arc : onto_it(std::vector<float>(60, 1.0F / 60))) {
        CHECK(arc.to.x > 704);
        CHECK(arc.to.x < 796);
    }
}

TEST_CASE(
    "an arc's colour is opaque and comes in steps: faint below 0.03 and below 0.1, then towards violet") {
    const Palette& palette = light_palette();
    CHECK(arc_colour(0.02F, palette) == mix(palette[Role::background], palette[Role::weight], 0.16F));
    CHECK(arc_colour(0.09F, palette) == mix(palette[Role::background], palette[Role::weight], 0.3F));
    CHECK(arc_colour(1, palette, Role::card) == mix(palette[Role::card], palette[Role::weight], 0.92F));
    CHECK(contrast(arc_colour(0.6F, palette), palette[Role::background]) > 4.5);
}

TEST_CASE("a key of weight 0 has no arc") {
    auto causal = std::make_shared<Matrix>(Matrix::Zero(10, 10));
    causal->row(2).head(3).setConstant(1.0F / 3);
    const ArcLayout layout = arc_layout(place, {cat}, {}, {.query = 2}, measure);
    CHECK(all<Curve>(arc_figure(layout, {cat}, {}, causal, {.query = 2}, light_palette(), measure)).size() ==
          3); // one of them to itself
}

TEST_CASE("the query's box is filled, the marked key's framed, and each word carries its weight") {
    const ArcOptions options{.query = 7, .key = 1};
    const ArcLayout layout = arc_layout(place, {cat}, {}, options, measure);
    const Figure figure = arc_figure(layout, {cat}, {}, weights(10, 10), options, light_palette(), measure);
    CHECK(std::ranges::count(all<Fill>(figure), light_palette()[Role::query_fill], &Fill::colour) == 1);
    CHECK(all<Stroke>(figure).back().colour == light_palette()[Role::key_line]); // above its neighbours
    CHECK(all<Stroke>(figure).back().rect.x == layout.keys.boxes[1].x);
    CHECK(contrast(label_named(figure, "it")->colour, light_palette()[Role::query_fill]) >= 4.5);
    const Label* largest = label_named(figure, "0.60");
    REQUIRE(largest);
    CHECK(largest->at.x == layout.keys.boxes[1].centre().x);
    CHECK(largest->at.y > layout.keys.boxes[1].bottom());
    CHECK(label_named(figure, "query 0.04"));
}

TEST_CASE("before there are weights, words stand without arcs") {
    const ArcLayout layout = arc_layout(place, {cat}, {}, {.query = 7}, measure);
    const Figure figure = arc_figure(layout, {cat}, {}, nullptr, {.query = 7}, light_palette(), measure);
    CHECK(all<Curve>(figure).empty());
    CHECK(all<Label>(figure).size() == 11); // the words and "query"
}

TEST_CASE("cross-attention links the target below to the source above") {
    const ArcOptions options{.query = 2, .key = 1};
    const ArcLayout layout = arc_layout(place, {black}, {noir}, options, measure);
    CHECK(layout.cross);
    CHECK(layout.keys.boxes[0].bottom() < layout.queries.boxes[0].y);
    const Figure figure =
        arc_figure(layout, {black}, {noir}, weights(5, 5), options, light_palette(), measure);
    const auto links = all<Curve>(figure);
    REQUIRE(links.size() == 5);
    CHECK(links.back().from.x == layout.keys.boxes[1].centre().x);
    CHECK(links.back().from.y == layout.keys.boxes[1].bottom());
    CHECK(links.back().to.y == layout.queries.boxes[2].y);
    float sum = 0;
    for (const Curve& link : links) {
        CHECK(std::abs(link.to.x - layout.queries.boxes[2].centre().x) < layout.queries.boxes[2].width / 2);
        sum += link.thickness;
    }
    CHECK(sum == make::about(15));
    CHECK(label_named(figure, "noir")->font == Font::sans_bold);
}

TEST_CASE("what the other queries read is shown as pale bands, each as thick as its weight") {
    ArcOptions options{.query = 2, .key = 1, .beneath = Role::card, .others = true};
    const ArcLayout layout = arc_layout(place, {black}, {noir}, options, measure);
    const auto bands = [&] {
        return all<Curve>(
            arc_figure(layout, {black}, {noir}, weights(5, 5), options, light_palette(), measure));
    };
    const auto links = bands(); // 0.6 and four times 0.1 in every row, which is not above the least
    REQUIRE(links.size() == 4 * 5 + 5);
    CHECK(links.front().thickness == make::about(0.1F * options.whole));
    CHECK(links[1].thickness == make::about(0.6F * options.whole));
    CHECK(links[1].from.x == layout.keys.boxes[1].centre().x);
    CHECK(links[1].to.x == layout.queries.boxes[0].centre().x);
    const auto far_from_card = [&](Rgba colour) { return contrast(colour, light_palette()[Role::card]); };
    CHECK(far_from_card(links[1].colour) < far_from_card(links.back().colour));
    options.shares = false; // scores have no common scale
    CHECK(bands().size() == 5);
}

TEST_CASE("two rows that fill their lines have boxes of one width, the shorter one in the middle") {
    const std::vector<std::string> le(noir.begin(), noir.end() - 1);
    const ArcOptions options{.query = 2, .sizes = {.gap = 32, .number_line = 0, .fills = true}};
    const ArcLayout layout = arc_layout(place, {black}, {le}, options, measure);
    REQUIRE(layout.queries.count() == 4);
    CHECK(layout.queries.boxes[0].width == make::about(layout.keys.boxes[0].width).share(0.02));
    const float left = layout.queries.boxes.front().x - place.x;
    CHECK(left == make::about(place.right() - layout.queries.boxes.back().right()).share(0.05));
    CHECK(layout.keys.boxes[0].y == place.y);
}

TEST_CASE("a long sequence is shown around the query, and the rest is not forgotten") {
    const auto words = many(4096);
    const ArcOptions options{.query = 2000, .key = 1};
    const ArcLayout layout = arc_layout(place, {words}, {}, options, measure);
    CHECK(layout.keys.box(2000));
    CHECK_FALSE(layout.keys.box(1));
    CHECK(layout.keys.count() > 5);
    CHECK(layout.strip.height > 0);
    const Figure figure =
        arc_figure(layout, {words}, {}, weights(4096, 4096), options, light_palette(), measure);
    CHECK(figure.size() < 120);
    REQUIRE(all<Heat>(figure).size() == 1);
    CHECK(all<Heat>(figure)[0].view == Rect{0, 2000, 4096, 1});
    CHECK(label_named(figure, "\u2190 0.79")); // 0.6 on word 1, and a little less than half of 0.4
    CHECK(label_named(figure, "0.20 \u2192"));
}

TEST_CASE("the words not shown are counted, and their line is no arc to one word: thin, in dashes") {
    const auto words = many(300);
    ArcOptions options{.query = 0};
    const ArcLayout layout = arc_layout(place, {words}, {}, options, measure);
    const Index hidden = 300 - layout.keys.count();
    auto all_beyond = std::make_shared<Matrix>(Matrix::Zero(300, 300));
    all_beyond->row(0).tail(hidden).setConstant(1 / static_cast<float>(hidden));
    const auto painted = [&] {
        return arc_figure(layout, {words}, {}, all_beyond, options, light_palette(), measure);
    };
    CHECK(label_named(painted(), std::to_string(hidden) + " more"));
    const auto dashes = all<Curve>(painted());
    CHECK(dashes.size() > 10);
    for (const Curve& dash : dashes) {
        CHECK(dash.thickness < 2);
        CHECK(std::abs(dash.to.x - dash.from.x) < 15);
    }
    options.more = [](Index count) { return std::to_string(count) + " more words"; };
    CHECK(label_named(painted(), std::to_string(hidden) + " more words"));
}

TEST_CASE("a word that reads itself has an open loop, however strongly it does") {
    auto own = std::make_shared<Matrix>(Matrix::Identity(10, 10));
    const ArcLayout layout = arc_layout(place, {cat}, {}, {.query = 7}, measure);
    const auto arcs = all<Curve>(arc_figure(layout, {cat}, {}, own, {.query = 7}, light_palette(), measure));
    REQUIRE(arcs.size() == 1);
    const float wide = arcs[0].to.x - arcs[0].from.x;
    CHECK(wide > 2 * arcs[0].thickness);
}

TEST_CASE("at either end of a long sequence only the other side has a rest") {
    const auto words = many(300);
    const ArcLayout start = arc_layout(place, {words}, {}, {.query = 0}, measure);
    CHECK(start.keys.first == 0);
    const ArcLayout end = arc_layout(place, {words}, {}, {.query = 299}, measure);
    CHECK(end.keys.first + end.keys.count() == 300);
    CHECK(
        label_named(arc_figure(start, {words}, {}, weights(300, 300), {.query = 0}, light_palette(), measure),
                    "0.39 \u2192"));
}

TEST_CASE("the strip leads to every key") {
    const auto words = many(300);
    const ArcLayout layout = arc_layout(place, {words}, {}, {.query = 100}, measure);
    const Rect strip = layout.strip;
    CHECK(layout.strip_key_at({strip.x, strip.centre().y}) == 0);
    CHECK(layout.strip_key_at({strip.right() - 0.01F, strip.centre().y}) == 299);
    CHECK(layout.strip_key_at({strip.x + strip.width / 2 + 0.1F, strip.centre().y}) == 150);
    CHECK_FALSE(layout.strip_key_at({strip.x, strip.y - 5}));
}

TEST_CASE("a word outside the lexicon has a dashed edge") {
    std::vector<bool> unknown(10, false);
    unknown[2] = true;
    const ArcLayout layout = arc_layout(place, {cat}, {}, {.query = 7}, measure);
    const Figure figure =
        arc_figure(layout, {cat, &unknown}, {}, nullptr, {.query = 7}, light_palette(), measure);
    const auto dashes = all<Line>(figure);
    REQUIRE(dashes.size() > 8);
    for (const Line& dash : dashes) {
        CHECK(layout.keys.boxes[2].contains(dash.from));
        CHECK(layout.keys.boxes[2].contains(dash.to));
    }
    CHECK(all<Stroke>(figure).size() == 8); // the edges of all words but this one and "it"
}

TEST_CASE("words never leave their place: any length, any size, either kind of attention") {
    for (const int count : {1, 2, 10, 17, 40, 600})
        for (const float scale : {1.0F, 1.5F, 2.0F})
            for (const bool cross : {false, true}) {
                CAPTURE(count);
                CAPTURE(scale);
                CAPTURE(cross);
                auto words = many(count);
                words[0] = "Donaudampfschifffahrtsgesellschaft";
                const Rect area{17, 23, 620, arc_height(cross, true, scale) + 20 * scale};
                const ArcOptions options{.query = count / 2, .key = count - 1, .scale = scale};
                const Words keys{words},
                    queries{cross ? std::span<const std::string>(words) : std::span<const std::string>()};
                const ArcLayout layout = arc_layout(area, keys, queries, options, measure);
                const Figure figure = arc_figure(
                    layout, keys, queries,
                    weights(count, std::max(count, 2))->cols() == count ? weights(count, count) : nullptr,
                    options, dark_palette(), measure);
                CHECK(is_inside(extent(figure), area, 1.5F * scale));
            }
}

TEST_CASE("no words, no boxes") {
    const ArcLayout layout = arc_layout(place, {}, {}, {}, measure);
    CHECK(layout.keys.count() == 0);
    CHECK(arc_figure(layout, {}, {}, nullptr, {}, light_palette(), measure).empty());
}
