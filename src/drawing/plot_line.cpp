#include "drawing/plot_line.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

/// On, off, on, …: pixels at scale 1. Empty: solid.
std::span<const float> pattern_of(Dash dash) {
    static constexpr float dashed[] = {8, 5}, dotted[] = {2.5F, 3.5F}, dash_dot[] = {10, 4, 2.5F, 4};
    switch (dash) {
    case Dash::solid:
        return {};
    case Dash::dashed:
        return dashed;
    case Dash::dotted:
        return dotted;
    case Dash::dash_dot:
        return dash_dot;
    }
    return {};
}

Point between(Point a, Point b, float share) {
    return {std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share)};
}

} // namespace

void append_dashes(Figure& figure, std::span<const Point> points, Dash dash, Rgba colour, float scale,
                   float thickness) {
    const auto pattern = pattern_of(dash);
    std::size_t part = 0;
    float left = pattern.empty() ? 0 : pattern[0] * scale; ///< remaining in the current dash or gap
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point from = points[i - 1], to = points[i];
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        if (pattern.empty()) {
            figure.push_back(Line{from, to, colour, thickness * scale});
            continue;
        }
        for (float done = 0; done < length;) {
            const float step = std::min(left, length - done);
            if (part % 2 == 0)
                figure.push_back(Line{between(from, to, done / length),
                                      between(from, to, (done + step) / length), colour, thickness * scale});
            done += step;
            left -= step;
            if (left <= 0.01F) {
                part = (part + 1) % pattern.size();
                left = pattern[part] * scale;
            }
        }
    }
}

void append_marker(Figure& figure, Point c, Marker marker, float half, Rgba colour) {
    switch (marker) {
    case Marker::disc:
        figure.push_back(Disc{c, half, colour});
        break;
    case Marker::square:
        figure.push_back(Fill{{c.x - 0.88F * half, c.y - 0.88F * half, 1.76F * half, 1.76F * half}, colour});
        break;
    case Marker::triangle:
        figure.push_back(Triangle{
            {c.x - half, c.y + 0.8F * half}, {c.x + half, c.y + 0.8F * half}, {c.x, c.y - half}, colour});
        break;
    case Marker::diamond:
        figure.push_back(Triangle{{c.x - half, c.y}, {c.x + half, c.y}, {c.x, c.y - half}, colour});
        figure.push_back(Triangle{{c.x - half, c.y}, {c.x + half, c.y}, {c.x, c.y + half}, colour});
        break;
    }
}

} // namespace drawing
