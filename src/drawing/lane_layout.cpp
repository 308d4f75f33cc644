#include "drawing/lane_layout.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

// At scale 1, pixels.
constexpr float least_names = 134, most_names = 190, clock_width = 132;
constexpr float widest_pitch = 200, arrow_pitch = 54, arrow_gap = 20;

/// Between two boxes: room for an arrow, or for a hair where boxes are small.
float gap_for(float pitch, float scale) {
    if (pitch >= arrow_pitch * scale) return arrow_gap * scale;
    return pitch >= 5 * scale ? std::min(0.22F * pitch, 8 * scale) : 0;
}

} // namespace

std::optional<Index> LaneLayout::word_at(Point mouse) const {
    const float bottom = kept > 0 ? kept_y + kept : strip_y + strip;
    if (empty() || mouse.x < left || mouse.y < area.y || mouse.y >= bottom) return std::nullopt;
    const auto word = static_cast<Index>((mouse.x - left) / pitch);
    if (word >= words || mouse.x >= right()) return std::nullopt;
    return word;
}

LaneLayout lane_layout(Rect area, Index words, bool kept, float scale) {
    LaneLayout layout{.area = area, .words = words, .scale = scale};
    const float names = std::clamp(0.13F * area.width, least_names * scale, most_names * scale);
    layout.left = area.x + names;
    layout.clock = area.right();
    const float room = area.width - names - clock_width * scale;
    if (words == 0 || room < 40 * scale || area.height < 24 * scale) return layout;
    const auto count = static_cast<float>(words);
    float pitch = room / count;
    pitch = std::min((room + gap_for(pitch, scale)) / count, widest_pitch * scale); // no gap after the last
    layout.pitch = pitch;
    layout.box = pitch - gap_for(pitch, scale);
    const float high = area.height;
    layout.box_height = std::min((kept ? 0.42F : 0.54F) * high, 40 * scale);
    layout.strip_y = area.y + layout.box_height + std::min(0.07F * high, 5 * scale);
    layout.strip = std::min((kept ? 0.11F : 0.16F) * high, 10 * scale);
    layout.kept_y = layout.strip_y + layout.strip + std::min(0.05F * high, 4 * scale);
    layout.kept = kept ? std::min(area.bottom() - layout.kept_y, 26 * scale) : 0;
    return layout;
}

} // namespace drawing
