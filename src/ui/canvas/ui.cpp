#include "ui/canvas/ui.h"

#include <algorithm>

namespace ui {
namespace {

constexpr double duration = 0.180; // seconds

float ease_out(float t) {
    const float left = 1 - t;
    return 1 - left * left * left;
}

} // namespace

void Motion::begin(double seconds, bool reduce) {
    // After an idle period the first frame must not skip the whole glide.
    step_ = static_cast<float>(std::min(seconds, 0.05) / duration);
    reduce_ = reduce;
    moving_ = settling_ = awaiting_ = withheld_ = false;
    for (auto& [name, path] : paths_)
        path.progress = std::min(1.0F, path.progress + step_);
}

float Motion::glide_from(const std::string& name, float from, float target) {
    auto [place, is_new] =
        paths_.try_emplace(scope_ + name, Path{from, target, from == target ? 1.0F : 0.0F});
    Path& path = place->second;
    const float now = path.from + (path.to - path.from) * ease_out(path.progress);
    if (!is_new && path.to != target) path = {now, target, 0};
    if (reduce_) path = {target, target, 1};
    if (path.progress < 1) moving_ = true;
    return path.progress >= 1 ? path.to : path.from + (path.to - path.from) * ease_out(path.progress);
}

float Motion::glide(const std::string& name, float target) {
    return glide_from(name, target, target);
}

drawing::Rect Motion::glide(const std::string& name, const drawing::Rect& target) {
    return {glide(name + ".x", target.x), glide(name + ".y", target.y), glide(name + ".w", target.width),
            glide(name + ".h", target.height)};
}

} // namespace ui
