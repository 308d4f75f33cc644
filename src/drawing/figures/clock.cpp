#include "drawing/figures/clock.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace drawing {

namespace {

constexpr float whole_turn = 2 * std::numbers::pi_v<float>;
constexpr float hand_thickness = 5, hand_head = 13, least_arc = 0.06F; // pixels at scale 1; radians

/// The angle from one hand to another by the shorter way, −π to π.
float shorter_way(float from, float to) {
    return std::remainder(to - from, whole_turn);
}

} // namespace

Point ClockFace::tip(Point pair) const {
    return {centre.x + pair.y * unit, centre.y - pair.x * unit};
}

Point ClockFace::at(float angle, float share) const {
    return {centre.x + std::sin(angle) * share * radius, centre.y - std::cos(angle) * share * radius};
}

float hand_angle(Point pair) {
    return std::atan2(pair.y, pair.x);
}

Point turned(Point pair, float angle) {
    const float c = std::cos(angle), s = std::sin(angle);
    return {pair.x * c - pair.y * s, pair.x * s + pair.y * c};
}

Figure face_figure(const ClockFace& face, const Palette& palette) {
    const Rect box{face.centre.x - face.radius, face.centre.y - face.radius, 2 * face.radius,
                   2 * face.radius};
    Figure figure{Disc{face.centre, face.radius, palette[Role::sunk]},
                  Stroke{box, palette[Role::edge], 1.5F * face.scale, face.radius}};
    for (int hour = 0; hour < 12; ++hour) {
        const bool quarter = hour % 3 == 0;
        const float angle = static_cast<float>(hour) * whole_turn / 12;
        figure.push_back(Line{face.at(angle, 0.97F), face.at(angle, quarter ? 0.885F : 0.925F),
                              palette[quarter ? Role::quiet : Role::edge],
                              (quarter ? 1.8F : 1.2F) * face.scale});
    }
    return figure;
}

Figure hand_figure(const ClockFace& face, Point pair, Rgba colour) {
    const Point end = face.tip(pair);
    const float length = std::hypot(end.x - face.centre.x, end.y - face.centre.y);
    Figure figure;
    if (length > 1) {
        const float head = std::min(hand_head * face.scale, length);
        const Point way{(end.x - face.centre.x) / length, (end.y - face.centre.y) / length};
        const Point neck{end.x - way.x * head, end.y - way.y * head};
        const float half = 0.42F * head;
        figure.push_back(Line{face.centre,
                              {neck.x + 0.2F * head * way.x, neck.y + 0.2F * head * way.y},
                              colour,
                              hand_thickness * face.scale});
        figure.push_back(Triangle{end,
                                  {neck.x - way.y * half, neck.y + way.x * half},
                                  {neck.x + way.y * half, neck.y - way.x * half},
                                  colour});
    }
    figure.push_back(Disc{face.centre, 5 * face.scale, colour});
    return figure;
}

Figure earlier_hand_figure(const ClockFace& face, Point pair, Rgba colour, Rgba ground) {
    const Point a = face.centre, b = face.tip(pair);
    Figure figure;
    if (std::hypot(b.x - a.x, b.y - a.y) < 1) return figure;
    const Curve straight{a,
                         {a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3},
                         {a.x + 2 * (b.x - a.x) / 3, a.y + 2 * (b.y - a.y) / 3},
                         b,
                         colour,
                         2 * face.scale};
    for (const Curve& dash : dashed(straight, 4 * face.scale, 5 * face.scale))
        figure.push_back(dash);
    figure.push_back(Disc{b, 4.5F * face.scale, colour});
    figure.push_back(Disc{b, 2.8F * face.scale, ground});
    return figure;
}

Figure turn_figure(const ClockFace& face, float from, float by, Rgba colour) {
    Figure figure;
    const float shown = std::fmod(by, whole_turn);
    if (std::abs(shown) < least_arc) return figure;
    const auto at = [&](float part) { return face.at(from + part * shown, 0.48F); };
    const int pieces = 2 + static_cast<int>(std::abs(shown) * 12);
    const float thick = 2 * face.scale;
    Point last = at(0);
    for (int i = 1; i <= pieces; ++i) {
        const Point next = at(static_cast<float>(i) / static_cast<float>(pieces));
        figure.push_back(Line{last, next, colour, thick});
        last = next;
    }
    const float end = from + shown, sign = std::copysign(1.0F, shown), head = 8 * face.scale;
    const Point forward{sign * std::cos(end), sign * std::sin(end)}, outward{std::sin(end), -std::cos(end)};
    for (const float side : {0.6F, -0.6F})
        figure.push_back(Line{
            last,
            {last.x - head * (forward.x - side * outward.x), last.y - head * (forward.y - side * outward.y)},
            colour,
            thick});
    return figure;
}

Figure wedge_figure(const ClockFace& face, float one, float other, Rgba colour) {
    Figure figure;
    const float way = shorter_way(one, other);
    const int pieces = 1 + static_cast<int>(std::abs(way) * 12);
    constexpr float share = 0.94F;
    for (int i = 0; i < pieces; ++i) {
        const float a = one + way * static_cast<float>(i) / static_cast<float>(pieces),
                    b = one + way * static_cast<float>(i + 1) / static_cast<float>(pieces);
        figure.push_back(Triangle{face.centre, face.at(a, share), face.at(b, share), colour});
    }
    return figure;
}

} // namespace drawing
