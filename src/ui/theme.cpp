#include "ui/theme.h"

#include <algorithm>
#include <cmath>

namespace ui {

float scale_for(float window_width, float window_height, float content_scale, float zoom) {
    const float fit = std::min(window_width / 1600, window_height / 900) / content_scale;
    const float follow = std::clamp(fit, 0.8F, 2.4F);
    const float step = 20;
    return std::clamp(std::floor(follow * step) / step * content_scale * zoom, 0.5F, 6.0F);
}

} // namespace ui
