#include "drawing/figures/plane.h"

#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawing {

namespace {

// Pixels at scale 1.
constexpr float left_numbers = 34, below_numbers = 26, below_names = 22, above_grid = 26,
                beyond = 0.08F; // the last in units
constexpr float grid_number = 15.5F, axis_name = 17, word_size = 20, word_height = 34;
constexpr float head_length = 12, head_angle = 0.42F;

/// A straight dashed line between two points in pixels.
void add_dashes(Figure& figure, Point from, Point to, Rgba colour, float thickness, float dash, float gap) {
    if (std::hypot(to.x - from.x, to.y - from.y) < 1) return;
    const Point third{from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3},
        two_thirds{from.x + 2 * (to.x - from.x) / 3, from.y + 2 * (to.y - from.y) / 3};
    for (const Curve& each : dashed({from, third, two_thirds, to, colour, thickness}, dash, gap))
        figure.push_back(each);
}

float shared_area(const Rect& a, const Rect& b) {
    const float wide = std::min(a.right(), b.right()) - std::max(a.x, b.x),
                high = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
    return std::max(0.0F, wide) * std::max(0.0F, high);
}

} // namespace

PlaneLayout plane_layout(Rect area, std::span<const Point> tips, float scale, bool named) {
    PlaneLayout plane;
    plane.scale = scale;
    for (const Point& tip : tips) {
        plane.low_x = std::min(plane.low_x, static_cast<int>(std::floor(tip.x)));
        plane.high_x = std::max(plane.high_x, static_cast<int>(std::ceil(tip.x)));
        plane.low_y = std::min(plane.low_y, static_cast<int>(std::floor(tip.y)));
        plane.high_y = std::max(plane.high_y, static_cast<int>(std::ceil(tip.y)));
    }
    --plane.low_x, --plane.low_y, ++plane.high_x, ++plane.high_y;
    const float wide = static_cast<float>(plane.high_x - plane.low_x) + 2 * beyond,
                high = static_cast<float>(plane.high_y - plane.low_y) + 2 * beyond;
    const float room_x = area.width - left_numbers * scale,
                room_y = area.height - (above_grid + below_numbers + (named ? below_names : 0)) * scale;
    plane.unit = std::max(1.0F, std::min(room_x / wide, room_y / high));
    plane.area = {area.x + left_numbers * scale + (room_x - wide * plane.unit) / 2,
                  area.y + above_grid * scale + (room_y - high * plane.unit) / 2, wide * plane.unit,
                  high * plane.unit};
    plane.origin = {plane.area.x + (beyond - static_cast<float>(plane.low_x)) * plane.unit,
                    plane.area.y + (beyond + static_cast<float>(plane.high_y)) * plane.unit};
    return plane;
}

Figure grid_figure(const PlaneLayout& plane, const std::string& first, const std::string& second,
                   const Palette& palette) {
    Figure figure;
    const float s = plane.scale;
    const Rgba faint = mix(palette[Role::background], palette[Role::hairline], 0.55F),
               axis = mix(palette[Role::hairline], palette[Role::quiet], 0.25F);
    const auto number = [&](int k, Point at, Align align) {
        figure.push_back(Label{at, align, Font::mono, grid_number * s, palette[Role::quiet],
                               number_text(static_cast<float>(k), 0)});
    };
    const Rect& area = plane.area;
    for (int k = plane.low_x; k <= plane.high_x; ++k) {
        const float x = plane.at({static_cast<float>(k), 0}).x;
        figure.push_back(Line{{x, area.y}, {x, area.bottom()}, k == 0 ? axis : faint, s});
        number(k, {x, area.bottom() + 16 * s}, Align::centre);
    }
    for (int k = plane.low_y; k <= plane.high_y; ++k) {
        const float y = plane.at({0, static_cast<float>(k)}).y;
        figure.push_back(Line{{area.x, y}, {area.right(), y}, k == 0 ? axis : faint, s});
        number(k, {area.x - 8 * s, y}, Align::right);
    }
    figure.push_back(Label{{area.right(), area.bottom() + 38 * s},
                           Align::right,
                           Font::sans,
                           axis_name * s,
                           palette[Role::quiet],
                           first});
    figure.push_back(Label{
        {area.x, area.y - 16 * s}, Align::left, Font::sans, axis_name * s, palette[Role::quiet], second});
    return figure;
}

Figure arrow_figure(const PlaneLayout& plane, Point from, Point to, Rgba colour, float thickness) {
    const Point a = plane.at(from), b = plane.at(to);
    const float long_enough = std::hypot(b.x - a.x, b.y - a.y);
    if (long_enough < 1) return {};
    const float head = std::min(long_enough, (head_length + thickness) * plane.scale);
    const float angle = std::atan2(b.y - a.y, b.x - a.x);
    const auto back = [&](float turn, float by) {
        return Point{b.x - std::cos(angle + turn) * by, b.y - std::sin(angle + turn) * by};
    };
    return {Line{a, back(0, 0.9F * head), colour, thickness * plane.scale},
            Triangle{b, back(-head_angle, head), back(head_angle, head), colour}};
}

Figure ghost_figure(const PlaneLayout& plane, Point start, std::span<const Point> way,
                    const Palette& palette) {
    Figure figure;
    const float s = plane.scale;
    const Rgba pale = mix(palette[Role::background], palette[Role::query_fill], 0.4F);
    add_dashes(figure, plane.at({}), plane.at(start), pale, 3 * s, 3 * s, 6 * s);
    for (const Point& at : way)
        figure.push_back(Disc{plane.at(at), 1.6F * s, pale});
    figure.push_back(Disc{plane.at(start), 7 * s, pale});
    figure.push_back(Disc{plane.at(start), 5 * s, palette[Role::background]});
    return figure;
}

TipLabel label_at(const PlaneLayout& plane, Point tip, const std::string& word, std::span<const Rect> taken,
                  const TextMeasure& measure) {
    const float s = plane.scale, wide = measure.width(Font::sans_bold, word_size * s, word) + 26 * s,
                high = word_height * s, line = 24 * s, gap = 10 * s;
    const Point at = plane.at(tip);
    const bool right = tip.x >= 0, up = tip.y >= 0;
    // Away from the origin first; then the other sides, and the same further off.
    const float outwards = right ? at.x + gap : at.x - gap - wide,
                back = right ? at.x - gap - wide : at.x + gap;
    struct Side {
        float x;
        bool up;
        float off;
    };
    std::array<Side, 18> sides;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const float x = i % 6 < 2 ? outwards : i % 6 < 4 ? at.x - wide / 2 : back;
        sides[i] = {x, i % 2 == 0 ? up : !up, i < 6 ? gap : i < 12 ? 3 * gap : 6 * gap};
    }
    TipLabel best;
    float least = -1;
    for (const auto& [x, upwards, off] : sides) {
        const Rect box{x, upwards ? at.y - off - high : at.y + off, wide, high};
        const Point number{x + wide / 2, upwards ? box.y - line / 2 : box.bottom() + line / 2};
        const Rect whole{box.x - 6 * s, std::min(box.y, number.y - line / 2), wide + 12 * s, high + line};
        float covered = 0;
        for (const Rect& other : taken)
            covered += shared_area(whole, other);
        // Over the grid's upper and right edge, but not over the numbers beside it.
        const Rect grid{plane.area.x - 2 * s, plane.area.y - 20 * s, plane.area.width + 22 * s,
                        plane.area.height + 24 * s};
        covered += whole.width * whole.height - shared_area(whole, grid);
        if (least >= 0 && covered >= least) continue;
        least = covered;
        best = {box, number};
        if (covered <= 0) break;
    }
    return best;
}

std::string short_number(float number) {
    const bool whole = std::abs(number - std::round(number)) < 0.05F;
    return number_text(number, whole ? 0 : 1);
}

std::string pair_text(Point pair) {
    return "(" + short_number(pair.x) + ", " + short_number(pair.y) + ")";
}

TermBarLayout term_bar_layout(Rect area, std::size_t count, float names, const TermBarOptions& options) {
    TermBarLayout layout{.area = area, .names = names};
    const float s = options.scale, number = 90 * s; // room for the number beside the longest bar
    layout.row = std::min(132 * s, area.height / static_cast<float>(std::max<std::size_t>(1, count)));
    const float room = area.width - names - number;
    layout.unit = std::max(0.0F, room) / std::max(1e-3F, options.largest - options.lowest);
    layout.zero = area.x + names - options.lowest * layout.unit;
    return layout;
}

Figure term_bar_figure(std::span<const TermBar> bars, const TermBarLayout& layout,
                       const TermBarOptions& options, const Palette& palette, const TextMeasure& measure) {
    Figure figure;
    const float s = options.scale, thick = 32 * s;
    const float bottom = layout.area.y + layout.row * static_cast<float>(bars.size());
    figure.push_back(Line{{layout.zero, layout.area.y - 12 * s},
                          {layout.zero, bottom - std::min(34 * s, layout.row / 4)},
                          mix(palette[Role::hairline], palette[Role::quiet], 0.25F),
                          1.5F * s});
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const TermBar& bar = bars[i];
        const Rect row = layout.bar_row(static_cast<Index>(i));
        const float end = layout.zero + bar.value * layout.unit;
        const Role hue = options.shares ? Role::weight : bar.value < 0 ? Role::negative : Role::positive;
        const Rgba colour = mix(palette[Role::background], palette[hue], bar.marked ? 1 : 0.62F);
        const Rect filled{std::min(end, layout.zero), row.y + 2 * s, std::abs(end - layout.zero), thick};
        if (filled.width > 0.5F) figure.push_back(Fill{filled, colour, std::min(4 * s, filled.width / 2)});
        // A negative number stands on the other side of the line, where no bar covers it.
        figure.push_back(Label{{std::max(end, layout.zero) + 14 * s, filled.centre().y},
                               Align::left,
                               bar.marked ? Font::mono_bold : Font::mono,
                               24 * s,
                               palette[Role::text],
                               bar.text});
        float x = layout.zero + 2 * s;
        for (const TextRun& run : bar.terms) {
            figure.push_back(Label{
                {x, row.y + thick + 24 * s}, Align::left, Font::mono, 18 * s, palette[run.role], run.text});
            x += measure.width(Font::mono, 18 * s, run.text);
        }
    }
    return figure;
}

} // namespace drawing
