#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/lane.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

const std::vector<double> each_second{1, 2, 3, 4, 5}, at_four{4, 4, 4, 4};

} // namespace

TEST_CASE("words that wait are done one after the other") {
    const LaneWork work{.ready = each_second};
    CHECK(words_ready(work, 2.5) == 2);
    CHECK(step_done(work, 1, 2.5) == 1);
    CHECK(step_done(work, 2, 2.5) == make::about(0.5));
    CHECK(step_done(work, 3, 2.5) == 0);
    CHECK(level_done(work, 2.5) == 0);
}

TEST_CASE("what waits for nothing is done on all words at once") {
    const LaneWork work{.ready = at_four, .one_by_one = false, .passes = {{0, 2, 0.75}, {2, 4, 0.25}}};
    CHECK(level_done(work, 0) == 0);
    CHECK(level_done(work, 1) == make::about(0.375));
    CHECK(level_done(work, 3) == make::about(0.875));
    CHECK(level_done(work, 4) == make::about(1));
    CHECK(words_ready(work, 3.9) == 0);
    CHECK(words_ready(work, 4) == 4);
}

TEST_CASE("a lane that waits multiplies its inputs first, which is a part of its work on all words") {
    const LaneWork work{.ready = each_second, .passes = {{0, 0.5, 0.5}}};
    CHECK(level_done(work, 0.25) == make::about(0.25));
    CHECK(level_done(work, 5) == make::about(0.5));
    CHECK(step_done(work, 0, 0.75) == make::about(0.5)); // the first step begins when the inputs are done
}

namespace {

const FixedMeasure measure;
constexpr Rect place{10, 20, 1512, 86};

/// A lane of n words whose word t is ready at t + 1, or all at `at_once`.
struct Words {
    std::vector<std::string> words;
    std::vector<double> ready, kept;

    explicit Words(Index n, double at_once = 0) {
        for (Index t = 0; t < n; ++t) {
            words.push_back("word");
            ready.push_back(at_once > 0 ? at_once : static_cast<double>(t + 1));
            kept.push_back(static_cast<double>(10 * (t + 1)));
        }
    }
    LanePicture lane(bool one_by_one = true) const {
        return {.name = "RNN",
                .state = "waits",
                .time = "1.63",
                .unit = "ms",
                .role = Role::series_2,
                .words = words,
                .work = {.ready = ready,
                         .one_by_one = one_by_one,
                         .passes = one_by_one ? std::vector<LanePass>{}
                                              : std::vector<LanePass>{{0, ready.back(), 1}}}};
    }
};

LaneLayout layout_of(Index words, Rect area = place, float scale = 1, Index sentence = 10) {
    return lane_layout(area, {words, sentence}, {}, scale);
}

Figure painted(const LanePicture& lane, double now, Rect area = place, float scale = 1) {
    const auto n = static_cast<Index>(lane.words.size());
    const LaneLayout layout = lane_layout(area, {n, 10}, {.kept = !lane.kept.empty()}, scale);
    return lane_figure(lane, layout, {.now = now}, light_palette(), measure);
}

Rgba tint(float share) {
    return mix(light_palette()[Role::card], light_palette()[Role::series_2], share);
}

/// The boxes of words that are done, outside clips.
std::size_t filled(const Figure& figure) {
    std::size_t count = 0;
    bool clipped = false;
    for (const Shape& shape : figure) {
        clipped |= std::holds_alternative<ClipStart>(shape);
        clipped &= !std::holds_alternative<ClipEnd>(shape);
        if (const auto* fill = std::get_if<Fill>(&shape); fill && !clipped)
            count += fill->colour == tint(0.17F);
    }
    return count;
}

/// How wide the lines of words that are done are together.
float done_lines(const Figure& figure) {
    float wide = 0;
    for (const Fill& fill : all<Fill>(figure))
        if (fill.colour == tint(0.62F)) wide += fill.rect.width;
    return wide;
}

} // namespace

TEST_CASE("words are filled when they are ready, one after the other") {
    const Words words(5);
    CHECK(filled(painted(words.lane(), 0)) == 0);
    CHECK(filled(painted(words.lane(), 2.5)) == 2);
    CHECK(filled(painted(words.lane(), 5)) == 5);
}

TEST_CASE("words that do not wait are in one frame, which fills as one") {
    const Words words(5, 4);
    CHECK(filled(painted(words.lane(false), 3)) == 0);
    CHECK(filled(painted(words.lane(false), 4)) == 5);
    const auto frames = [](const Figure& figure) {
        const auto strokes = all<Stroke>(figure);
        return std::ranges::count_if(strokes, [](const Stroke& s) { return s.rect.width > 400; });
    };
    CHECK(frames(painted(words.lane(false), 2)) == 1);
    CHECK(frames(painted(words.lane(true), 2)) == 0);
}

TEST_CASE("a narrow lane spells out fewer words, in boxes that they fit") {
    const LaneLayout wide = layout_of(256), narrow = layout_of(256, {10, 20, 620, 120});
    CHECK(wide.boxes == spelt_out);
    CHECK(narrow.boxes < spelt_out);
    CHECK(narrow.boxes >= 3);
    CHECK(narrow.box >= 55);
    CHECK(narrow.right() <= narrow.finish);
}

TEST_CASE("arrows stand only where a word waits for the one before it") {
    const Words words(5);
    const auto lines = [&](bool one_by_one) { return all<Line>(painted(words.lane(one_by_one), 0)).size(); };
    CHECK(lines(true) == 2 * 4); // two strokes each
    CHECK(lines(false) == 0);
}

TEST_CASE("a text that is too long for boxes has ten of them, and a line for every other word") {
    for (const Index n : {64, 256, 1024, 4096}) {
        const LaneLayout layout = layout_of(n);
        CHECK(layout.boxes == 10);
        CHECK(layout.lines > layout.box_at(9).right());
        CHECK(layout.right() == make::about(layout.lines + static_cast<float>(n - 10) * layout.line));
        CHECK(layout.right() < layout.finish);
        CHECK(layout.finish < layout.time);
    }
    CHECK(layout_of(256).line == make::about(1).within(1e-3)); // a pixel each, at this width
    CHECK(layout_of(256).box == make::about(80).within(1e-3));
    CHECK(layout_of(12).boxes == 12); // there is room for them
}

TEST_CASE("in a narrow lane the boxes give way, and then the lines") {
    const LaneLayout narrow = layout_of(256, {0, 0, 1192, 67});
    CHECK(narrow.box >= 60);
    CHECK(narrow.box < 80);
    CHECK(narrow.line < 1);
    CHECK(narrow.line > 0.3F);
}

TEST_CASE("the lines fill from the left as far as words are ready") {
    const Words words(256);
    const float line = layout_of(256).line;
    CHECK(done_lines(painted(words.lane(), 10)) == 0);
    CHECK(done_lines(painted(words.lane(), 53)) == make::about(43 * line).share(0.12)); // less the gaps
    CHECK(done_lines(painted(words.lane(), 256)) > done_lines(painted(words.lane(), 255)));
}

TEST_CASE("between two sentences there is a gap") {
    const LaneLayout layout = layout_of(256);
    CHECK(layout.sentence_end(10) == 20);
    CHECK(layout.sentence_end(19) == 20);
    CHECK(layout.sentence_end(255) == 256);
    const Rect first = layout.lines_of(10, 20), second = layout.lines_of(20, 30);
    CHECK(second.x - first.right() >= 0.9F);
    CHECK(second.x - first.right() <= 2);
}

TEST_CASE("what is kept grows with the words that are ready") {
    const Words words(4);
    LanePicture lane = words.lane();
    const std::size_t without = all<Fill>(painted(lane, 3)).size();
    lane.kept = words.kept;
    lane.most_kept = 40;
    std::vector<Fill> bars;
    for (const Fill& fill : all<Fill>(painted(lane, 3)))
        if (fill.colour == tint(0.6F)) bars.push_back(fill);
    REQUIRE(bars.size() == 3);
    CHECK(all<Fill>(painted(lane, 3)).size() == without + 3);
    CHECK(bars[1].rect.height == make::about(2 * bars[0].rect.height));
    CHECK(bars[2].rect.height == make::about(3 * bars[0].rect.height));
    CHECK(bars[0].rect.y == make::about(bars[2].rect.y));
}

TEST_CASE("all words are of one size, at which the longest has some room; one that never fits is shortened") {
    Words words(10);
    const auto size_of = [&](const std::string& word) {
        const Figure figure = painted(words.lane(), 0);
        const Label* label = label_named(figure, word);
        REQUIRE(label);
        return label->size;
    };
    const float usual = size_of("word");
    words.words[3] = "sunflowers";
    CHECK(size_of("sunflowers") < usual);
    CHECK(size_of("word") == size_of("sunflowers"));
    words.words[3] = "Donaudampfschifffahrtsgesellschaft";
    const auto labels = all<Label>(painted(words.lane(), 0));
    CHECK(std::ranges::any_of(labels, [](const Label& label) { return label.text.ends_with("…"); }));
}

TEST_CASE("a triangle stands above the word that is being read, until all are ready") {
    const Words words(40);
    const LaneLayout layout = layout_of(40);
    const auto triangles = [&](double now) { return all<Triangle>(painted(words.lane(), now)); };
    CHECK(triangles(0).empty());
    REQUIRE(triangles(20.5).size() == 1);
    CHECK(triangles(20.5).front().a.x == make::about(layout.place_of(20).x));
    CHECK(triangles(20.5).front().a.y < layout.box_y);
    CHECK(triangles(40).empty());
    CHECK(all<Triangle>(painted(words.lane(false), 20)).empty());
}

TEST_CASE("times stand below the words where they are asked for, and never touch") {
    for (const Index n : {1, 10, 256}) {
        const Words words(n);
        const LaneLayout layout = lane_layout({10, 20, 1400, 120}, {n, 10}, {.times = true}, 1);
        const Figure figure =
            lane_figure(words.lane(), layout, {.now = 0, .times = true}, light_palette(), measure);
        float end = 0;
        std::size_t times = 0;
        for (const Label& label : all<Label>(figure)) {
            if (label.at.y != layout.times_y) continue;
            CHECK(box_of(label).x >= end);
            end = box_of(label).right();
            ++times;
        }
        CHECK(times >= 1);
        CHECK(is_inside(extent(figure), layout.area, 2));
    }
}

TEST_CASE("the mouse finds a word in its box or on its line") {
    for (const Index n : {1, 2, 10, 300}) {
        const LaneLayout layout = layout_of(n);
        for (Index t = 0; t < n; ++t)
            CHECK(layout.word_at({layout.place_of(t).centre().x, layout.box_y + 1}) == t);
        CHECK_FALSE(layout.word_at({layout.right() + 1, layout.area.y + 1}));
        CHECK_FALSE(layout.word_at({layout.left - 1, layout.area.y + 1}));
    }
}

TEST_CASE("one word or thousands: a lane never leaves its place") {
    for (const Index n : {1, 2, 3, 9, 10, 17, 40, 64, 200, 512, 3000})
        for (const float width : {90.0F, 600.0F, 1068.0F, 1512.0F, 2600.0F})
            for (const float scale : {0.8F, 1.0F, 2.4F})
                for (const bool kept : {false, true})
                    for (const bool one_by_one : {false, true}) {
                        const Words words(n);
                        LanePicture lane = words.lane(one_by_one);
                        if (kept) lane.kept = words.kept, lane.most_kept = words.kept.back();
                        const Rect area{5, 6, width, 64 * scale};
                        CAPTURE(n);
                        CAPTURE(width);
                        CAPTURE(scale);
                        for (const double now : {0.0, 0.5, 1.0, 0.7 * static_cast<double>(n), 1e6}) {
                            const Figure figure = painted(lane, now, area, scale);
                            if (!figure.empty()) CHECK(is_inside(extent(figure), area, 2));
                        }
                    }
    CHECK(lane_figure({}, layout_of(0), {}, light_palette(), measure).empty());
}

TEST_CASE("long lanes are few shapes: they are painted in every frame") {
    const Words words(5000);
    CHECK(painted(words.lane(), 2500).size() < 400);
}

TEST_CASE("the finish line is chequered and stays in its place") {
    const Rect line{100, 50, 10, 242};
    const Figure figure = finish_line(line, 1, light_palette());
    CHECK(is_inside(extent(figure), line, 1));
    CHECK(all<Fill>(figure).size() == 1 + 22);
}
