#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/lane.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace drawing;

namespace {

const std::vector<double> each_second{1, 2, 3, 4, 5}, at_four{4, 4, 4, 4};

/// Four words that are all ready at 4, in two passes of which the first is three quarters of the work.
LaneWork all_at_once(int workers) {
    return {
        .ready = at_four, .one_by_one = false, .passes = {{0, 2, 0.75}, {2, 4, 0.25}}, .workers = workers};
}

} // namespace

TEST_CASE("words that wait are done one after the other") {
    const LaneWork work{.ready = each_second};
    CHECK(words_ready(work, 2.5) == 2);
    CHECK(share_done(work, 1, 2.5) == 1);
    CHECK(share_done(work, 2, 2.5) == make::about(0.5));
    CHECK(share_done(work, 3, 2.5) == 0);
    CHECK(step_done(work, 2, 2.5) == make::about(0.5));
}

TEST_CASE("one worker goes through all words in turn, in every pass") {
    const LaneWork work = all_at_once(1);
    CHECK(workers_at(work, 0) == std::vector<double>{0});
    CHECK(workers_at(work, 1) == std::vector<double>{2});
    CHECK(workers_at(work, 3) == std::vector<double>{2}); // in the second pass
    CHECK(share_done(work, 0, 1) == make::about(0.75));
    CHECK(share_done(work, 2, 1) == 0);
    CHECK(share_done(work, 0, 3) == make::about(1)); // both passes
    CHECK(share_done(work, 3, 3) == make::about(0.75));
    CHECK(words_ready(work, 3.9) == 0);
    CHECK(workers_at(work, 4).empty());
}

TEST_CASE("two workers each go through their half of the words") {
    const LaneWork work = all_at_once(2);
    CHECK(workers_at(work, 0) == std::vector<double>{0, 2});
    CHECK(workers_at(work, 1) == std::vector<double>{1, 3});
    CHECK(share_done(work, 0, 1) == make::about(0.75));
    CHECK(share_done(work, 1, 1) == 0);
    CHECK(share_done(work, 2, 1) == make::about(0.75));
}

TEST_CASE("there are no more workers than words to go through") {
    CHECK(workers_at(all_at_once(64), 1).size() == 4);
    CHECK(workers_at(all_at_once(3), 1) == std::vector<double>{0.5, 1.5, 3}); // the last has two
}

TEST_CASE("the workers of a lane that waits share every step") {
    const LaneWork work{.ready = each_second, .passes = {{0, 0.5, 0.5}}, .workers = 2};
    CHECK(workers_at(work, 0.25) ==
          std::vector<double>{1, 3.5}); // halfway through two words, and through three
    CHECK(share_done(work, 4, 0.5) == make::about(0.5));
    CHECK(workers_at(work, 0.75) == std::vector<double>{0.5, 0.5}); // halfway through the first step
    CHECK(share_done(work, 0, 0.75) == make::about(0.75));
    CHECK(workers_at(work, 3.5) == std::vector<double>{3.5, 3.5});
}

namespace {

const FixedMeasure measure;
constexpr Rect place{10, 20, 1000, 64};

/// A lane of n words whose word t is ready at t + 1, or all at `at_once`.
struct Words {
    std::vector<std::string> words;
    std::vector<double> ready, kept;
    std::shared_ptr<const base::Matrix> numbers;

    explicit Words(Index n, double at_once = 0) {
        for (Index t = 0; t < n; ++t) {
            words.push_back("word");
            ready.push_back(at_once > 0 ? at_once : static_cast<double>(t + 1));
            kept.push_back(static_cast<double>(10 * (t + 1)));
        }
        numbers = std::make_shared<base::Matrix>(base::Matrix::Constant(n, 16, 0.5F));
    }
    LanePicture lane(bool one_by_one = true) const {
        return {.name = "RNN",
                .waits = "waits",
                .time = "1.0",
                .notes = {"steps"},
                .role = Role::series_2,
                .words = words,
                .work = {.ready = ready,
                         .one_by_one = one_by_one,
                         .passes = one_by_one ? std::vector<LanePass>{}
                                              : std::vector<LanePass>{{0, ready.back(), 1}}},
                .range = {-1, 1}};
    }
};

Figure painted(const LanePicture& lane, double now, Rect area = place, float scale = 1) {
    const auto n = static_cast<Index>(lane.words.size());
    const LaneLayout layout = lane_layout(area, n, {.kept = !lane.kept.empty()}, scale);
    return lane_figure(lane, layout, {.now = now}, light_palette(), measure);
}

/// The number of boxes completely filled in the lane's colour.
std::size_t filled(const Figure& figure) {
    std::size_t count = 0;
    for (const Fill& fill : all<Fill>(figure))
        count += fill.colour == light_palette()[Role::series_2];
    return count;
}

} // namespace

TEST_CASE("words are filled when they are ready, one after the other") {
    const Words words(5);
    CHECK(filled(painted(words.lane(), 0)) == 0);
    CHECK(filled(painted(words.lane(), 2.5)) == 2);
    CHECK(filled(painted(words.lane(), 5)) == 5);
}

TEST_CASE("words that do not wait are all ready at the same moment") {
    const Words words(5, 4);
    CHECK(filled(painted(words.lane(false), 3.9)) == 0);
    CHECK(filled(painted(words.lane(false), 4)) == 5);
}

TEST_CASE("arrows stand only where a word waits for the one before it") {
    const Words words(5);
    CHECK(all<Triangle>(painted(words.lane(), 0)).size() == 4);
    CHECK(all<Triangle>(painted(words.lane(false), 0)).empty());
}

TEST_CASE("the strip of a word appears when it is ready, and a copy is on its way to the next word") {
    const Words words(5);
    LanePicture lane = words.lane();
    lane.numbers = words.numbers;
    const auto strips = [&](double now) {
        return all<Stroke>(painted(lane, now)).size() - all<Stroke>(painted(words.lane(), now)).size();
    };
    CHECK(strips(0.5) == 0);
    CHECK(strips(2.5) == 2);
    lane.hands_over = true;
    CHECK(strips(2.5) == 3);
    CHECK(strips(5) == 5);
}

TEST_CASE("what is kept grows with the words that are ready") {
    const Words words(4);
    LanePicture lane = words.lane();
    const std::size_t without = all<Fill>(painted(lane, 3)).size();
    lane.kept = words.kept;
    lane.most_kept = 40;
    const auto fills = all<Fill>(painted(lane, 3));
    REQUIRE(fills.size() == without + 3);
    const float first = fills[without].rect.height;
    CHECK(fills[without + 1].rect.height == make::about(2 * first));
    CHECK(fills[without + 2].rect.height == make::about(3 * first));
    CHECK(fills[without].rect.y == make::about(fills[without + 2].rect.y));
}

TEST_CASE("a word that does not fit is shortened, and left out where boxes are narrow") {
    Words words(24);
    words.words[3] = "Donaudampfschifffahrtsgesellschaft";
    const auto ends_in_dots = [](const Label& label) { return label.text.ends_with("…"); };
    const auto labels = all<Label>(painted(words.lane(), 0, {0, 0, 1200, 64}));
    CHECK(std::ranges::count_if(labels, ends_in_dots) >= 1);
    const Words many(30);
    const auto narrow = all<Label>(painted(many.lane(), 0, {0, 0, 1400, 64}));
    CHECK(std::ranges::count_if(narrow, [](const Label& l) { return l.text.starts_with("w"); }) >= 30);
}

TEST_CASE("where words would be too narrow, a box holds several and says which") {
    const Words words(256);
    LanePicture lane = words.lane();
    const auto labels = [&](double now) { return all<Label>(painted(lane, now, {0, 0, 1500, 64})); };
    const auto has = [&](const std::string& text) {
        return std::ranges::any_of(labels(0), [&](const Label& label) { return label.text == text; });
    };
    CHECK(has("1–16"));
    CHECK(has("17–32"));
    CHECK(has("241–256"));
    const auto boxes = [&](double now) {
        std::size_t full = 0;
        bool clipped = false;
        for (const Shape& shape : painted(lane, now, {0, 0, 1500, 64})) {
            clipped |= std::holds_alternative<ClipStart>(shape);
            clipped &= !std::holds_alternative<ClipEnd>(shape);
            if (const auto* fill = std::get_if<Fill>(&shape); fill && !clipped)
                full += fill->colour == light_palette()[Role::series_2];
        }
        return full;
    };
    CHECK(boxes(15.5) == 0);
    CHECK(boxes(16) == 1);
    CHECK(boxes(40) == 2);
    CHECK(boxes(256) == 16);
}

TEST_CASE("each worker is a disc above the words, until all are ready") {
    const Words words(10, 4);
    LanePicture lane = words.lane(false);
    for (const int workers : {1, 2, 5}) {
        lane.work.workers = workers;
        CHECK(all<Disc>(painted(lane, 1)).size() == static_cast<std::size_t>(workers));
        CHECK(all<Disc>(painted(lane, 4)).empty());
    }
    const Disc worker = all<Disc>(painted(lane, 1)).front();
    CHECK(worker.centre.y < lane_layout(place, 10, {}, 1).box_y);
}

TEST_CASE("times stand below the boxes where they are asked for, and never touch") {
    for (const Index n : {1, 10, 256}) {
        const Words words(n);
        const LaneLayout layout = lane_layout(place, n, {.times = true}, 1);
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
        CHECK(is_inside(extent(figure), place, 2));
    }
}

TEST_CASE("the mouse finds the word of its box") {
    for (const Index n : {1, 2, 10, 300}) {
        const LaneLayout layout = lane_layout(place, n, {}, 1);
        for (Index t = 0; t < n; ++t) {
            const float x = layout.x_of_word(static_cast<double>(t) + 0.5);
            CHECK(layout.word_at({x, layout.box_y + 1}) == t);
        }
        CHECK_FALSE(layout.word_at({layout.right() + 1, layout.area.y + 1}));
        CHECK_FALSE(layout.word_at({layout.left - 1, layout.area.y + 1}));
    }
}

TEST_CASE("one word or thousands: a lane never leaves its place") {
    for (const Index n : {1, 2, 3, 9, 10, 17, 40, 64, 200, 512, 3000})
        for (const float width : {90.0F, 400.0F, 1000.0F, 2600.0F})
            for (const float scale : {0.8F, 1.0F, 2.4F})
                for (const bool kept : {false, true}) {
                    const Words words(n);
                    LanePicture lane = words.lane();
                    lane.numbers = words.numbers;
                    lane.hands_over = true;
                    if (kept) lane.kept = words.kept, lane.most_kept = words.kept.back();
                    const Rect area{5, 6, width, 64 * scale};
                    CAPTURE(n);
                    CAPTURE(width);
                    for (const double now : {0.0, 0.5, 1.0, 0.7 * static_cast<double>(n), 1e6}) {
                        const Figure figure = painted(lane, now, area, scale);
                        if (!figure.empty()) CHECK(is_inside(extent(figure), area, 2));
                        CHECK(figure.size() < 4000 + 40 * static_cast<std::size_t>(width));
                    }
                }
    CHECK(lane_figure({}, lane_layout(place, 0, {}, 1), {}, light_palette(), measure).empty());
}

TEST_CASE("long lanes are few shapes: they are painted in every frame") {
    const Words words(5000);
    LanePicture lane = words.lane();
    lane.numbers = words.numbers;
    CHECK(painted(lane, 2500).size() < 400);
}
