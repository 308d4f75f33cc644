#include "app/monitor.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// The area that the two have in common.
long long shared(const Area& a, const Area& b) {
    const long long width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const long long height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    return std::max(width, 0LL) * std::max(height, 0LL);
}

} // namespace

std::size_t monitor_of(const Area& window, const std::vector<Area>& monitors) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < monitors.size(); ++i)
        if (shared(window, monitors[i]) > shared(window, monitors[best])) best = i;
    return best;
}

float scale_of_monitor(float system_scale, int pixels, int millimetres) {
    constexpr float usual = 96, dense = 180, largest = 3; // dots per inch, and a scale
    constexpr int believed = 100;                         // mm
    if (std::abs(system_scale - 1) > 0.01F || millimetres < believed) return system_scale;
    const float density = static_cast<float>(pixels) / (static_cast<float>(millimetres) / 25.4F);
    if (density < dense) return system_scale;
    return std::min(largest, std::floor(density / usual * 4 + 0.05F) / 4);
}

} // namespace app
