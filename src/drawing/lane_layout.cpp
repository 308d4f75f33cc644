#include "drawing/lane_layout.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

// Pixels at scale 1.
constexpr float least_names = 156, most_names = 190, clock_width = 132;
constexpr float widest_pitch = 200, arrow_pitch = 54, arrow_gap = 20;
constexpr float word_pitch = 33, group_pitch = 58; ///< the narrowest, for one word and for several
constexpr float worker_row = 12, time_row = 15;

/// The gap between two boxes: room for an arrow, or a hairline between small boxes.
float gap_for(float pitch, float scale) {
    if (pitch >= arrow_pitch * scale) return arrow_gap * scale;
    return pitch >= 5 * scale ? std::min(0.22F * pitch, 8 * scale) : 0;
}

Index group_for(Index words, float room, float scale) {
    if (static_cast<float>(words) * word_pitch * scale <= room) return 1;
    const auto width = [&](Index group) {
        const Index boxes = (words + group - 1) / group;
        return static_cast<float>(boxes) * group_pitch * scale;
    };
    Index group = 2;
    while (width(group) > room && group < words)
        group *= 2;
    return group;
}

} // namespace

float LaneLayout::x_of_word(double word) const {
    const auto i = std::min(static_cast<Index>(word) / group, boxes() - 1);
    const double share = (word - static_cast<double>(first_word(i))) /
                         static_cast<double>(std::max<Index>(end_word(i) - first_word(i), 1));
    return x(i) + static_cast<float>(std::clamp(share, 0.0, 1.0)) * box;
}

std::optional<Index> LaneLayout::word_at(Point mouse) const {
    const float bottom = kept > 0 ? kept_y + kept : strip_y + strip;
    if (empty() || mouse.x < left || mouse.y < area.y || mouse.y >= bottom || mouse.x >= right())
        return std::nullopt;
    const auto i = std::min(static_cast<Index>((mouse.x - left) / pitch), boxes() - 1);
    const Index count = end_word(i) - first_word(i);
    const float share = std::clamp((mouse.x - x(i)) / box, 0.0F, 1.0F);
    return first_word(i) + std::min(static_cast<Index>(share * static_cast<float>(count)), count - 1);
}

LaneLayout lane_layout(Rect area, Index words, const LaneRoom& wanted, float scale) {
    LaneLayout layout{.area = area, .words = words, .scale = scale};
    const float names = std::clamp(0.13F * area.width, least_names * scale, most_names * scale);
    layout.left = area.x + names;
    layout.clock = area.right();
    const float room = area.width - names - clock_width * scale;
    if (words == 0 || room < 40 * scale || area.height < 24 * scale) return layout;
    layout.group = group_for(words, room, scale);
    const auto count = static_cast<float>(layout.boxes());
    float pitch = room / count;
    pitch = std::min((room + gap_for(pitch, scale)) / count, widest_pitch * scale); // no gap after the last
    layout.pitch = pitch;
    layout.box = pitch - gap_for(pitch, scale);
    const float workers = std::min(0.2F * area.height, worker_row * scale);
    const float times = wanted.times ? time_row * scale : 0;
    const float high = area.height - workers - times;
    layout.workers_y = area.y + workers / 2;
    layout.box_y = area.y + workers;
    layout.box_height = std::min((wanted.kept ? 0.46F : 0.6F) * high, 36 * scale);
    layout.strip_y = layout.box_y + layout.box_height + std::min(0.07F * high, 5 * scale);
    layout.strip = std::min((wanted.kept ? 0.11F : 0.16F) * high, 10 * scale);
    const float below = layout.strip_y + layout.strip;
    layout.times_y = below + times / 2;
    layout.kept_y = below + times + std::min(0.05F * high, 4 * scale);
    layout.kept = wanted.kept ? std::clamp(area.bottom() - layout.kept_y, 0.0F, 26 * scale) : 0;
    return layout;
}

} // namespace drawing
