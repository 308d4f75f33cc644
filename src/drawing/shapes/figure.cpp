#include "drawing/shapes/figure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawing {

Point along(const Curve& c, float share) {
    const float t = share, u = 1 - t;
    const float a = u * u * u, b = 3 * u * u * t, d = 3 * u * t * t, e = t * t * t;
    return {a * c.from.x + b * c.control_1.x + d * c.control_2.x + e * c.to.x,
            a * c.from.y + b * c.control_1.y + d * c.control_2.y + e * c.to.y};
}

float distance(const Curve& curve, Point point) {
    constexpr int pieces = 24;
    float nearest = INFINITY;
    Point from = curve.from;
    for (int i = 1; i <= pieces; ++i) {
        const Point to = along(curve, static_cast<float>(i) / pieces);
        const float dx = to.x - from.x, dy = to.y - from.y, length = dx * dx + dy * dy;
        const float share =
            length > 0 ? std::clamp(((point.x - from.x) * dx + (point.y - from.y) * dy) / length, 0.0F, 1.0F)
                       : 0;
        nearest = std::min(nearest, std::hypot(point.x - from.x - share * dx, point.y - from.y - share * dy));
        from = to;
    }
    return nearest;
}

namespace {

constexpr std::size_t samples = 64; // along the curve, to measure its length

/// The derivative at t.
Point speed(const Curve& c, float t) {
    const float u = 1 - t;
    const auto of = [&](float from, float first, float second, float to) {
        return 3 * (u * u * (first - from) + 2 * u * t * (second - first) + t * t * (to - second));
    };
    return {of(c.from.x, c.control_1.x, c.control_2.x, c.to.x),
            of(c.from.y, c.control_1.y, c.control_2.y, c.to.y)};
}

} // namespace

Curve part(const Curve& whole, float begin, float end) {
    const float third = (end - begin) / 3;
    const Point from = along(whole, begin), to = along(whole, end);
    const Point leaves = speed(whole, begin), arrives = speed(whole, end);
    return {from,
            {from.x + third * leaves.x, from.y + third * leaves.y},
            {to.x - third * arrives.x, to.y - third * arrives.y},
            to,
            whole.colour,
            whole.thickness};
}

namespace {

/// Lengths from the start of a curve, sampled: there is no formula for them.
class Lengths {
public:
    explicit Lengths(const Curve& curve) {
        Point last = curve.from;
        for (std::size_t i = 1; i <= samples; ++i) {
            const Point next = along(curve, static_cast<float>(i) / samples);
            to_[i] = to_[i - 1] + std::hypot(next.x - last.x, next.y - last.y);
            last = next;
        }
    }
    float whole() const { return to_.back(); }
    /// The parameter at which the curve is this long.
    float parameter(float length) const {
        const auto after = std::ranges::upper_bound(to_, length);
        if (after == to_.begin()) return 0;
        if (after == to_.end()) return 1;
        const float below = *(after - 1);
        const float share = (length - below) / (*after - below);
        return (static_cast<float>(after - to_.begin() - 1) + share) / samples;
    }

private:
    std::array<float, samples + 1> to_{};
};

} // namespace

std::vector<Curve> dashed(const Curve& whole, float dash, float gap) {
    const Lengths lengths(whole);
    const float gaps = std::max(0.0F, std::floor((lengths.whole() - dash) / (dash + gap)));
    if (gaps == 0) return {whole};
    const float step = (lengths.whole() - dash) / gaps;
    std::vector<Curve> dashes;
    for (int i = 0; i <= static_cast<int>(gaps); ++i) {
        const float begin = static_cast<float>(i) * step;
        dashes.push_back(part(whole, lengths.parameter(begin), lengths.parameter(begin + dash)));
    }
    return dashes;
}

void add_dashed_edge(Figure& figure, const Rect& box, float radius, Rgba colour, float scale) {
    const float dash = 4 * scale, thick = 1.5F * scale;
    const auto side = [&](Point from, Point to) {
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        const float pieces = 2 * std::max(0.0F, std::floor((length / dash - 1) / 2)) + 1; // ends with a dash
        const auto at = [&](float piece) {
            const float share = piece / pieces;
            return Point{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
        };
        for (float piece = 0; piece < pieces; piece += 2)
            figure.push_back(Line{at(piece), at(piece + 1), colour, thick});
    };
    const Rect in = box.inset(thick / 2);
    side({in.x + radius, in.y}, {in.right() - radius, in.y});
    side({in.x + radius, in.bottom()}, {in.right() - radius, in.bottom()});
    side({in.x, in.y + radius}, {in.x, in.bottom() - radius});
    side({in.right(), in.y + radius}, {in.right(), in.bottom() - radius});
    constexpr float bend = 0.55F, first = 0.27F, last = 0.73F; // of a quarter of a circle; its dash
    for (const float right : {0.0F, 1.0F})
        for (const float low : {0.0F, 1.0F}) {
            const Point tip{in.x + right * in.width, in.y + low * in.height};
            const float dx = radius * (1 - 2 * right), dy = radius * (1 - 2 * low), rest = 1 - bend;
            const Curve corner{{tip.x + dx, tip.y},
                               {tip.x + rest * dx, tip.y},
                               {tip.x, tip.y + rest * dy},
                               {tip.x, tip.y + dy},
                               colour,
                               thick};
            figure.push_back(part(corner, first, last));
        }
}

} // namespace drawing
