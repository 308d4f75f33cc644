#include "drawing/legend_figure.h"

#include "drawing/fitted_text.h"

#include <cmath>

namespace drawing {

namespace {

constexpr int steps = 32;
constexpr float bar_in_sizes = 7; // bar width, in text heights
constexpr float gap_in_sizes = 0.5F;

/// Enough decimals to tell the number from zero.
std::string end_text(float value) {
    const float size = std::abs(value);
    return number_text(value, size == 0 || size >= 10 ? 0 : size >= 0.1F ? 1 : 3);
}

} // namespace

float legend_width(ColourMap, Range range, float size, const TextMeasure& measure) {
    return measure.width(Font::mono, size, end_text(range.low)) +
           measure.width(Font::mono, size, end_text(range.high)) + (bar_in_sizes + 2 * gap_in_sizes) * size;
}

Figure legend_figure(ColourMap map, Range range, const Rect& area, float size, const Palette& palette,
                     const TextMeasure& measure) {
    Figure figure;
    const std::string low = end_text(range.low), high = end_text(range.high);
    const float middle = area.centre().y, height = 0.7F * size, width = bar_in_sizes * size;
    float x = area.right() - legend_width(map, range, size, measure);
    figure.push_back(Label{{x, middle}, Align::left, Font::mono, size, palette[Role::quiet], low});
    x += measure.width(Font::mono, size, low) + gap_in_sizes * size;
    const auto colours = table(map, palette.dark);
    for (int i = 0; i < steps; ++i) {
        const float from = std::round(x + width * static_cast<float>(i) / steps);
        const float to = std::round(x + width * static_cast<float>(i + 1) / steps);
        const auto place = static_cast<std::size_t>(255 * i / (steps - 1));
        figure.push_back(Fill{{from, middle - height / 2, to - from, height}, colours[place]});
    }
    const Rect bar{std::round(x), middle - height / 2, std::round(x + width) - std::round(x), height};
    figure.push_back(Stroke{bar, palette[Role::hairline], 1});
    if (range.low < 0 && range.high > 0) {
        const float zero = x + width * -range.low / (range.high - range.low);
        figure.push_back(
            Line{{zero, bar.y - 0.15F * size}, {zero, bar.bottom() + 0.15F * size}, palette[Role::quiet], 1});
    }
    x += width + gap_in_sizes * size;
    figure.push_back(Label{{x, middle}, Align::left, Font::mono, size, palette[Role::quiet], high});
    return figure;
}

} // namespace drawing
