#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/story.h"
#include "drawing/shapes/figure.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>

using namespace drawing;

namespace {

const Rect area{20, 30, 1500, 640};

/// A sentence of `n` words through `layers` layers of two heads: “it” reads the last word, then the second.
StoryContent sentence(Index n, std::size_t layers = 2) {
    StoryContent content;
    for (Index i = 0; i < n; ++i)
        content.main.words.push_back(i % 3 == 0 ? "the" : "animal");
    content.main.marked = content.answered = n - 3;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        const Index key = layer == 0 ? n - 1 : 1;
        StoryBand made{.name = "Layer " + std::to_string(layer + 1), .heads = 2};
        for (Index i = 0; i < n; ++i)
            made.arcs.push_back({i % 2, i, 0.01F});
        made.arcs.push_back({0, key, 0.98F, true});
        made.arcs.push_back({1, key, 0.9F, true});
        content.main.bands.push_back(made);
    }
    content.main.bands.front().guesses = {{"beast", 0.49F}, {"it", 0.46F}};
    content.asked = "if asked now";
    content.answers = {
        {.label = "subject", .word = "cat", .number = "0.98", .right = true, .verdict = "right"},
        {.label = "object",
         .word = "mat",
         .number = "0.97",
         .before = "before",
         .was = "dog",
         .was_number = "0.50"}};
    content.notes = {{.band = 0,
                      .head = 0,
                      .key = n - 1,
                      .number = "1",
                      .title = {{"“it”", Role::query}, {" reads “animal”"}},
                      .lines = {"what is said about it"}},
                     {.band = layers - 1,
                      .head = 0,
                      .key = layers > 1 ? 1 : n - 1,
                      .title = {{"“it” reads “animal” too"}},
                      .lines = {"the noun that it stands for"}}};
    return content;
}

/// A translation: an encoder of five words beside a decoder of five.
StoryContent translation() {
    StoryContent content;
    content.source.words = {"The", "black", "cat", "sleeps", "here"};
    content.source.marked = 1;
    content.source.bands = {{.name = "Encoder 1", .heads = 2, .arcs = {{0, 1, 0.8F}, {1, 2, 0.2F}}}};
    content.main.words = {"<start>", "Le", "chat", "noir", "dort"};
    content.main.ends = {"le", "chat", "noir", "dort", "ici"};
    content.main.marked = content.answered = 2;
    content.main.bands = {{.name = "Decoder 1", .heads = 2, .arcs = {{0, 1, 0.6F, true}, {1, 2, 0.98F}}},
                          {.name = "Cross 1", .heads = 1, .from_source = true, .arcs = {{0, 1, 1, true}}}};
    content.answers = {{.word = "noir", .number = "0.99"}};
    content.notes = {{.band = 1, .head = 0, .key = 1, .title = {{"“chat” reads “black”"}}}};
    return content;
}

StoryLayout laid_out(const StoryContent& content, const Rect& where = area, float scale = 1) {
    return story_layout({.area = where, .scale = scale}, content, FixedMeasure{});
}

Figure painted(const StoryContent& content, const StoryLook& look = {}) {
    return story_figure(laid_out(content), content, look, light_palette(), FixedMeasure{});
}

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// Everything that must not overlap: words, notes, answers, guesses, written weights, signs of cuts.
std::vector<Rect> solid(const StoryLayout& layout) {
    std::vector<Rect> all = layout.source.words;
    all.insert(all.end(), layout.main.words.begin(), layout.main.words.end());
    all.insert(all.end(), layout.notes.begin(), layout.notes.end());
    all.insert(all.end(), layout.answers.begin(), layout.answers.end());
    for (const Rect& guess : layout.guesses)
        if (guess.width > 0) all.push_back(guess);
    for (const PlacedArc& arc : layout.arcs)
        if (arc.named || arc.arc.cut) all.push_back(arc.handle);
    return all;
}

void check_free(const StoryLayout& layout) {
    const std::vector<Rect> all = solid(layout);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j)
            CHECK_FALSE(overlap(all[i], all[j]));
}

const PlacedArc& told(const StoryLayout& layout, std::size_t band, Index head) {
    return *std::ranges::find_if(layout.arcs, [&](const PlacedArc& placed) {
        return placed.band == band && placed.arc.head == head && placed.arc.told;
    });
}

} // namespace

TEST_CASE("words, weights, notes, guesses and answers never lie on each other") {
    for (const Index n : {4, 10, 16}) {
        CAPTURE(n);
        check_free(laid_out(sentence(n)));
    }
    check_free(laid_out(translation()));
    check_free(laid_out(sentence(10), {0, 0, 3000, 1500}, 2));
}

TEST_CASE("the words stand once, at the bottom, and every line rises from its word") {
    const StoryContent content = sentence(10);
    const StoryLayout layout = laid_out(content);
    REQUIRE(layout.main.words.size() == 10);
    CHECK(layout.main.bands[0].bottom() == layout.main.words[0].y);
    CHECK(layout.main.bands[1].bottom() == layout.main.bands[0].y);
    CHECK(layout.answers[1].bottom() <= layout.main.top);
    CHECK(layout.answers[0].bottom() <= layout.answers[1].y);
    const auto lines = all<Line>(painted(content));
    for (Index word = 0; word < 10; ++word)
        CHECK(std::ranges::any_of(lines, [&](const Line& line) {
            return line.from.x == layout.main.x(word) && line.from.y == layout.main.words[0].y &&
                   line.to.y == layout.main.top;
        }));
}

TEST_CASE("an arc leads from the line that is read to the marked line, as thick as its weight") {
    const StoryContent content = sentence(10);
    const StoryLayout layout = laid_out(content);
    for (const PlacedArc& placed : layout.arcs) {
        const Rect& band = layout.main.bands[placed.band];
        CHECK(placed.curve.to.x == layout.main.x(content.main.marked));
        CHECK(band.y < placed.curve.to.y);
        CHECK(placed.curve.to.y < band.bottom());
        CHECK(placed.curve.from.y <= band.bottom());
        CHECK(distance(placed.curve, along(placed.curve, 0.3F)) < 1);
        CHECK(placed.named == placed.arc.told);
    }
    CHECK(told(layout, 1, 0).curve.thickness == make::about(0.98F * story_sizes::arc_width).share(1e-4));
    // The one that rises higher begins farther away, so that they do not cross.
    CHECK(told(layout, 1, 1).curve.to.y < told(layout, 1, 0).curve.to.y);
    CHECK(told(layout, 1, 1).curve.from.x < told(layout, 1, 0).curve.from.x);
    CHECK(told(layout, 0, 0).curve.from.y == layout.main.words[0].y - story_sizes::foot);
}

TEST_CASE("the arcs of a head arrive beside one another: their widths add up to the whole") {
    StoryContent content = sentence(8);
    content.main.bands[0].heads = 1;
    content.main.bands[0].arcs = {{0, 0, 0.25F}, {0, 1, 0.5F}, {0, 2, 0.25F}};
    content.notes.clear();
    const StoryLayout layout = laid_out(content);
    std::vector<std::pair<float, float>> arriving; // where, and how thick
    for (Index key = 0; key < 3; ++key)
        for (const PlacedArc& placed : layout.arcs)
            if (placed.band == 0 && placed.arc.key == key)
                arriving.emplace_back(placed.curve.to.y, placed.curve.thickness);
    REQUIRE(arriving.size() == 3);
    for (std::size_t i = 0; i + 1 < 3; ++i) // the farthest word at the top
        CHECK(arriving[i + 1].first - arriving[i].first ==
              make::about((arriving[i].second + arriving[i + 1].second) / 2).share(1e-3));
    CHECK(arriving[0].second + arriving[1].second + arriving[2].second ==
          make::about(story_sizes::arc_width).share(1e-3));
}

TEST_CASE("what a decoder reads in the source leads from the source's line, where its layers end") {
    const StoryLayout layout = laid_out(translation());
    CHECK(layout.source.area.right() <= layout.main.area.x);
    const PlacedArc& cross = told(layout, 1, 0);
    CHECK(cross.curve.from.x == layout.source.x(1));
    CHECK(cross.curve.from.y == layout.main.bands[1].bottom());
    CHECK(cross.curve.to.x == layout.main.x(2));
    CHECK(layout.source.top < cross.curve.from.y);
    // Its name stands at the left edge, above those of the source's layers, where none of its arcs pass.
    const Rect name = layout.main.beside(1);
    CHECK(name.x == layout.source.beside(0).x);
    CHECK(name.right() <= layout.source.words.front().x);
    CHECK(name.bottom() <= layout.source.beside(0).y);
}

TEST_CASE("it fits where it can, and is larger than the area where it cannot") {
    const StoryLayout fits = laid_out(sentence(10));
    CHECK(fits.width == area.width);
    CHECK(fits.height == area.height);
    for (const Rect& rect : solid(fits))
        CHECK(is_inside(rect, area));
    const StoryLayout long_one = laid_out(sentence(60));
    CHECK(long_one.width > area.width);
    check_free(long_one);
    const StoryLayout high = laid_out(sentence(10, 12));
    CHECK(high.height > area.height);
    for (const Rect& band : high.main.bands)
        CHECK(band.height >= story_sizes::least_band - 1);
    check_free(laid_out(sentence(3, 1)));
}

TEST_CASE("of many layers little is said of each, and twelve need far less height") {
    const StoryContent all = sentence(10, 12);
    StoryContent deep = all;
    deep.deep = true;
    CHECK(least_story_height(deep, 1, true) < 0.6F * least_story_height(all, 1, true));
    const StoryLayout layout = laid_out(deep);
    for (const Rect& band : layout.main.bands)
        CHECK(band.height >= story_sizes::least_deep_band - 1);
    CHECK(layout.arcs.size() == laid_out(all).arcs.size()); // which ones are drawn is the content's business
}

TEST_CASE("of many layers those in which nothing is told give way, so that words and answer stay in sight") {
    StoryContent deep = sentence(10, 12);
    deep.deep = true;
    deep.answers.resize(1);
    for (std::size_t layer = 0; layer < 12; ++layer) {
        StoryBand& band = deep.main.bands[layer];
        band.may_fold = layer != 2 && layer != 7;
        if (band.may_fold) band.arcs.clear();
    }
    deep.main.bands[3].folded_name = "Layers 4 to 7";
    const Rect low{0, 0, 600, 340};
    const StoryLayout layout = story_layout({.area = low, .brief = true}, deep, FixedMeasure{});
    CHECK(layout.height == low.height);
    CHECK(least_story_height(deep, 1, true) < low.height);
    const PlacedBlock& block = layout.main;
    CHECK(block.folds_from(0) == 2);
    CHECK(block.folds_from(1) == 0); // shares the place of the one below
    CHECK(block.folds_from(2) == 0);
    CHECK(block.folds_from(3) == 4);
    CHECK(block.folds_from(8) == 4);
    CHECK(block.folded_place(3).height == make::about(story_sizes::folded_band).within(2));
    CHECK(block.bands[7].height >= story_sizes::least_deep_band);
    CHECK(block.bands[7].height == make::about(block.bands[2].height).within(1));
    for (std::size_t layer = 0; layer + 1 < 12; ++layer)
        CHECK(block.bands[layer].y == block.bands[layer + 1].bottom());
    const Figure figure = story_figure(layout, deep, {}, light_palette(), FixedMeasure{});
    CHECK(label_named(figure, "Layers 4 to 7") != nullptr);
    CHECK(label_named(figure, "Layer 5") == nullptr);
    CHECK(label_named(figure, "Layer 8") != nullptr);

    // Where there is room for all, all have the same height.
    CHECK(laid_out(deep, {0, 0, 1500, 1200}).main.folded_bands.empty());
}

TEST_CASE("many layers in none of which anything is told are one, and its line ends where it always does") {
    StoryContent deep = sentence(3, 12);
    deep.deep = deep.goes_on = true;
    deep.answers.clear();
    deep.notes.clear();
    for (StoryBand& band : deep.main.bands) {
        band.may_fold = true;
        band.arcs.clear();
    }
    deep.main.bands[0].folded_name = "Layers 1 to 12";
    const Rect low{0, 0, 600, 340};
    const StoryLayout layout = story_layout({.area = low, .brief = true}, deep, FixedMeasure{});
    CHECK(layout.height == low.height);
    CHECK(layout.main.folds_from(0) == 12);
    deep.main.bands.resize(1);
    deep.main.bands[0].may_fold = false;
    const StoryLayout one = story_layout({.area = low, .brief = true}, deep, FixedMeasure{});
    CHECK(layout.leaves.y == make::about(one.leaves.y).within(12)); // twelve heights that are rounded
}

TEST_CASE("where many heads share a layer, one arc stands for those from the word to itself") {
    StoryContent content = sentence(8);
    content.notes.clear();
    content.itself = "itself";
    const Index own = content.main.marked;
    StoryBand& band = content.main.bands[0];
    band.arcs = {{0, own, 0.8F}, {1, own, 0.97F}};
    const auto loops = [&] {
        const StoryLayout layout = laid_out(content);
        return std::ranges::count_if(
            layout.arcs, [&](const PlacedArc& placed) { return placed.band == 0 && placed.arc.key == own; });
    };
    CHECK(loops() == 2); // two heads have room
    band.heads = 4;
    CHECK(loops() == 1);
    CHECK(label_named(painted(content), "itself 0.97") != nullptr);
    band.arcs.push_back({2, own, 0.9F, true}); // which is told keeps its own, as one that is cut
    band.arcs.push_back({3, own, 0.5F, false, true});
    CHECK(loops() == 3);
    band.arcs = {{0, own, 0.8F}};
    CHECK(label_named(painted(content), "0.80") != nullptr); // alone, it needs no name
}

TEST_CASE("a weight stands on its own arc, where there is a place that no other passes") {
    StoryContent content = sentence(10);
    content.notes.clear();
    content.main.marked = content.answered = 9;
    content.main.bands[0].heads = 4;
    content.main.bands[0].arcs = {{0, 0, 0.9F}, {3, 1, 0.9F}, {1, 5, 0.9F}};
    const StoryLayout layout = laid_out(content);
    for (const PlacedArc& placed : layout.arcs) {
        if (placed.band != 0) continue;
        CHECK(placed.named);
        for (const PlacedArc& other : layout.arcs) {
            if (&other == &placed || other.band != 0) continue;
            for (int i = 0; i <= 48; ++i)
                CHECK_FALSE(placed.handle.contains(along(other.curve, static_cast<float>(i) / 48)));
        }
    }
}

TEST_CASE("the names of the layers can stay while the figure is scrolled under them") {
    const StoryContent content = sentence(60);
    const StoryLayout layout = laid_out(content, {-500, 30, 1000, 640});
    REQUIRE(layout.width > 1000);
    const Figure scrolled =
        story_figure(layout, content, {.names_at = 40.0F}, light_palette(), FixedMeasure{});
    const Label* name = label_named(scrolled, "Layer 2");
    REQUIRE(name != nullptr);
    CHECK(name->at.x == 40);
    CHECK(label_named(painted(content), "Layer 2")->at.x == area.x);
    // What is scrolled to under the names is covered: the fill comes after the words.
    const auto fills = all<Fill>(scrolled);
    CHECK(std::ranges::any_of(fills, [&](const Fill& fill) {
        return fill.rect.x <= 40 && fill.rect.right() >= 40 + layout.main.column - 10 &&
               fill.rect.y < layout.main.bands.back().y &&
               fill.rect.bottom() >= layout.main.words[0].bottom();
    }));
}

TEST_CASE("of a layer with many heads only arcs that can be told apart have a width") {
    StoryContent deep = sentence(10, 12);
    deep.deep = true;
    deep.main.bands[0].arcs = {{0, 1, 0.19F}, {0, 2, 0.3F}, {1, 3, 0.1F, true}};
    std::map<Index, float> thickness;
    const StoryLayout layout = laid_out(deep);
    for (const PlacedArc& placed : layout.arcs)
        if (placed.band == 0) thickness[placed.arc.key] = placed.curve.thickness;
    CHECK(thickness[1] < 1);
    CHECK(thickness[2] > 1);
    CHECK(thickness[3] >= 1);
}

TEST_CASE("the weight of the last word's arc to itself has room beside the line") {
    for (const Index n : {4, 12, 20}) {
        CAPTURE(n);
        StoryContent content = sentence(n);
        content.main.marked = content.answered = n - 1;
        content.main.bands[0].arcs = {{0, n - 1, 0.8F, true}};
        content.notes.clear();
        const StoryLayout layout = laid_out(content);
        const PlacedArc& loop = told(layout, 0, 0);
        CHECK(loop.named);
        if (n < 20) CHECK(loop.handle.x > layout.main.x(n - 1)); // on the line where words are crowded
        CHECK(loop.handle.right() <= area.x + layout.width);
    }
}

TEST_CASE("where it is to be brief it needs less height, and leaves out what would hide more than it says") {
    const StoryContent content = sentence(10);
    const float needed = least_story_height(content, 1, true);
    CHECK(needed < least_story_height(content, 1, false));
    CHECK(least_story_height(content, 2, true) == 2 * needed);
    const Rect low{0, 0, 420, needed};
    const StoryLayout layout =
        story_layout({.area = low, .brief = true, .names = false}, content, FixedMeasure{});
    CHECK(layout.height == low.height);
    std::vector<Rect> beside = layout.notes;
    beside.insert(beside.end(), layout.guesses.begin(), layout.guesses.end());
    std::erase_if(beside, [](const Rect& rect) { return rect.width == 0; });
    for (const Rect& rect : beside)
        for (const PlacedArc& placed : layout.arcs) {
            if (placed.named) CHECK_FALSE(overlap(rect, placed.handle));
            int hidden = 0;
            for (int i = 0; placed.arc.told && i <= 24; ++i)
                hidden += rect.contains(along(placed.curve, static_cast<float>(i) / 24)) ? 1 : 0;
            CHECK(hidden < 2);
        }
}

TEST_CASE("a layer with more beside it is as high as that needs") {
    const StoryLayout layout = story_layout({.area = area, .least_band = 400}, sentence(10), FixedMeasure{});
    for (const Rect& band : layout.main.bands)
        CHECK(band.height >= 400);
    CHECK(layout.height > area.height);
}

TEST_CASE("every word, weight, note, guess and answer is written") {
    const Figure figure = painted(sentence(10));
    for (const char* text : {"Layer 1", "Layer 2", "cat", "0.97", "right", "before", "dog", "1", "“it”",
                             "what is said about it", "0.98", "0.90", "if asked now", "beast", "0.49"})
        CHECK_MESSAGE(label_named(figure, text) != nullptr, text);
}

TEST_CASE("what is cut leaves a ghost, with a sign in place of its weight; what was read before is dashed") {
    StoryContent content = sentence(10);
    const std::size_t curves = all<Curve>(painted(content)).size();
    StoryArc& arc = content.main.bands[1].arcs.back();
    arc.told = false;
    arc.cut = true;
    const Figure figure = painted(content);
    CHECK(all<Curve>(figure).size() > curves + 5); // dashes along it
    CHECK(label_named(figure, "0.90") != nullptr); // in the first layer alone
    content.main.bands[1].before = {{1, 4}};
    CHECK(all<Curve>(painted(content)).size() > all<Curve>(figure).size() + 5);
}

TEST_CASE("weights make way for the sign of an arc that is cut beside theirs") {
    StoryContent content = sentence(10);
    content.notes.clear();
    for (const float weight : {0.98F, 0.5F}) {
        StoryArc& cut = content.main.bands[1].arcs.back();
        cut = {1, 1, weight, false, true};
        check_free(laid_out(content));
        check_free(laid_out(content, {20, 30, 500, 640}));
    }
}

TEST_CASE("a layer that answers nothing says why") {
    StoryContent content = sentence(10, 1);
    content.answers.clear();
    content.no_answer = "one layer reads once";
    content.judged = false;
    CHECK(label_named(painted(content), "one layer reads once") != nullptr);
}

TEST_CASE("played, it begins empty, grows layer by layer, and ends as it is at rest") {
    const StoryContent content = sentence(10);
    const auto at = [&](float seconds) { return painted(content, {.seconds = seconds}); };
    CHECK(all<Label>(at(0)).size() == 4); // the layers' names
    const Figure words = at(0.8F), first = at(3), whole = at(StoryPlay::length);
    CHECK(label_named(words, "animal") != nullptr);
    CHECK(all<Curve>(words).empty());
    CHECK(label_named(first, "0.98") != nullptr);
    CHECK(label_named(first, "beast") != nullptr);
    CHECK(label_named(first, "cat") == nullptr);
    CHECK(label_named(whole, "cat") != nullptr);
    CHECK(all<Curve>(whole).size() > all<Curve>(first).size());
    CHECK(at(2).size() == at(2).size()); // nothing but the moment counts
}

TEST_CASE("after a change an arc glides from the word that its head read to the one it reads now") {
    const StoryContent before = sentence(10);
    StoryContent after = before;
    for (StoryArc& arc : after.main.bands[1].arcs)
        if (arc.told) arc.key = 4;
    const StoryLayout from = laid_out(before), to = laid_out(after);
    CHECK(told(between(from, to, 0), 1, 0).curve.from.x == told(from, 1, 0).curve.from.x);
    CHECK(told(between(from, to, 1), 1, 0).curve.from.x == told(to, 1, 0).curve.from.x);
    const float half = told(between(from, to, 0.5F), 1, 0).curve.from.x;
    CHECK(half == make::about((told(from, 1, 0).curve.from.x + told(to, 1, 0).curve.from.x) / 2).share(1e-3));
    CHECK(told(between(laid_out(sentence(9)), to, 0), 1, 0).curve.from.x == told(to, 1, 0).curve.from.x);
}

TEST_CASE("words give way where there is no room, and stand for themselves where there is") {
    StoryContent content = sentence(60);
    std::vector<bool> most(60, true);
    for (const std::size_t kept : {1, 56, 57, 58, 59})
        most[kept] = false;
    content.main.may_fold = {most};
    const StoryLayout layout = story_layout({.area = area}, content, FixedMeasure{});
    CHECK(layout.width <= area.width);
    CHECK(layout.main.is_folded(0));
    CHECK_FALSE(layout.main.is_folded(1));
    CHECK(layout.main.x(2) == layout.main.x(55)); // neighbours share a place
    CHECK(layout.main.stands_for_folded(2));
    CHECK_FALSE(layout.main.stands_for_folded(3));
    for (const PlacedArc& arc : layout.arcs)
        CHECK_FALSE(layout.main.is_folded(arc.arc.key));

    // Where that is not enough, others give way, too.
    std::vector<bool> all_but_one(60, true);
    all_but_one[58] = false;
    content.main.may_fold = {std::vector<bool>(60, false), all_but_one, std::vector<bool>(60, true)};
    const StoryLayout narrow = story_layout({.area = area}, content, FixedMeasure{});
    CHECK(narrow.main.is_folded(1));
    CHECK_FALSE(narrow.main.is_folded(58)); // … but no more than it takes

    StoryContent few = sentence(8);
    few.main.may_fold = {std::vector<bool>(8, true)};
    CHECK_FALSE(story_layout({.area = area}, few, FixedMeasure{}).main.is_folded(0));
}

TEST_CASE("a story that goes on leaves at the right, with a place for the word to come") {
    StoryContent content = sentence(8);
    content.answers.clear();
    content.goes_on = true;
    content.main.to_come = "Tom";
    const StoryLayout layout = story_layout({.area = area}, content, FixedMeasure{});
    CHECK(layout.leaves.x == make::about(area.right()));
    CHECK(layout.leaves.y < layout.main.bands.back().y);
    CHECK(layout.main.to_come.x >= layout.main.words.back().right());
    CHECK(layout.main.to_come.right() <= area.right());
}

TEST_CASE("when a word has come, all others glide to the left, and it comes from the dashed box") {
    StoryContent before = sentence(8), after = sentence(9);
    before.goes_on = after.goes_on = true;
    before.main.to_come = after.main.to_come = "animal";
    const StoryLayout from = laid_out(before), to = laid_out(after);
    CHECK(shifted(from, to, 0).main.words.back() == from.main.to_come);
    for (Index word = 0; word < 8; ++word) {
        CHECK(shifted(from, to, 0).main.x(word) == make::about(from.main.x(word)).share(1e-4));
        CHECK(shifted(from, to, 1).main.x(word) == make::about(to.main.x(word)).share(1e-4));
    }
    CHECK(shifted(to, from, 0).main.words == from.main.words); // a word less: nothing glides
    const StoryLook empty{.awaits_last = true};
    CHECK(all<Fill>(painted(after, empty)).size() < all<Fill>(painted(after)).size());
}

TEST_CASE("the pieces of a written word stand joined in a story, too, and so does the piece to come") {
    StoryContent content = sentence(8);
    content.goes_on = true;
    content.main.to_come = "ting";
    content.main.joined.assign(9, false);
    for (const std::size_t piece : {2, 3, 8})
        content.main.joined[piece] = true;
    for (const float width : {1500.0F, 700.0F}) {
        const PlacedBlock placed = story_layout({.area = {20, 30, width, 640}}, content, FixedMeasure{}).main;
        CHECK(placed.words[2].x == placed.words[1].right());
        CHECK(placed.words[3].x == placed.words[2].right());
        CHECK(placed.words[4].x > placed.words[3].right());
        CHECK(placed.to_come.x == placed.words[7].right());
    }
}
