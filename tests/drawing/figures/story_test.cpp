#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/story.h"
#include "drawing/shapes/figure.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace drawing;

namespace {

const Rect area{20, 30, 1100, 640};

/// A sentence of `n` words through two layers of two heads: “it” reads the last word, then the second.
StoryContent sentence(Index n) {
    StoryContent content;
    for (Index i = 0; i < n; ++i)
        content.main.words.push_back(i % 3 == 0 ? "the" : "animal");
    content.main.marked = content.answered = n - 3;
    const auto band = [&](const char* name, Index key) {
        StoryBand made{.name = name, .heads = 2};
        for (Index i = 0; i < n; ++i)
            made.arcs.push_back({i % 2, i, 0.01F});
        made.arcs.push_back({0, key, 0.98F});
        made.arcs.push_back({1, key, 0.9F});
        return made;
    };
    content.main.bands = {band("layer 1", n - 1), band("layer 2", 1)};
    content.answers = {{.label = "subject", .now = "cat 0.98", .was = "", .others = "mat 0.01"},
                       {.label = "object", .now = "mat 0.98", .was = "dog 0.50", .others = ""}};
    content.notes = {{.band = 0,
                      .head = 0,
                      .key = n - 1,
                      .title = "1 · “it” reads “animal” 0.98",
                      .lines = {"what it is said to be", "without it: “mat” 1.00"}},
                     {.band = 1,
                      .head = 0,
                      .key = 1,
                      .title = "2 · “it” reads “animal” 0.98",
                      .lines = {"the noun that it stands for"}}};
    return content;
}

/// A translation: an encoder of five words beside a decoder of five.
StoryContent translation() {
    StoryContent content;
    content.source.words = {"The", "black", "cat", "sleeps", "here"};
    content.source.marked = 1;
    content.source.bands = {{.name = "encoder 1", .heads = 2, .arcs = {{0, 1, 0.8F}, {1, 2, 0.2F}}}};
    content.main.words = {"<start>", "Le", "chat", "noir", "dort"};
    content.main.ends = {"le", "chat", "noir", "dort", "ici"};
    content.main.marked = content.answered = 2;
    content.main.bands = {{.name = "decoder 1", .heads = 2, .arcs = {{0, 1, 0.6F}, {1, 2, 0.98F}}},
                          {.name = "cross 1", .heads = 1, .from_source = true, .arcs = {{0, 1, 1}}}};
    content.answers = {{.label = "", .now = "noir 0.99", .was = "", .others = "next noire"}};
    content.notes = {{.band = 1, .head = 0, .key = 1, .title = "“chat” reads “black” 1.00", .lines = {"…"}}};
    return content;
}

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::vector<Rect> chips_of(const StoryLayout& layout) {
    std::vector<Rect> all;
    for (const PlacedBlock* block : {&layout.source, &layout.main})
        for (const auto& row : block->chips)
            all.insert(all.end(), row.begin(), row.end());
    return all;
}

/// Everything that must not overlap: words, notes, answers, written weights.
std::vector<Rect> solid(const StoryLayout& layout) {
    std::vector<Rect> all = chips_of(layout);
    all.insert(all.end(), layout.notes.begin(), layout.notes.end());
    all.insert(all.end(), layout.answers.begin(), layout.answers.end());
    for (const PlacedArc& arc : layout.arcs)
        if (arc.named) all.push_back(arc.handle);
    return all;
}

void check_free(const StoryLayout& layout) {
    const std::vector<Rect> all = solid(layout);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j)
            CHECK_FALSE(overlap(all[i], all[j]));
}

} // namespace

TEST_CASE("words, weights, notes and answers never lie on each other") {
    for (const Index n : {4, 10, 16}) {
        CAPTURE(n);
        check_free(story_layout(area, sentence(n), 1, FixedMeasure{}));
    }
    check_free(story_layout(area, translation(), 1, FixedMeasure{}));
    check_free(story_layout({0, 0, 2600, 1500}, sentence(10), 2, FixedMeasure{}));
}

TEST_CASE("a word stands at the same place below every layer, and its line passes there") {
    const StoryLayout layout = story_layout(area, sentence(10), 1, FixedMeasure{});
    REQUIRE(layout.main.chips.size() == 2);
    REQUIRE(layout.main.bands.size() == 2);
    for (Index word = 0; word < 10; ++word) {
        const auto w = static_cast<std::size_t>(word);
        CHECK(layout.main.chips[0][w].x == layout.main.chips[1][w].x);
        CHECK(layout.main.chips[1][w].bottom() == make::about(layout.main.bands[0].y).share(0.01));
    }
    CHECK(layout.main.chips[0][0].y > layout.main.chips[1][0].y); // from the bottom up
    CHECK(layout.answers[1].bottom() <= layout.main.top);
    CHECK(layout.answers[0].bottom() <= layout.answers[1].y);
}

TEST_CASE("an arc leads from the word that is read to the marked line, as thick as its weight") {
    const StoryContent content = sentence(10);
    const StoryLayout layout = story_layout(area, content, 1, FixedMeasure{});
    for (const PlacedArc& placed : layout.arcs) {
        const auto key = static_cast<std::size_t>(placed.arc.key);
        const Rect& chip = layout.main.chips[placed.band][key];
        CHECK(placed.curve.from.y == chip.y);
        CHECK(chip.x <= placed.curve.from.x);
        CHECK(placed.curve.from.x <= chip.right());
        CHECK(placed.curve.to.x == layout.main.x(content.main.marked));
        const Rect& band = layout.main.bands[placed.band];
        CHECK(band.y < placed.curve.to.y);
        CHECK(placed.curve.to.y < band.bottom());
        CHECK(distance(placed.curve, along(placed.curve, 0.3F)) < 1);
        CHECK(placed.named == (placed.arc.weight >= 0.1F));
    }
    CHECK(std::ranges::is_sorted(layout.arcs, {}, [](const PlacedArc& a) { return a.arc.weight; }));
    CHECK(layout.arcs.back().curve.thickness > 8 * layout.arcs.front().curve.thickness);
}

TEST_CASE("what a decoder reads in the source stands at the source's upper row, as high as its own") {
    const StoryLayout layout = story_layout(area, translation(), 1, FixedMeasure{});
    REQUIRE(layout.source.chips.size() == 2);
    CHECK(layout.source.area.right() <= layout.main.area.x);
    CHECK(layout.source.chips[1][1].y == make::about(layout.main.chips[1][1].y).share(0.01));
    const auto cross =
        std::ranges::find_if(layout.arcs, [](const PlacedArc& a) { return !a.in_source && a.band == 1; });
    REQUIRE(cross != layout.arcs.end());
    CHECK(cross->curve.from.x == layout.source.x(1));
    CHECK(cross->curve.to.x == layout.main.x(2));
}

TEST_CASE("it fits where it can, and is larger than the area where it cannot") {
    const StoryLayout fits = story_layout(area, sentence(10), 1, FixedMeasure{});
    CHECK(fits.width == area.width);
    CHECK(fits.height == area.height);
    for (const Rect& rect : solid(fits))
        CHECK(is_inside(rect, area));
    const StoryLayout long_one = story_layout(area, sentence(40), 1, FixedMeasure{});
    CHECK(long_one.width > area.width);
    check_free(long_one);
    const StoryLayout low = story_layout({0, 0, 1100, 250}, sentence(10), 1, FixedMeasure{});
    CHECK(low.height > 250);
    for (const Rect& band : low.main.bands)
        CHECK(band.height >= story_sizes::least_band - 1);
}

TEST_CASE("every word, weight, note and answer is written, and what is knocked out is dashed") {
    StoryContent content = sentence(10);
    content.main.bands[1].arcs.back().knocked_out = true;
    const StoryLayout layout = story_layout(area, content, 1, FixedMeasure{});
    const Figure figure = story_figure(layout, content, {}, light_palette(), FixedMeasure{});
    for (const char* text : {"layer 1", "layer 2", "cat 0.98", "mat 0.01", "object · dog 0.50 →",
                             "1 · “it” reads “animal” 0.98", "without it: “mat” 1.00", "0.98", "0.90"})
        CHECK_MESSAGE(label_named(figure, text) != nullptr, text);
    const auto whole = all<Curve>(story_figure(story_layout(area, sentence(10), 1, FixedMeasure{}),
                                               sentence(10), {}, light_palette(), FixedMeasure{}));
    CHECK(all<Curve>(figure).size() > whole.size() + 5); // dashes
}
