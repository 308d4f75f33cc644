#include "drawing/figures/reading.h"

#include "drawing/figures/arcs.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cmath>

namespace drawing {

namespace {

constexpr float strong_from = 0.1F; // weights from here on stand out
constexpr float number_above = 10;  // pixels at scale 1, between box and weight
constexpr float bracket_high = 8, bracket_text = 18;

void add_arcs(Figure& figure, const WordRow& row, std::span<const float> weights,
              const ReadingOptions& options, const Palette& palette) {
    const auto query = row.box(options.query);
    if (!query) return;
    std::vector<ArcEnd> ends;
    float farthest = 1;
    for (Index word = row.first; word < row.first + row.count(); ++word) {
        const float x = row.box(word)->centre().x, weight = weights[static_cast<std::size_t>(word)];
        farthest = std::max(farthest, std::abs(x - query->centre().x));
        if (weight >= least_weight_shown) ends.push_back({x, weight});
    }
    auto curves = arcs_over({.query = *query,
                             .height = options.height * options.risen,
                             .farthest = farthest,
                             .whole = options.whole * options.scale * options.grown,
                             .least = options.scale},
                            ends, palette);
    std::ranges::sort(curves, {}, &Curve::thickness);
    figure.insert(figure.end(), curves.begin(), curves.end());
}

void add_bracket(Figure& figure, const WordRow& row, const ReadingOptions& options, const Palette& palette,
                 const TextMeasure& measure) {
    const float s = options.scale, inset = 8 * s, size = bracket_text * s;
    const Rect first = row.boxes.front(), last = row.boxes.back();
    const float left = first.x + inset, right = last.right() - inset,
                top = weight_place(first, options).bottom() + 6 * s, low = top + bracket_high * s;
    const Rgba line = palette[Role::edge];
    const float middle = (left + right) / 2,
                half = measure.width(Font::sans, size, options.together) / 2 + 10 * s;
    figure.push_back(Line{{left, top}, {left, low}, line, 1.5F * s});
    figure.push_back(Line{{left, low}, {middle - half, low}, line, 1.5F * s});
    figure.push_back(Line{{middle + half, low}, {right, low}, line, 1.5F * s});
    figure.push_back(Line{{right, top}, {right, low}, line, 1.5F * s});
    figure.push_back(
        Label{{middle, low}, Align::centre, Font::sans, size, palette[Role::quiet], options.together});
}

} // namespace

Rect weight_place(const Rect& box, const ReadingOptions& options) {
    return {box.x, box.bottom() + number_above * options.scale, box.width,
            options.sizes.number_line * options.scale};
}

Figure reading_figure(const WordRow& row, std::span<const float> weights, const ReadingOptions& options,
                      const Palette& palette, const TextMeasure& measure) {
    Figure figure;
    if (row.boxes.empty()) return figure;
    add_arcs(figure, row, weights, options, palette);
    const auto most = std::ranges::max_element(weights) - weights.begin();
    for (Index word = row.first; word < row.first + row.count(); ++word) {
        const float weight = weights[static_cast<std::size_t>(word)];
        if (weight < least_weight_shown) continue;
        const bool strong = weight >= strong_from;
        figure.push_back(Label{weight_place(*row.box(word), options).centre(), Align::centre,
                               strong ? Font::mono_bold : Font::mono,
                               (strong ? options.sizes.strong_number : options.sizes.number) * options.scale,
                               palette[word == most ? Role::key
                                       : strong     ? Role::text
                                                    : Role::quiet],
                               number_text(weight * options.grown, 2)});
    }
    if (!options.together.empty()) add_bracket(figure, row, options, palette, measure);
    return figure;
}

} // namespace drawing
