#include "drawing/figures/bars.h"

#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cmath>

namespace drawing {

namespace {

constexpr float row = 27, smallest_row = 17; ///< pixels at scale 1
constexpr float bar_name_size = 13, bar_number_size = 12;

std::string number_of(const Bar& bar, const BarOptions& options) {
    return bar.text.empty() ? number_text(bar.value, options.decimals) : bar.text;
}

float largest_of(std::span<const Bar> bars, const BarOptions& options) {
    float largest = 0;
    for (const Bar& bar : bars)
        largest = std::max(largest, bar.value);
    return options.largest.value_or(largest);
}

} // namespace

BarLayout bar_layout(Rect area, std::span<const Bar> bars, const BarOptions& options,
                     const TextMeasure& measure) {
    BarLayout layout{.area = area};
    const auto all = static_cast<Index>(bars.size());
    if (all == 0) return layout;
    const float s = options.scale, lines = area.height / (smallest_row * s);
    if (lines < 1) return layout;
    layout.row = std::clamp(area.height / static_cast<float>(all), smallest_row * s, row * s);
    const auto fitting = static_cast<Index>(area.height / layout.row + 1e-3F);
    layout.count = fitting >= all ? all : fitting - 1; // the last row says how many are left out
    float names = 0, numbers = 0;
    for (const Bar& bar : bars) {
        names = std::max(names, measure.width(Font::sans_bold, bar_name_size * s, bar.name));
        numbers = std::max(numbers, measure.width(Font::mono, bar_number_size * s, number_of(bar, options)));
    }
    layout.track = std::min(names, 0.4F * area.width) + 10 * s;
    layout.length = area.width - layout.track - numbers - 10 * s;
    if (layout.length < 10 * s) {
        layout.row = 0;
        layout.count = 0;
    }
    return layout;
}

Figure bar_figure(std::span<const Bar> bars, const BarLayout& layout, const BarOptions& options,
                  const Palette& palette, const TextMeasure& measure) {
    Figure figure;
    if (layout.row <= 0) return figure;
    const float s = options.scale, largest = largest_of(bars, options), start = layout.area.x + layout.track;
    for (Index i = 0; i < layout.count; ++i) {
        const Bar& bar = bars[static_cast<std::size_t>(i)];
        const float y = layout.bar_row(i).centre().y, thick = std::min(12 * s, 0.6F * layout.row);
        const bool marked = options.marked == i;
        const float share = largest > 0 ? std::clamp(bar.value / largest, 0.0F, 1.0F) : 0;
        const float length = std::max(share * layout.length, bar.value > 0 ? s : 0.0F);
        const Rgba colour = palette[options.role].faded(marked || !options.marked ? 1 : 0.6F);
        const Font font = marked ? Font::sans_bold : Font::sans;
        figure.push_back(Label{{start - 10 * s, y},
                               Align::right,
                               font,
                               bar_name_size * s,
                               palette[marked ? options.role : Role::text],
                               elided(bar.name, layout.track - 10 * s, font, bar_name_size * s, measure)});
        if (length > 0)
            figure.push_back(
                Fill{{start, y - thick / 2, length, thick}, colour, std::min(3 * s, length / 2)});
        figure.push_back(Label{{start + length + 8 * s, y},
                               Align::left,
                               Font::mono,
                               bar_number_size * s,
                               palette[marked ? Role::text : Role::quiet],
                               number_of(bar, options)});
    }
    const auto all = static_cast<Index>(bars.size());
    if (layout.count < all)
        figure.push_back(Label{
            {start, layout.bar_row(layout.count).centre().y},
            Align::left,
            Font::sans,
            bar_name_size * s,
            palette[Role::quiet],
            elided(options.left_out, layout.area.right() - start, Font::sans, bar_name_size * s, measure)});
    return figure;
}

} // namespace drawing
