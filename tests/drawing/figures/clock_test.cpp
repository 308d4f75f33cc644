#include "drawing/figures/clock.h"

#include "close.h"
#include "drawing/figure_checks.h"

#include <cmath>
#include <doctest/doctest.h>
#include <numbers>

using namespace drawing;

namespace {

constexpr float pi = std::numbers::pi_v<float>;
const ClockFace face{.centre = {100, 100}, .radius = 80, .unit = 20, .scale = 1};
constexpr Rgba ink{10, 20, 30, 255};

bool are_at(Point a, Point b) {
    return std::hypot(a.x - b.x, a.y - b.y) < 0.01F; // pixels
}

/// The angle of a place on the face, clockwise from twelve.
float angle_of(Point place) {
    return std::atan2(place.x - face.centre.x, face.centre.y - place.y);
}

} // namespace

TEST_CASE("(1, 0) points to twelve and (0, 1) to three, as long as the pair") {
    CHECK(are_at(face.tip({1, 0}), {100, 80}));
    CHECK(are_at(face.tip({0, 1}), {120, 100}));
    CHECK(are_at(face.tip({0, -2}), {60, 100}));
    CHECK(hand_angle({0, 3}) == make::about(pi / 2).within(1e-4));
    CHECK(hand_angle({0, 0}) == 0);
}

TEST_CASE("a pair that is turned has the same length, and its hand stands at the sum of the angles") {
    const Point pair{0.6F, -1.1F};
    for (const float by : {0.3F, -1.0F, 2.0F}) {
        const Point after = turned(pair, by);
        CHECK(std::hypot(after.x, after.y) == make::about(std::hypot(pair.x, pair.y)).within(1e-4));
        CHECK(std::remainder(hand_angle(after) - hand_angle(pair) - by, 2 * pi) ==
              make::about(0).within(1e-4));
    }
}

TEST_CASE("a face has twelve ticks inside its edge, the longest at twelve, three, six and nine") {
    const auto ticks = all<Line>(face_figure(face, light_palette()));
    REQUIRE(ticks.size() == 12);
    const auto length = [](const Line& tick) {
        return std::hypot(tick.from.x - tick.to.x, tick.from.y - tick.to.y);
    };
    for (std::size_t hour = 0; hour < ticks.size(); ++hour) {
        CHECK(std::hypot(ticks[hour].from.x - 100, ticks[hour].from.y - 100) < face.radius);
        CHECK((length(ticks[hour]) > length(ticks[1]) + 1) == (hour % 3 == 0));
    }
}

TEST_CASE("a hand ends where its pair is; one of length 0 is a dot") {
    const Point pair{-1, 2};
    const auto heads = all<Triangle>(hand_figure(face, pair, ink));
    REQUIRE(heads.size() == 1);
    CHECK(are_at(heads[0].a, face.tip(pair)));
    const Figure none = hand_figure(face, {0, 0}, ink);
    CHECK(all<Triangle>(none).empty());
    CHECK(all<Disc>(none).size() == 1);
    CHECK(earlier_hand_figure(face, {0, 0}, ink, ink).empty());
}

TEST_CASE("the arrow of a turn leads from one hand to the other, the way it turned") {
    for (const float by : {1.2F, -1.2F, 5.9F}) {
        CAPTURE(by);
        const auto lines = all<Line>(turn_figure(face, 0.4F, by, ink));
        REQUIRE(lines.size() > 2);
        const std::size_t way = lines.size() - 2; // the last two are the arrow's head
        CHECK(std::remainder(angle_of(lines[way - 1].to) - 0.4F - by, 2 * pi) == make::about(0).within(1e-4));
        float turned_by = 0;
        for (std::size_t i = 0; i < way; ++i)
            turned_by += std::remainder(angle_of(lines[i].to) - angle_of(lines[i].from), 2 * pi);
        CHECK(turned_by == make::about(by).within(1e-4));
    }
    CHECK(turn_figure(face, 0.4F, 0, ink).empty());
}

TEST_CASE("of many turns the arrow shows what is left beyond the whole ones") {
    const auto lines = all<Line>(turn_figure(face, 0, 40 * pi + 1, ink));
    float turned_by = 0;
    for (std::size_t i = 0; i + 2 < lines.size(); ++i)
        turned_by += std::remainder(angle_of(lines[i].to) - angle_of(lines[i].from), 2 * pi);
    CHECK(turned_by == make::about(1).within(1e-4));
    CHECK(turn_figure(face, 0.4F, 4 * pi, ink).empty());
}

TEST_CASE("the wedge between two hands is the smaller of the two") {
    const auto width = [](float one, float other) {
        float sum = 0;
        for (const Triangle& part : all<Triangle>(wedge_figure(face, one, other, ink)))
            sum += std::remainder(angle_of(part.c) - angle_of(part.b), 2 * pi);
        return sum;
    };
    CHECK(width(0.2F, 1.0F) == make::about(0.8F).within(1e-4));
    CHECK(width(1.0F, 0.2F) == make::about(-0.8F).within(1e-4));
    CHECK(width(-3.0F, 3.0F) == make::about(6 - 2 * pi).within(1e-4));
}
