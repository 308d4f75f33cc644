#include "ui/canvas/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

constexpr std::array zooms{0.6F, 0.7F, 0.8F, 0.9F, 1.0F, 1.1F, 1.25F, 1.5F, 1.75F, 2.0F, 2.5F, 3.0F};

// The smallest window in which every view's controls and cards have room, design pixels.
constexpr float least_width = 1100, least_height = 660;
constexpr float least_fit = 0.8F; ///< of the usual size, in small windows

float in_steps(float scale) {
    const float step = 20;
    return std::floor(scale * step + 1e-3F) / step;
}

} // namespace

Scales scales_for(float window_width, float window_height, float content_scale, float zoom) {
    const float fit = std::min(window_width / 1600, window_height / 900) / content_scale;
    const float usual = in_steps(std::clamp(fit, least_fit, 2.4F)) * content_scale;
    const float roomiest = in_steps(std::min(window_width / least_width, window_height / least_height));
    const float asked = std::clamp(usual * zoom, 0.5F, 6.0F);
    const float scale = std::min(asked, std::max(usual, roomiest));
    return {scale, asked / scale};
}

float fitting_content_scale(float window_width, float window_height, float content_scale) {
    const float roomiest = std::min(window_width / least_width, window_height / least_height);
    return std::min(content_scale, roomiest / least_fit);
}

float next_zoom(float zoom, int direction) {
    const auto larger = std::ranges::upper_bound(zooms, zoom), here = std::ranges::lower_bound(zooms, zoom);
    if (direction > 0) return larger == zooms.end() ? zooms.back() : *larger;
    return here == zooms.begin() ? zooms.front() : *std::prev(here);
}

} // namespace ui
