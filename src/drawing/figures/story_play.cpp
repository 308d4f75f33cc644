#include "drawing/figures/story_play.h"

#include <algorithm>

namespace drawing {

float PlaySpan::share(float seconds) const {
    if (ends <= begins) return seconds >= ends ? 1.0F : 0.0F;
    return std::clamp((seconds - begins) / (ends - begins), 0.0F, 1.0F);
}

PlaySpan PlaySpan::part(float from, float to) const {
    const float whole = ends - begins;
    return {begins + from * whole, begins + to * whole};
}

namespace {

// Relative to one another; after the last layer the answer itself is told.
constexpr float arcs = 1.8F, question = 0.4F, last_arcs = 2;

} // namespace

StoryPlay::StoryPlay(std::size_t layers) {
    const float from = words().ends, whole = answer().begins - from;
    const auto before_last = layers == 0 ? 0.0F : static_cast<float>(layers - 1);
    const float unit = whole / (before_last * (arcs + question) + last_arcs);
    float at = from;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        const bool is_last = layer + 1 == layers;
        const float read = at + unit * (is_last ? last_arcs : arcs);
        const float asked = read + (is_last ? 0 : unit * question);
        reads_.push_back({at, read});
        asked_.push_back({read, asked});
        at = asked;
    }
}

std::vector<float> StoryPlay::stops() const {
    std::vector<float> all{words().ends};
    for (const PlaySpan& span : asked_)
        all.push_back(span.ends);
    all.push_back(length);
    return all;
}

} // namespace drawing
